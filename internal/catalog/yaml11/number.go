package yaml11

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// integer returns the decimal spelling of a YAML 1.1 integer: binary, octal with a
// leading zero, hexadecimal, base 60, underscores anywhere, no limit of size.
func integer(text string) (string, error) {
	digits, negative := unsigned(text)
	n, ok := new(big.Int), true
	switch {
	case digits == "":
		ok = false
	case digits == "0":
	case strings.HasPrefix(digits, "0b"):
		n, ok = n.SetString(digits[2:], 2)
	case strings.HasPrefix(digits, "0x"):
		n, ok = n.SetString(digits[2:], 16)
	case digits[0] == '0':
		n, ok = n.SetString(digits, 8)
	case strings.Contains(digits, ":"):
		n, ok = base60(digits)
	default:
		n, ok = n.SetString(digits, 10)
	}
	if !ok {
		return "", fmt.Errorf("%q is no integer", text)
	}
	if negative {
		n.Neg(n)
	}
	return n.String(), nil
}

// unsigned drops the underscores and the sign.
func unsigned(text string) (digits string, negative bool) {
	digits = strings.ReplaceAll(text, "_", "")
	negative = strings.HasPrefix(digits, "-")
	if negative || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	return digits, negative
}

func base60(digits string) (*big.Int, bool) {
	n, sixty := new(big.Int), big.NewInt(60)
	for part := range strings.SplitSeq(digits, ":") {
		d, ok := new(big.Int).SetString(part, 10)
		if !ok {
			return nil, false
		}
		n.Mul(n, sixty).Add(n, d)
	}
	return n, true
}

// float returns the one spelling of a YAML 1.1 float: the shortest digits that read
// back as the same number, an exponent below 1e-4 and from 1e16 on.
func float(text string) (string, error) {
	digits, negative := unsigned(strings.ToLower(text))
	f, err := magnitude(digits)
	if err != nil {
		return "", fmt.Errorf("%q is no number", text)
	}
	if negative {
		f = -f
	}
	return floatText(f), nil
}

func magnitude(digits string) (float64, error) {
	switch {
	case digits == ".inf":
		return math.Inf(1), nil
	case digits == ".nan":
		return math.NaN(), nil
	case !strings.Contains(digits, ":"):
		return number(digits)
	}
	// Base 60, the last part first: the order of the additions decides the last digit.
	parts := strings.Split(digits, ":")
	sum, base := 0.0, 1.0
	for i := len(parts) - 1; i >= 0; i-- {
		f, err := number(parts[i])
		if err != nil {
			return 0, err
		}
		sum += f * base
		base *= 60
	}
	return sum, nil
}

// number parses a decimal float; one too large for 64 bits is infinite. Hexadecimal
// floats, which strconv takes too, are no YAML.
func number(digits string) (float64, error) {
	if strings.Contains(digits, "x") {
		return 0, strconv.ErrSyntax
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, err
	}
	return f, nil
}

func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return ".nan"
	case math.IsInf(f, 1):
		return ".inf"
	case math.IsInf(f, -1):
		return "-.inf"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0" // 1e16 alone would read back as a string
		}
		return mantissa + "e" + exponent
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
