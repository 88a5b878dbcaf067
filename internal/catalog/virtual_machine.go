package catalog

import "github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"

const (
	machineMemory  = "1536Mi"
	machineVolume  = "rootdisk"
	machineSize    = "10Gi"
	cloudInitDrive = "cloudinit"
)

// cloudInit lets the machine install its updates by itself.
const cloudInit = `#cloud-config
package_update: true
packages:
  - dnf-automatic
write_files:
  - path: /etc/dnf/automatic.conf
    content: |
      [commands]
      upgrade_type = default
      random_sleep = 0
      download_updates = yes
      apply_updates = yes
runcmd:
  - [ systemctl, enable, --now, dnf-automatic.timer ]
`

// machineDisk is the name and size of the machine's disk: its first volume, the others
// are not rendered.
func (r *renderer) machineDisk() (name string, size *yaml11.Value) {
	size = yaml11.String(machineSize)
	if len(r.Volumes) == 0 {
		return r.suffixed(machineVolume), size
	}
	return r.claim(r.Volumes[0]), orElse(r.Volumes[0].Size, size)
}

// dataVolume imports the disk; apart from the machine, so that it outlives it.
func (r *renderer) dataVolume() document {
	name, size := r.machineDisk()
	registry := yaml11.Object().SetString("url", "docker://"+yaml11.PlainText(r.VMTemplate))
	return document{
		"CDI DataVolume (standalone; survives rebuild, R-STATE-01)",
		resource("cdi.kubevirt.io/v1beta1", "DataVolume",
			yaml11.Object().SetString("name", name).Set("namespace", r.Name),
			yaml11.Object().
				Set("source", yaml11.Object().Set("registry", registry)).
				Set("storage", yaml11.Object().
					Set("accessModes", yaml11.Strings("ReadWriteOnce")).
					SetString("storageClassName", "longhorn").
					Set("resources", requests("storage", size)))),
	}
}

// virtualMachine is made stopped: starting it is the operator's decision.
func (r *renderer) virtualMachine() document {
	labels := r.podLabels(yaml11.Object().Set("kubevirt.io/vm", r.Name))
	return document{
		"KubeVirt VirtualMachine (R-PLAT-03)",
		resource("kubevirt.io/v1", "VirtualMachine", r.ownMetadata(),
			yaml11.Object().
				Set("running", yaml11.Boolean(false)).
				Set("template", yaml11.Object().
					Set("metadata", yaml11.Object().Set("labels", labels)).
					Set("spec", r.machineSpec()))),
	}
}

func (r *renderer) machineSpec() *yaml11.Value {
	disk := func(name string) *yaml11.Value {
		return yaml11.Object().SetString("name", name).
			Set("disk", yaml11.Object().SetString("bus", "virtio"))
	}
	name, _ := r.machineDisk()
	return yaml11.Object().
		Set("domain", yaml11.Object().
			Set("cpu", yaml11.Object().Set("cores", integer(1))).
			Set("memory", yaml11.Object().SetString("guest", machineMemory)).
			Set("devices", yaml11.Object().
				Set("disks", yaml11.List(disk(machineVolume), disk(cloudInitDrive))).
				Set("interfaces", yaml11.List(yaml11.Object().SetString("name", "default").
					Set("masquerade", yaml11.Object())))).
			Set("resources", requests("memory", yaml11.String(machineMemory)))).
		Set("networks", yaml11.List(yaml11.Object().SetString("name", "default").Set("pod", yaml11.Object()))).
		Set("volumes", yaml11.List(
			yaml11.Object().SetString("name", machineVolume).
				Set("dataVolume", yaml11.Object().SetString("name", name)),
			yaml11.Object().SetString("name", cloudInitDrive).
				Set("cloudInitNoCloud", yaml11.Object().SetString("userData", cloudInit))))
}
