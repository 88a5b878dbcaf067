package kea

import (
	"context"
	"encoding/json"
	"fmt"
)

// set puts a tested configuration in force. done is false when another writer changed the
// server since base was read. The hash is that of the new configuration, empty where the
// server has none or when no answer came: the caller reads again and decides.
func (s *service) set(ctx context.Context, base, next *document) (done bool, hash string, err error) {
	command := s.request("config-set", next.arguments())
	body, err := json.Marshal(command)
	if err != nil {
		return false, "", s.peer.fail(command, KindInvalid, err.Error(), "", err)
	}
	if base.hash != "" {
		// The last look before the set: what remains between the two is the time of one
		// short command, and the caller reads again after the set.
		hash, err := s.hash(ctx)
		if err != nil {
			return false, "", err
		}
		if hash != base.hash {
			return false, "", nil
		}
	}
	result, err := s.peer.post(ctx, command, body)
	switch {
	case err == nil:
		if tree, treeErr := decodeTree(result.Arguments); treeErr == nil {
			hash = textOf(tree["hash"])
		}
		return true, hash, nil
	case KindOf(err) == KindTimeout, KindOf(err) == KindUnreachable:
		// Without an answer the set may have happened: reading again tells.
		return true, "", nil
	case KindOf(err) == KindDenied:
		return false, "", err
	}
	return false, "", s.restore(ctx, base, err)
}

// restore puts the previous configuration back after a failed config-set and proves that
// the server serves: a failed set can leave Kea without its lease manager or its hooks.
func (s *service) restore(ctx context.Context, base *document, cause error) error {
	previous, err := base.copy()
	if err == nil {
		previous.stripInherited()
		_, err = s.call(ctx, "config-set", previous.arguments())
	}
	if err == nil {
		err = s.proveServing(ctx)
	}
	if err != nil {
		return &Error{Kind: KindBroken, Endpoint: s.peer.endpoint, Command: "config-set",
			Text:   fmt.Sprintf("the server accepted the change in its test but failed to put it in force (%v), and it could not be put back into service (%v)", cause, err),
			Advice: "Restart Kea now: it may not be answering DHCP clients. Its configuration file was not changed.", Cause: cause}
	}
	return &Error{Kind: KindOf(cause), Endpoint: s.peer.endpoint, Command: "config-set",
		Text:   fmt.Sprintf("the server accepted the change in its test but failed to put it in force: %v", cause),
		Advice: "The previous configuration is in force again and the server serves. See Kea's log for the reason.", Cause: cause}
}

// proveServing asks what only a server with hooks and lease manager answers.
func (s *service) proveServing(ctx context.Context) error {
	before, err := s.list(ctx)
	if err != nil {
		return err
	}
	result, err := s.call(ctx, "list-commands", nil)
	if err != nil {
		return err
	}
	now, err := decodeStrings(result.Arguments)
	if err != nil {
		return err
	}
	if len(now) < len(before) {
		return fmt.Errorf("%d commands are gone with their hook libraries", len(before)-len(now))
	}
	page := s.family.lease("get-page")
	if known, _ := s.can(ctx, page); known {
		_, err = s.call(ctx, page, map[string]any{"from": "start", "limit": 1})
	} else {
		// The server does this by itself all the time; it needs the lease manager.
		_, err = s.call(ctx, "leases-reclaim", map[string]any{"remove": false})
	}
	if KindOf(err) == KindNotFound {
		return nil
	}
	return err
}
