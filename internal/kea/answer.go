package kea

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Result codes of the control protocol.
const (
	resultOK          = 0
	resultError       = 1
	resultUnsupported = 2
	resultEmpty       = 3
	resultConflict    = 4
	// 5, fatal, comes from config-set of Kea 3.0 only and leaves the server without a lease
	// manager or without hooks. It is a failure like any other code.
)

// request is one control command.
type request struct {
	Command   string   `json:"command"`
	Service   []string `json:"service,omitempty"`
	Arguments any      `json:"arguments,omitempty"`
}

// answer is what the server says to one command.
type answer struct {
	Result    int             `json:"result"`
	Text      string          `json:"text"`
	Arguments json.RawMessage `json:"arguments"`
}

// decodeAnswer understands both forms: a list with one entry per service from the
// control agent and the daemon's HTTP socket, a single object on HTTP errors.
func decodeAnswer(body []byte) (answer, error) {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '{' {
		var one answer
		err := json.Unmarshal(body, &one)
		return one, err
	}
	var list []answer
	if err := json.Unmarshal(body, &list); err != nil {
		return answer{}, err
	}
	if len(list) != 1 {
		return answer{}, fmt.Errorf("expected one answer, got %d", len(list))
	}
	return list[0], nil
}

// decodeTree reads JSON into maps, slices and json.Number, so that a configuration can
// be sent back with every number as it was written.
func decodeTree(raw []byte) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var tree map[string]any
	if err := decoder.Decode(&tree); err != nil {
		return nil, err
	}
	return tree, nil
}

func decodeStrings(raw []byte) ([]string, error) {
	var texts []string
	err := json.Unmarshal(raw, &texts)
	return texts, err
}
