package catalog

import "github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"

func (r *renderer) deployment() document {
	spec := yaml11.Object().Set("replicas", integer(1))
	if len(r.Volumes) > 0 {
		// A volume of one node cannot be mounted by an old and a new pod at once.
		spec.Set("strategy", yaml11.Object().SetString("type", "Recreate"))
	}
	spec.Set("selector", yaml11.Object().Set("matchLabels", r.app())).
		Set("template", yaml11.Object().Set("metadata", r.podMetadata()).Set("spec", r.podSpec()))
	return document{"Deployment (R-PLAT-02)", resource("apps/v1", "Deployment", r.ownMetadata(), spec)}
}

// podLabels adds what the network policies and the sign-in look at.
func (r *renderer) podLabels(labels *yaml11.Value) *yaml11.Value {
	return labels.SetString(r.label("egress-class"), r.Egress).SetString(r.label("auth-mode"), r.AuthMode)
}

func (r *renderer) podMetadata() *yaml11.Value {
	metadata := yaml11.Object().Set("labels", r.podLabels(r.app()))
	if r.signsIn() {
		metadata.Set("annotations", r.setSignIn(yaml11.Object()))
	}
	return metadata
}

func (r *renderer) podSpec() *yaml11.Value {
	containers := yaml11.List(r.container())
	if r.proxied() {
		containers.Items = append(containers.Items, r.oauth2Proxy())
	}
	spec := yaml11.Object().Set("containers", containers)
	if r.PodSecurityContext != nil {
		spec.Set("securityContext", r.PodSecurityContext)
	}
	if volumes := r.podVolumes(); len(volumes) > 0 {
		spec.Set("volumes", yaml11.List(volumes...))
	}
	return spec
}

func (r *renderer) container() *yaml11.Value {
	c := yaml11.Object().Set("name", r.Name).Set("image", r.Image)
	if ports := r.routePorts(); len(ports) > 0 {
		list := yaml11.List()
		for _, port := range ports {
			list.Items = append(list.Items, yaml11.Object().Set("containerPort", port))
		}
		c.Set("ports", list)
	}
	if r.Env != nil {
		c.Set("env", r.Env)
	}
	if r.EnvFrom != nil {
		c.Set("envFrom", r.EnvFrom)
	}
	if mounts := r.volumeMounts(); len(mounts) > 0 {
		c.Set("volumeMounts", yaml11.List(mounts...))
	}
	if r.Lifecycle != nil {
		c.Set("lifecycle", r.Lifecycle)
	}
	return c
}

// renderDevices is the name and the path of the host's GPU devices.
const renderDevices, renderDevicesPath = "dri", "/dev/dri"

func (r *renderer) volumeMounts() []*yaml11.Value {
	var mounts []*yaml11.Value
	for _, v := range r.Volumes {
		mount := yaml11.Object().Set("name", v.Name).Set("mountPath", v.MountPath)
		if v.SubPath != nil {
			mount.Set("subPath", v.SubPath)
		}
		if v.ReadOnly {
			mount.Set("readOnly", yaml11.Boolean(true))
		}
		mounts = append(mounts, mount)
	}
	if r.GPU {
		mounts = append(mounts, yaml11.Object().SetString("name", renderDevices).SetString("mountPath", renderDevicesPath))
	}
	return mounts
}

func (r *renderer) podVolumes() []*yaml11.Value {
	var volumes []*yaml11.Value
	for _, v := range r.Volumes {
		volumes = append(volumes, yaml11.Object().Set("name", v.Name).
			Set("persistentVolumeClaim", yaml11.Object().SetString("claimName", r.claim(v))))
	}
	if r.GPU {
		volumes = append(volumes, yaml11.Object().SetString("name", renderDevices).
			Set("hostPath", yaml11.Object().SetString("path", renderDevicesPath).SetString("type", "DirectoryOrCreate")))
	}
	return volumes
}
