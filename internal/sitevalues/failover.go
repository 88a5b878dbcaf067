package sitevalues

// The two modes of a failover relationship, as the DHCP server names them.
const (
	HotStandby  = "HotStandby"
	LoadBalance = "LoadBalance"
)

// checkFailoverEmptyMap reports a failover of {}: written in any layer, whatever the
// merge made of it, or as the merge's result. People write it to remove an inherited
// failover, and under Helm's rules it removes nothing.
func (c *Cluster) checkFailoverEmptyMap() {
	at := fieldPath{"dhcp_values", "failover"}
	for _, layer := range c.layers {
		if emptyMap(failoverOf(layer.values)) {
			f := c.finding(FailoverEmptyMap, at, "{} removes no inherited failover, and is none itself: write null to remove one")
			f.File = layer.name
			f.Line, _ = layer.line(at)
			c.Findings = append(c.Findings, f)
			return
		}
	}
	if emptyMap(failoverOf(c.values)) {
		c.add(FailoverEmptyMap, at, "every field of the failover is null, which makes it none: write null for the whole")
	}
}

func failoverOf(values map[string]any) any {
	scope, _ := values["dhcp_values"].(map[string]any)
	return scope["failover"]
}

func emptyMap(value any) bool {
	m, ok := value.(map[string]any)
	return ok && len(m) == 0
}

func (c *Cluster) checkFailover(m map[string]any, at fieldPath) {
	if value := m["failover"]; value == nil || emptyMap(value) {
		return
	}
	f, ok := c.section(m, at, "relationshipName", "partnerServer", "mode", "serverRole", "reservePercent", "loadBalancePercent",
		"maxClientLeadTimeMinutes", "stateSwitchIntervalMinutes", "autoStateTransition")
	if !ok {
		return
	}
	c.requireText(f, at.with("relationshipName"), FailoverRequiredField)
	c.requireText(f, at.with("partnerServer"), FailoverRequiredField)
	mode := c.checkMode(f, at.with("mode"))
	c.checkRole(f, at.with("serverRole"), mode)
	c.checkPercents(f, at, mode)
	for _, name := range []string{"maxClientLeadTimeMinutes", "stateSwitchIntervalMinutes"} {
		c.checkMinutes(f, at.with(name))
	}
	if value, there := f["autoStateTransition"]; there {
		if _, ok := value.(bool); !ok {
			c.add(InvalidType, at.with("autoStateTransition"), "has to be true or false, not %s", describe(value))
		}
	}
}

// checkMode returns a valid mode, or "".
func (c *Cluster) checkMode(f map[string]any, at fieldPath) string {
	value, ok := c.required(f, at, FailoverRequiredField)
	if !ok {
		return ""
	}
	if value != HotStandby && value != LoadBalance {
		c.add(FailoverModeInvalid, at, "has to be %s or %s, not %s", HotStandby, LoadBalance, describe(value))
		return ""
	}
	return value.(string)
}

func (c *Cluster) checkRole(f map[string]any, at fieldPath, mode string) {
	value, there := f["serverRole"]
	if !there || blank(value) {
		if mode == HotStandby {
			c.add(FailoverRequiredField, at, "is required in mode %s and missing", mode)
		}
		return
	}
	if value != "Active" && value != "Standby" {
		c.add(FailoverRoleInvalid, at, "has to be Active or Standby, not %s", describe(value))
	}
}

func (c *Cluster) checkPercents(f map[string]any, at fieldPath, mode string) {
	c.checkPercent(f, at.with("reservePercent"))
	balance := at.with("loadBalancePercent")
	if mode == LoadBalance {
		if _, ok := c.required(f, balance, FailoverRequiredField); !ok {
			return
		}
	}
	c.checkPercent(f, balance)
}

func (c *Cluster) checkPercent(f map[string]any, at fieldPath) {
	value, there := f[at[len(at)-1].(string)]
	if !there {
		return
	}
	if percent, ok := whole(value); !ok || percent < 0 || percent > 100 {
		c.add(FailoverPercentRange, at, "has to be a whole number from 0 to 100, not %s", describe(value))
	}
}

func (c *Cluster) checkMinutes(f map[string]any, at fieldPath) {
	value, there := f[at[len(at)-1].(string)]
	if !there {
		return
	}
	if minutes, ok := whole(value); !ok || minutes < 1 {
		c.add(FailoverMinutesInvalid, at, "has to be a whole number of minutes from 1, not %s", describe(value))
	}
}
