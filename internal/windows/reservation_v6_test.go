package windows

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func duid(text string) dhcp.ClientID {
	id, err := dhcp.ParseDUID(text)
	if err != nil {
		panic(err)
	}
	return id
}

func printerV6() ReservationV6 {
	return ReservationV6{Address: ip("2001:db8:0:1::20"), DUID: duid("00-03-00-01-aa-bb-cc-dd-ee-01"), IAID: 4294967295, Name: "printer 'ß'", Description: "third floor"}
}

func TestReservationV6Lifecycle(t *testing.T) {
	l := newLab(t, 1)
	r := printerV6()
	create := func(r ReservationV6) error { _, err := l.CreateReservationV6(t.Context(), r); return err }
	_ = wantKind(t, create(r), KindNotFound)
	mustCreateV6(t, l, labV6())
	if got, err := l.CreateReservationV6(t.Context(), r); err != nil || !got.equal(r) {
		t.Fatalf("%+v, %v", got, err)
	}
	unnamed := ReservationV6{Address: ip("2001:db8:0:1::21"), DUID: r.DUID, IAID: 1}
	if got, err := l.CreateReservationV6(t.Context(), unnamed); err != nil || got.Name != "2001:db8:0:1::21" {
		t.Fatalf("%+v, %v", got, err)
	}
	e := wantKind(t, create(r), KindExists)
	if !strings.Contains(e.Message, r.DUID.String()) || !strings.Contains(e.Advice, "id 2001:db8:0:1::20") {
		t.Error(e, e.Advice)
	}
	again := r
	again.Address = ip("2001:db8:0:1::22")
	if e := wantKind(t, create(again), KindConflict); !strings.Contains(e.Message, "2001:db8:0:1::20 reserved already") {
		t.Error(e)
	}
	for _, edit := range []func(*ReservationV6){
		func(r *ReservationV6) { r.Name = "renamed" },
		func(r *ReservationV6) { r.Description = "" },
		func(r *ReservationV6) { r.IAID, r.DUID = 5, duid("00-02-00-00-00-09-01") },
	} {
		want := r
		edit(&want)
		if got, err := l.UpdateReservationV6(t.Context(), r.Address, edit); err != nil || !got.equal(want) {
			t.Fatalf("%+v, %v", got, err)
		}
		r = want
	}
	_, err := l.UpdateReservationV6(t.Context(), r.Address, func(r *ReservationV6) { r.DUID, r.IAID = unnamed.DUID, unnamed.IAID })
	_ = wantKind(t, err, KindConflict)
	_ = wantKind(t, l.DeleteReservationV6(t.Context(), printerV6()), KindChangedMeanwhile)
	for range 2 {
		if err := l.DeleteReservationV6(t.Context(), r); err != nil {
			t.Error(err)
		}
	}
	if _, err := l.ReadReservationV6(t.Context(), unnamed.Address); err != nil {
		t.Errorf("the other reservation: %v", err)
	}
	_, err = l.ReadReservationV6(t.Context(), r.Address)
	_ = wantKind(t, err, KindNotFound)
}

func TestReservationV6WithLostAnswers(t *testing.T) {
	l := newLab(t, 1)
	mustCreateV6(t, l, labV6())
	r := printerV6()
	l.failWrites(lostEarly)
	_, err := l.CreateReservationV6(t.Context(), r)
	_ = wantKind(t, err, KindUnknownOutcome)
	l.failWrites(lostAfter)
	if got, err := l.CreateReservationV6(t.Context(), r); err != nil || !got.equal(r) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := l.UpdateReservationV6(t.Context(), r.Address, func(r *ReservationV6) { r.Name = "x" }); err != nil || got.Name != "x" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := l.DeleteReservationV6(t.Context(), r); err != nil {
		t.Error(err)
	}
}

func TestLeasesV6(t *testing.T) {
	l := newLab(t, 1)
	_, err := l.ReadLeasesV6(t.Context(), labV6().Prefix)
	_ = wantKind(t, err, KindNotFound)
	mustCreateV6(t, l, labV6())
	if _, err := l.CreateReservationV6(t.Context(), printerV6()); err != nil {
		t.Fatal(err)
	}
	leaseV6(t, l, "2001:db8:0:1::50")
	leases, err := l.ReadLeasesV6(t.Context(), labV6().Prefix)
	if err != nil || len(leases) != 2 || leases[0].Held(l.world.Now()) || !leases[1].Held(l.world.Now()) || leases[1].AddressType != "IANA" {
		t.Errorf("%+v, %v", leases, err)
	}
}
