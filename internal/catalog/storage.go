package catalog

import (
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// claim is the name of a volume's claim, and of the volume itself where it is bulk.
func (r *renderer) claim(v Volume) string { return r.suffixed(yaml11.PlainText(v.Name)) }

// accessMode of a bulk volume lets all pods mount it; a replicated one is one node's.
func (v Volume) accessMode() string {
	switch {
	case !v.Bulk():
		return "ReadWriteOnce"
	case v.ReadOnly:
		return "ReadOnlyMany"
	default:
		return "ReadWriteMany"
	}
}

// persistentVolumes are those of the bulk tier, which no provisioner makes.
func (r *renderer) persistentVolumes() ([]document, error) {
	var docs []document
	for _, v := range r.Volumes {
		if !v.Bulk() {
			continue
		}
		if err := r.checkBulk(v); err != nil {
			return nil, err
		}
		docs = append(docs, r.persistentVolume(v))
	}
	return docs, nil
}

// checkBulk refuses a bulk volume that lacks what only its owner knows.
func (r *renderer) checkBulk(v Volume) error {
	missing, why := "", ""
	switch {
	case v.Export == nil:
		missing, why = "export", "the absolute NFS export path this volume attaches"
	case v.Size == nil:
		missing, why = "size", "the PV capacity (advisory, but the API requires the field)"
	default:
		return nil
	}
	return &DefinitionError{
		File: r.file, Field: v.field + "." + missing, Line: v.line,
		Message: fmt.Sprintf("%s: storage entry %s has class 'bulk' but no '%s' — %s. A bulk volume attaches storage that already exists outside the cluster, so it cannot be rendered without it.",
			r.name(), yaml11.Repr(v.Name), missing, why),
	}
}

func (r *renderer) persistentVolume(v Volume) document {
	nfs := yaml11.Object().SetString("server", r.platform.BulkNFSServer).Set("path", v.Export)
	if v.ReadOnly {
		nfs.Set("readOnly", yaml11.Boolean(true))
	}
	name := r.claim(v)
	return document{
		fmt.Sprintf("PersistentVolume %s - static external NFS (bulk tier)", name),
		resource("v1", "PersistentVolume",
			yaml11.Object().SetString("name", name).Set("labels", r.app()),
			yaml11.Object().
				Set("capacity", yaml11.Object().Set("storage", v.Size)).
				Set("accessModes", yaml11.Strings(v.accessMode())).
				SetString("persistentVolumeReclaimPolicy", "Retain").
				SetString("storageClassName", "").
				Set("mountOptions", yaml11.Strings("nfsvers=4.1", "hard", "noatime", "timeo=600", "retrans=2")).
				Set("nfs", nfs).
				Set("claimRef", yaml11.Object().Set("namespace", r.Name).SetString("name", name))),
	}
}

func (r *renderer) persistentVolumeClaims() []document {
	var docs []document
	for _, v := range r.Volumes {
		name := r.claim(v)
		spec := yaml11.Object().Set("accessModes", yaml11.Strings(v.accessMode()))
		if v.Bulk() {
			// No class: the claim must bind to the volume of its name and to no other.
			spec.SetString("storageClassName", "").SetString("volumeName", name)
		} else {
			spec.Set("storageClassName", v.Class)
		}
		if v.Size != nil {
			spec.Set("resources", requests("storage", v.Size))
		}
		docs = append(docs, document{
			fmt.Sprintf("PVC %s (R-STATE)", name),
			resource("v1", "PersistentVolumeClaim", r.metadata(name), spec),
		})
	}
	return docs
}

// requests is a resources section that asks for one thing.
func requests(name string, amount *yaml11.Value) *yaml11.Value {
	return yaml11.Object().Set("requests", yaml11.Object().Set(name, amount))
}
