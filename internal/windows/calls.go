package windows

import (
	"context"
	"strconv"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// CallResult is what one call of RunCalls answered.
type CallResult struct {
	Rows []Row
	Err  *script.StepError // by the cmdlet itself, nil when it succeeded
}

// RunCalls runs calls as they are, one after the other in one process, each whatever became
// of those before it. It knows no objects and drops nothing that was read before: it is for
// programs that look at the server itself. Its error is that of the whole: whether anything
// has run is not known then.
func (c *Client) RunCalls(ctx context.Context, calls []cmdlet.Call) ([]CallResult, error) {
	if len(calls) == 0 {
		return nil, nil
	}
	programs := make([]script.Program, len(calls))
	for i, call := range calls {
		programs[i] = script.Program{ID: strconv.Itoa(i), Steps: []cmdlet.Call{call}}
	}
	answers, err := c.run(ctx, false, programs)
	if err != nil {
		return nil, err
	}
	results := make([]CallResult, len(calls))
	for i := range calls {
		a := answers[strconv.Itoa(i)]
		results[i].Err = a.Err
		if a.Err == nil {
			results[i].Rows = a.Steps[0].Rows
		}
	}
	return results, nil
}
