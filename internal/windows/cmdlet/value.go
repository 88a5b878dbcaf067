package cmdlet

import (
	"slices"
	"time"
)

// Kind says what a Value holds. The letters are those of the wire format.
type Kind byte

// The kinds of values.
const (
	KindNull    Kind = 'z'
	KindText    Kind = 's'
	KindTexts   Kind = 'l'
	KindNumber  Kind = 'n'
	KindNumbers Kind = 'm'
	KindBool    Kind = 'b'
	KindSeconds Kind = 'd'
	KindTime    Kind = 't'
	KindSecret  Kind = 'c'
)

// Value is the value of one parameter. Its zero value is $null.
type Value struct {
	kind    Kind
	text    string
	second  string
	texts   []string
	number  int64
	numbers []int64
	flag    bool
	time    time.Time
}

// Text is a text, an address, or one word of a value list.
func Text(s string) Value { return Value{kind: KindText, text: s} }

// Texts is a list of texts or addresses; it may be empty.
func Texts(s ...string) Value { return Value{kind: KindTexts, texts: slices.Clone(s)} }

// Number is a whole number.
func Number(n int64) Value { return Value{kind: KindNumber, number: n} }

// Numbers is a list of whole numbers.
func Numbers(n ...int64) Value { return Value{kind: KindNumbers, numbers: slices.Clone(n)} }

// Bool is true or false, for a boolean parameter or a switch.
func Bool(b bool) Value { return Value{kind: KindBool, flag: b} }

// Switch is a switch that is given.
func Switch() Value { return Bool(true) }

// Seconds is a duration. 4294967295 seconds mean "unlimited" to a DHCP server.
func Seconds(n uint64) Value { return Value{kind: KindSeconds, number: int64(n)} }

// Time is a moment, sent in UTC and whole seconds.
func Time(t time.Time) Value {
	return Value{kind: KindTime, time: t.UTC().Truncate(time.Second)}
}

// Credential is a user name with its password, for the one parameter that takes them.
func Credential(user, password string) Value {
	return Value{kind: KindSecret, text: user, second: password}
}

// Null is $null.
func Null() Value { return Value{} }

// Kind returns what the value holds.
func (v Value) Kind() Kind {
	if v.kind == 0 {
		return KindNull
	}
	return v.kind
}

// Native returns the value as Bind takes it: nil, string, []any, int64, bool,
// time.Duration, time.Time, or PSCredential.
func (v Value) Native() any {
	switch v.kind {
	case KindText:
		return v.text
	case KindTexts:
		return anys(v.texts)
	case KindNumber:
		return v.number
	case KindNumbers:
		return anys(v.numbers)
	case KindBool:
		return v.flag
	case KindSeconds:
		return time.Duration(v.number) * time.Second
	case KindTime:
		return v.time
	case KindSecret:
		return PSCredential{User: v.text, Password: v.second}
	}
	return nil
}

// Equal tells whether two values are the same.
func (v Value) Equal(o Value) bool {
	return v.Kind() == o.Kind() && v.text == o.text && v.second == o.second && v.number == o.number &&
		v.flag == o.flag && v.time.Equal(o.time) && slices.Equal(v.texts, o.texts) && slices.Equal(v.numbers, o.numbers)
}

// PSCredential is a user name with its password.
type PSCredential struct{ User, Password string }

// String hides the password.
func (c PSCredential) String() string { return c.User }

// Args are the parameters of a call by their full names.
type Args map[string]Value

// Native returns the arguments as Bind takes them.
func (a Args) Native() map[string]any {
	out := make(map[string]any, len(a))
	for name, v := range a {
		out[name] = v.Native()
	}
	return out
}

func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}
