package apitypes

import (
	"github.com/cilium/cilium/pkg/policy/api"
	imagev1 "github.com/fluxcd/image-reflector-controller/api/v1"
	fluxv1 "github.com/fluxcd/kustomize-controller/api/v1"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	kustomize "sigs.k8s.io/kustomize/api/types"
)

// ciliumNetworkPolicy is cilium.io/v2 CiliumNetworkPolicy, put together of its parts: the
// package that defines it brings Cilium's client and agent along, the rule's does not.
type ciliumNetworkPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              *api.Rule  `json:"spec,omitempty"`
	Specs             []api.Rule `json:"specs,omitempty"`
}

// kinds makes an empty object of each kind that the renderer emits.
var kinds = map[string]func() any{
	"v1 Namespace":                                  func() any { return new(corev1.Namespace) },
	"v1 PersistentVolume":                           func() any { return new(corev1.PersistentVolume) },
	"v1 PersistentVolumeClaim":                      func() any { return new(corev1.PersistentVolumeClaim) },
	"v1 Service":                                    func() any { return new(corev1.Service) },
	"apps/v1 Deployment":                            func() any { return new(appsv1.Deployment) },
	"networking.k8s.io/v1 NetworkPolicy":            func() any { return new(networkingv1.NetworkPolicy) },
	"gateway.networking.k8s.io/v1 HTTPRoute":        func() any { return new(gatewayv1.HTTPRoute) },
	"cilium.io/v2 CiliumNetworkPolicy":              func() any { return new(ciliumNetworkPolicy) },
	"monitoring.coreos.com/v1 ServiceMonitor":       func() any { return new(monitoringv1.ServiceMonitor) },
	"monitoring.coreos.com/v1 PrometheusRule":       func() any { return new(monitoringv1.PrometheusRule) },
	"image.toolkit.fluxcd.io/v1 ImageRepository":    func() any { return new(imagev1.ImageRepository) },
	"image.toolkit.fluxcd.io/v1 ImagePolicy":        func() any { return new(imagev1.ImagePolicy) },
	"kustomize.toolkit.fluxcd.io/v1 Kustomization":  func() any { return new(fluxv1.Kustomization) },
	"kustomize.config.k8s.io/v1beta1 Kustomization": func() any { return new(kustomize.Kustomization) },
	"kubevirt.io/v1 VirtualMachine":                 func() any { return new(virtualMachine) },
	"cdi.kubevirt.io/v1beta1 DataVolume":            func() any { return new(dataVolume) },
}
