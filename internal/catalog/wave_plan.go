package catalog

import "slices"

// Files that belong to a service or to its database by their names.
var (
	serviceSuffixes  = []string{".yaml", "-bootstrap-secret.sops.yaml", "-claim-secret.sops.yaml", "-oauth2-proxy-credentials.sops.yaml"}
	databaseSuffixes = []string{".yaml", "-app.sops.yaml", "-backup-credentials.sops.yaml", "-backup-credentials-prod.sops.yaml"}
)

// Plan tells the manifest files of each wave, sorted.
type Plan map[int][]string

// Plan places the manifest files that are present. A service whose manifest is not
// there takes no part, nor do its database and the units anchored at it: nothing would
// use them. A database, named by the service and "-db", has the wave of its own.
func (c *Catalog) Plan(waves Waves, units map[string]ExtraUnit, present []string) Plan {
	p := &placement{present: map[string]bool{}, plan: Plan{}}
	for _, f := range present {
		p.present[f] = true
	}
	services := c.Services()
	for _, name := range services {
		if !p.present[name+".yaml"] {
			continue
		}
		p.place(waves[name], name, serviceSuffixes)
		if wave, ok := waves[name+"-db"]; ok {
			p.place(wave, name+"-db", databaseSuffixes)
		}
	}
	for _, unit := range units {
		wave, ok := waves[unit.Anchor]
		if !ok || !p.present[unit.Anchor+".yaml"] {
			continue
		}
		if unit.Above {
			wave++
		}
		p.place(wave, "", unit.Files)
	}
	for wave, files := range p.plan {
		slices.Sort(files)
		p.plan[wave] = slices.Compact(files)
	}
	return p.plan
}

// Waves are the numbers of the waves that have files, in order.
func (p Plan) Waves() []int {
	waves := make([]int, 0, len(p))
	for wave := range p {
		waves = append(waves, wave)
	}
	slices.Sort(waves)
	return waves
}

type placement struct {
	present map[string]bool
	plan    Plan
}

func (p *placement) place(wave int, prefix string, suffixes []string) {
	for _, suffix := range suffixes {
		if p.present[prefix+suffix] {
			p.plan[wave] = append(p.plan[wave], prefix+suffix)
		}
	}
}
