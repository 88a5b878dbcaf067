package yaml11

import (
	"fmt"
	"strings"
)

// write puts text that stays on the line.
func (w *writer) write(text string, columns int) {
	w.out.WriteString(text)
	w.column += columns
}

func (w *writer) runes(text []rune) { w.write(string(text), len(text)) }

// indicator puts a mark such as "-" or ":", a space in front where one is needed and
// none is there. After an indicator of indentation the line still counts as indented.
func (w *writer) indicator(mark string, needBlank, indents bool) {
	if needBlank && !w.blank {
		w.write(" ", 1)
	}
	w.write(mark, len(mark))
	w.blank = mark == "[" || mark == "{"
	w.atIndent = w.atIndent && indents
}

// newLine goes to the indent, on a new line unless the current one holds only
// indentation before it.
func (w *writer) newLine() {
	indent := max(w.indent, 0)
	if !w.atIndent || w.column > indent || w.column == indent && !w.blank {
		w.lineBreak()
	}
	if w.column < indent {
		w.blank = true
		w.write(strings.Repeat(" ", indent-w.column), indent-w.column)
	}
}

func (w *writer) lineBreak() {
	w.out.WriteByte('\n')
	w.column, w.blank, w.atIndent = 0, true, true
}

// plain writes a text without quotes, folded at single spaces past the width.
func (w *writer) plain(text []rune, fold bool) {
	if len(text) == 0 {
		return
	}
	if !w.blank {
		w.write(" ", 1)
	}
	w.blank, w.atIndent = false, false
	for i := 0; i < len(text); {
		end := runEnd(text, i)
		if text[i] == ' ' && end == i+1 && w.column > lineWidth && fold {
			w.newLine()
			w.blank, w.atIndent = false, false
		} else {
			w.runes(text[i:end])
		}
		i = end
	}
}

// runEnd is the end of the run of spaces, of line feeds, or of other characters.
func runEnd(text []rune, start int) int {
	class := func(r rune) rune {
		if r == ' ' || r == '\n' {
			return r
		}
		return 'x'
	}
	end := start + 1
	for end < len(text) && class(text[end]) == class(text[start]) {
		end++
	}
	return end
}

// singleQuoted doubles quotes, writes a line break as an empty line, and folds at
// single spaces past the width, the first and last character excepted.
func (w *writer) singleQuoted(text []rune, fold bool) {
	w.indicator("'", true, false)
	for i := 0; i < len(text); {
		end := runEnd(text, i)
		switch {
		case text[i] == '\n':
			w.lineBreak()
			for range text[i:end] {
				w.lineBreak()
			}
			w.newLine()
		case text[i] == ' ' && end == i+1 && w.column > lineWidth && fold && i > 0 && end < len(text):
			w.newLine()
		default:
			run := strings.ReplaceAll(string(text[i:end]), "'", "''")
			w.write(run, len(run)) // ASCII alone comes here
		}
		i = end
	}
	w.indicator("'", false, false)
}

// escapes are the characters with a letter of their own.
var escapes = map[rune]string{
	0: "0", '\a': "a", '\b': "b", '\t': "t", '\n': "n", '\v': "v", '\f': "f", '\r': "r", 0x1b: "e",
	'"': `"`, '\\': `\`, 0x85: "N", 0xa0: "_", 0x2028: "L", 0x2029: "P",
}

func escape(r rune) string {
	switch e, ok := escapes[r]; {
	case ok:
		return `\` + e
	case r <= 0xff:
		return fmt.Sprintf(`\x%02X`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04X`, r)
	default:
		return fmt.Sprintf(`\U%08X`, r)
	}
}

// doubleQuoted escapes all but printable ASCII. Past the width it breaks the line with
// a backslash, before a space or behind an escape; a space that opens the next line is
// escaped so that it is not lost as indentation.
func (w *writer) doubleQuoted(text []rune, fold bool) {
	w.indicator(`"`, true, false)
	start := 0 // of the characters not yet written
	for i := 0; i <= len(text); i++ {
		last := i == len(text)
		if last || text[i] == '"' || text[i] == '\\' || text[i] < 0x20 || text[i] > 0x7e {
			w.runes(text[start:i])
			start = i
			if !last {
				e := escape(text[i])
				w.write(e, len(e))
				start = i + 1
			}
		}
		if fold && 0 < i && i < len(text)-1 && (text[i] == ' ' || start >= i) && w.column+i-start > lineWidth {
			if start < i {
				w.runes(text[start:i])
				start = i
			}
			w.write(`\`, 1)
			w.newLine()
			w.blank, w.atIndent = false, false
			if text[start] == ' ' {
				w.write(`\`, 1)
			}
		}
	}
	w.indicator(`"`, false, false)
}
