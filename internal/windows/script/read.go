package script

import (
	"strconv"
	"strings"
)

// reader gathers the lines of an answer.
type reader struct {
	answers []Answer
	open    bool // a program has begun and not ended
	columns []string
	keys    int // how many of the columns name bound values
}

// line takes one line; false when it does not belong there.
func (r *reader) line(line string) bool {
	kind, rest, _ := strings.Cut(line, "\t")
	cells, ok := cells(rest)
	if !ok || (kind != "P") != r.open {
		return kind == "" && line == "" && len(r.answers) == 0 && !r.open
	}
	switch kind {
	case "P":
		return r.program(cells)
	case "V":
		return r.environment(cells)
	case "S":
		return r.step(cells)
	case "R":
		return r.row(cells)
	case "K":
		return r.keyRow(cells)
	case "X", "F", "U":
		return r.failure(kind, cells)
	case "Z":
		r.open = false
		return true
	}
	return false
}

func cells(rest string) ([]any, bool) {
	if rest == "" {
		return nil, true
	}
	var out []any
	for cell := range strings.SplitSeq(rest, "\t") {
		v, ok := parseCell(cell)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

func (r *reader) last() *Answer { return &r.answers[len(r.answers)-1] }

func (r *reader) lastStep() *StepResult {
	steps := r.last().Steps
	if len(steps) == 0 {
		return nil
	}
	return &steps[len(steps)-1]
}

func (r *reader) program(cells []any) bool {
	if len(cells) != 1 {
		return false
	}
	id, ok := cells[0].(string)
	r.open = true
	r.answers = append(r.answers, Answer{ID: id})
	return ok
}

func (r *reader) environment(cells []any) bool {
	if len(cells) != 4 {
		return false
	}
	row := Row{"0": cells[0], "1": cells[1], "2": cells[2], "3": cells[3]}
	r.last().Environment = &Environment{row.Text("0"), row.Text("1"), row.Text("2"), row.Texts("3")}
	return true
}

func (r *reader) step(cells []any) bool {
	if len(cells) != 2 || cells[0] != int64(len(r.last().Steps)) {
		return false
	}
	r.columns = Row{"": cells[1]}.Texts("")
	r.keys = 0
	for _, name := range r.columns {
		if strings.HasPrefix(name, "@") {
			r.keys++
		}
	}
	r.last().Steps = append(r.last().Steps, StepResult{})
	return true
}

func (r *reader) row(cells []any) bool {
	step := r.lastStep()
	if step == nil || len(cells) != len(r.columns) {
		return false
	}
	row := make(Row, len(cells))
	for i, name := range r.columns {
		row[name] = cells[i]
	}
	step.Rows = append(step.Rows, row)
	return true
}

func (r *reader) keyRow(cells []any) bool {
	step := r.lastStep()
	if step == nil || len(step.Failed) == 0 || len(cells) != r.keys {
		return false
	}
	item := Row{}
	for i, v := range cells {
		item[r.columns[i]] = v
	}
	step.Failed[len(step.Failed)-1].Item = item
	return true
}

func (r *reader) failure(kind string, cells []any) bool {
	if len(cells) != 7 {
		return false
	}
	row := Row{}
	for i, v := range cells {
		row[strconv.Itoa(i)] = v
	}
	e := &StepError{
		Step: int(row.Number("0")), Cmdlet: row.Text("1"), ID: row.Text("2"), Category: row.Text("3"),
		Number: row.Number("4"), Message: row.Text("5"), Cause: row.Text("6"),
	}
	e.settle()
	switch kind {
	case "F":
		r.last().Err = e
	case "U":
		r.last().Undo = append(r.last().Undo, e)
	default:
		step := r.lastStep()
		if step == nil {
			return false
		}
		step.Failed = append(step.Failed, e)
	}
	return true
}

// settle makes number and id agree: the number stands on the error object where Windows
// gives one, else in the id.
func (e *StepError) settle() {
	family, number, ok := strings.Cut(e.ID, " ")
	inID := ok && (family == "DHCP" || family == "WIN32")
	switch {
	case inID && e.Number == 0:
		e.Number, _ = strconv.ParseInt(number, 10, 64)
	case !inID && e.Number >= 20000 && e.Number < 21000:
		e.ID = "DHCP " + strconv.FormatInt(e.Number, 10)
	case !inID && e.Number > 0:
		e.ID = "WIN32 " + strconv.FormatInt(e.Number, 10)
	}
}
