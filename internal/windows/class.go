package windows

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ClassType is which of a client's claims a class goes by.
type ClassType string

// The types of classes.
const (
	VendorClass ClassType = "Vendor" // option 60, the maker of the client
	UserClass   ClassType = "User"   // option 77, which the administrator of the client sets
)

// Class is a vendor or user class: a name for the data that a client sends.
type Class struct {
	Name        string
	Type        ClassType
	Data        string // 1 to 255 bytes of text; bytes that are none stand as 0x and hexadecimal digits
	Description string
}

func classObject(kind ClassType, name string) string {
	return fmt.Sprintf("%s class %q", strings.ToLower(string(kind)), name)
}

var classes = &listing{
	name:  "classes",
	whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv4Class", Take: []string{"Name", "Type", "Data", "Description"}},
}

func decodeClass(row Row) (Class, error) {
	d := decoder{row: row}
	cl := Class{Name: d.text("Name"), Type: word(d.text("Type"), VendorClass, UserClass), Data: classData(d.text("Data")), Description: d.text("Description")}
	return cl, d.err
}

// classData reads the data of a class, which goes in as text and comes back as 0x and the
// bytes in hexadecimal.
func classData(text string) string {
	digits, ok := strings.CutPrefix(text, "0x")
	if !ok {
		return text
	}
	data, err := hex.DecodeString(digits)
	if err != nil || !utf8.Valid(data) || strings.ContainsFunc(string(data), unicode.IsControl) {
		return text
	}
	return string(data)
}

// classFrom finds a class in the answer to classes.all.
func (c *Client) classFrom(kind ClassType, name string, answers []answer, err error) (*Class, error) {
	object := classObject(kind, name)
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	if len(answers) == 0 {
		return nil, &Error{Kind: KindProtocol, Object: object, Server: c.config.Server, Message: "it could not be read back"}
	}
	for _, row := range answers[0].rows {
		cl, err := decodeClass(row)
		if err != nil {
			return nil, c.undecodable(object, err)
		}
		if cl.Type == kind && cl.Name == name {
			return &cl, nil
		}
	}
	return nil, c.missing(object, "the class does not exist")
}

// ReadClass reads a class. One that does not exist is an error of KindNotFound.
func (c *Client) ReadClass(ctx context.Context, kind ClassType, name string) (*Class, error) {
	answers, err := c.read(ctx, classes.all())
	return c.classFrom(kind, name, answers, err)
}

func planClassAdd(cl Class) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv4Class", Args: cmdlet.Args{
		"Name": cmdlet.Text(cl.Name), "Type": cmdlet.Text(string(cl.Type)), "Data": cmdlet.Text(cl.Data), "Description": cmdlet.Text(cl.Description),
	}}
}

// planClassUpdate changes what differs: a call that changes nothing is refused.
func planClassUpdate(current, desired Class) []cmdlet.Call {
	args := cmdlet.Args{}
	if current.Data != desired.Data {
		args["Data"] = cmdlet.Text(desired.Data)
	}
	if current.Description != desired.Description {
		args["Description"] = cmdlet.Text(desired.Description)
	}
	if len(args) == 0 {
		return nil
	}
	args["Name"], args["Type"] = cmdlet.Text(desired.Name), cmdlet.Text(string(desired.Type))
	return []cmdlet.Call{{Cmdlet: "Set-DhcpServerv4Class", Args: args}}
}

func planClassRemove(kind ClassType, name string) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet: "Remove-DhcpServerv4Class", Args: cmdlet.Args{"Name": cmdlet.Texts(name), "Type": cmdlet.Text(string(kind))}, Tolerate: []string{"DHCP 20044"},
	}
}

// classUse lists what goes with a class when it is removed: definitions for a vendor
// class, and values at the server and its scopes. Values of reservations are not looked for:
// each would cost a call.
func (c *Client) classUse(ctx context.Context, kind ClassType, name string) ([]string, error) {
	ids, err := c.scopeIDs(ctx, netip.Addr{})
	if err != nil {
		return nil, err
	}
	levels := []OptionLevel{{}}
	queries := []query{optionsV4.server.all()}
	for _, id := range ids {
		levels, queries = append(levels, OptionLevel{Scope: id}), append(queries, optionsV4.atScopes.one(id))
	}
	answers, err := c.readFresh(ctx, append(queries, optionsV4.definitions.all())...)
	if err != nil {
		return nil, err
	}
	var use []string
	for i, l := range levels {
		for _, row := range answers[i].rows {
			if v, err := decodeOption(l, row); err == nil && (kind == VendorClass && v.VendorClass == name || kind == UserClass && v.UserClass == name) {
				use = append(use, v.object())
			}
		}
	}
	for _, row := range answers[len(queries)].rows {
		if kind == VendorClass && row.Text("VendorClass") == name {
			use = append(use, DefinitionKey{ID: row.Number("OptionId"), VendorClass: name}.object())
		}
	}
	return use, nil
}
