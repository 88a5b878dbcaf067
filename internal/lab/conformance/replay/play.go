package replay

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// play plays a story to its first difference.
func (s *story) play(ctx context.Context, outcome *Outcome) error {
	outcome.Outcome = Agreed
	if err := s.lookBefore(ctx); err != nil {
		return err
	}
	for i := 0; i < len(s.scenes); {
		if s.scenes[i].waits {
			if err := s.settle(ctx); err != nil {
				return err
			}
			i++
			continue
		}
		next := i + 1
		for next < len(s.scenes) && !s.scenes[next].waits && s.scenes[next].on == s.scenes[i].on {
			next++
		}
		if differs, err := s.perform(ctx, s.scenes[i:next], outcome); differs || err != nil {
			return err
		}
		i = next
	}
	return nil
}

// lookBefore reads what the listings of the story hold before it begins.
func (s *story) lookBefore(ctx context.Context) error {
	for _, client := range []*windows.Client{s.Server, s.Partner} {
		var listings []*scene
		for i := range s.scenes {
			if sc := &s.scenes[i]; sc.on == client && client != nil && !sc.waits && listsAll(sc.call.Cmdlet, sc.call.Args) {
				listings = append(listings, sc)
			}
		}
		answers, err := run(ctx, client, listings)
		if err != nil {
			return err
		}
		for i, sc := range listings {
			sc.before = s.result(sc.call, answers[i], s.Blocks)
		}
	}
	return nil
}

// perform runs scenes on one server in one process and compares.
func (s *story) perform(ctx context.Context, scenes []scene, outcome *Outcome) (differs bool, err error) {
	var calls []*scene
	for i := range scenes {
		calls = append(calls, &scenes[i])
		if strings.HasPrefix(scenes[i].call.Cmdlet, "Add-DhcpServerv4Filter") {
			s.filters = append(s.filters, texts(scenes[i].call.Args["MacAddress"])...)
		}
	}
	answers, err := run(ctx, scenes[0].on, calls)
	if err != nil {
		return false, err
	}
	for i, sc := range calls {
		got := withoutOthers(s.result(sc.call, answers[i], s.Blocks), sc.before.Rows, sc.want)
		if want, seen, ok := conformance.Compare(sc.want, got); !ok {
			*outcome = Outcome{
				Case: outcome.Case, Grade: outcome.Grade, Outcome: Different,
				Step: sc.step, Call: sc.call.String(), Expected: want, Got: seen,
			}
			return true, nil
		}
	}
	return false, nil
}

func run(ctx context.Context, client *windows.Client, scenes []*scene) ([]windows.CallResult, error) {
	calls := make([]cmdlet.Call, len(scenes))
	for i, sc := range scenes {
		calls[i] = sc.call
	}
	if len(calls) == 0 {
		return nil, nil
	}
	return client.RunCalls(ctx, calls)
}

// withoutOthers leaves out of a listing what it held before the case began, unless the case
// expects it, as it does with what every server has.
func withoutOthers(got model.Result, before []model.Object, want conformance.Expect) model.Result {
	before, expected := slices.Clone(before), slices.Clone(want.Rows)
	var rows []model.Object
	for _, row := range got.Rows {
		if i := slices.IndexFunc(expected, func(w map[string]any) bool {
			_, _, same := conformance.Compare(conformance.Expect{Rows: []map[string]any{w}}, model.Result{Rows: []model.Object{row}})
			return same
		}); i >= 0 {
			expected = slices.Delete(expected, i, i+1)
			rows = append(rows, row)
			continue
		}
		if i := slices.IndexFunc(before, func(b model.Object) bool { return reflect.DeepEqual(b.Properties, row.Properties) }); i >= 0 {
			before = slices.Delete(before, i, i+1)
			continue
		}
		rows = append(rows, row)
	}
	got.Rows = rows
	return got
}

// settleLooks is how often a relationship is looked at before the story goes on with it as
// it is.
const settleLooks = 90

// settle waits until the relationships of the run are in their normal state.
func (s *story) settle(ctx context.Context) error {
	listing := cmdlet.Call{Cmdlet: "Get-DhcpServerv4Failover", Take: []string{"Name", "State"}}
	for range settleLooks {
		answers, err := s.Server.RunCalls(ctx, []cmdlet.Call{listing})
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(answers[0].Rows, func(row windows.Row) bool {
			return strings.HasPrefix(row.Text("Name"), s.Prefix) && !strings.EqualFold(row.Text("State"), "Normal")
		}) {
			return nil
		}
		if err := pause(ctx, s.Pause); err != nil {
			return err
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
