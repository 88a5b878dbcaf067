package catalog

import "strings"

// documents returns the manifests of a service in their order. A machine has volumes,
// policies and routes, but neither Service nor image automation.
func (r *renderer) documents(dependents []Dependent, imageAutomation bool) ([]document, error) {
	docs := []document{r.namespace(), r.defaultDeny()}
	if r.VM {
		docs = append(docs, r.dataVolume(), r.virtualMachine())
	} else {
		workload, err := r.containerDocuments()
		if err != nil {
			return nil, err
		}
		docs = append(docs, workload...)
	}
	docs = append(docs, r.policies(dependents)...)
	docs = append(docs, r.httpRoutes()...)
	monitoring, err := r.monitoring()
	if err != nil {
		return nil, err
	}
	docs = append(docs, monitoring...)
	if imageAutomation && !r.VM {
		docs = append(docs, r.imageRepository(), r.imagePolicy())
	}
	return docs, nil
}

func (r *renderer) containerDocuments() ([]document, error) {
	docs, err := r.persistentVolumes()
	if err != nil {
		return nil, err
	}
	docs = append(docs, r.persistentVolumeClaims()...)
	docs = append(docs, r.deployment())
	if ports := r.servicePorts(); len(ports) > 0 {
		docs = append(docs, r.service(ports))
	}
	return docs, nil
}

// text renders the documents below each other.
func (r *renderer) text(dependents []Dependent, imageAutomation bool) (string, error) {
	docs, err := r.documents(dependents, imageAutomation)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, d := range docs {
		b.WriteString(d.text())
	}
	return b.String(), nil
}
