package apitypes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// KubeVirt and CDI publish their types as kubevirt.io/api and
// kubevirt.io/containerized-data-importer-api, from where not every machine reaches.
// These are the fields that the renderer uses, with the types that they have there. The
// sources, read at the commits named:
//
//   - github.com/kubevirt/kubevirt, staging/src/kubevirt.io/api/core/v1: schema.go at
//     5fd32e6d8fc358574a9b338b1c29c1960f0cad63 (DomainSpec, CPU, Memory, Devices, Disk,
//     DiskTarget, Volume, CloudInitNoCloudSource) and types.go beside it
//     (VirtualMachineSpec, VirtualMachineInstanceSpec, Network, Interface);
//   - github.com/kubevirt/containerized-data-importer, staging/src/kubevirt.io/
//     containerized-data-importer-api/pkg/apis/core/v1beta1/types.go at
//     3a045944d82d2e37b7bb3b85ace32456fc9f92d2 (DataVolumeSpec, DataVolumeSource,
//     DataVolumeSourceRegistry, StorageSpec).

type virtualMachine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		// Running is deprecated for runStrategy, and still served.
		Running  *bool `json:"running"`
		Template struct {
			metav1.ObjectMeta `json:"metadata"`
			Spec              machineSpec `json:"spec"`
		} `json:"template"`
	} `json:"spec"`
}

type machineSpec struct {
	Domain struct {
		Resources struct {
			Requests corev1.ResourceList `json:"requests"`
		} `json:"resources"`
		CPU struct {
			Cores uint32 `json:"cores"`
		} `json:"cpu"`
		Memory struct {
			Guest *resource.Quantity `json:"guest"`
		} `json:"memory"`
		Devices struct {
			Disks []struct {
				Name string `json:"name"`
				Disk *struct {
					Bus string `json:"bus"`
				} `json:"disk"`
			} `json:"disks"`
			Interfaces []struct {
				Name       string    `json:"name"`
				Masquerade *struct{} `json:"masquerade"`
			} `json:"interfaces"`
		} `json:"devices"`
	} `json:"domain"`
	Networks []struct {
		Name string    `json:"name"`
		Pod  *struct{} `json:"pod"`
	} `json:"networks"`
	Volumes []struct {
		Name       string `json:"name"`
		DataVolume *struct {
			Name string `json:"name"`
		} `json:"dataVolume"`
		CloudInitNoCloud *struct {
			UserData string `json:"userData"`
		} `json:"cloudInitNoCloud"`
	} `json:"volumes"`
}

type dataVolume struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		Source struct {
			Registry struct {
				URL *string `json:"url"`
			} `json:"registry"`
		} `json:"source"`
		Storage struct {
			AccessModes      []corev1.PersistentVolumeAccessMode `json:"accessModes"`
			StorageClassName *string                             `json:"storageClassName"`
			Resources        corev1.ResourceRequirements         `json:"resources"`
		} `json:"storage"`
	} `json:"spec"`
}
