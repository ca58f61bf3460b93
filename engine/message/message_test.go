package message_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/message"
)

func TestAMessageIsItsFormatWithItsParameters(t *testing.T) {
	tests := []struct {
		name string
		text message.Text
		want string
	}{
		{"nothing", nil, ""},
		{"a-parameter", message.New("unknown-helper", "gid"), "unknown helper $gid."},
		{"sentences", message.New("unknown-helper", "gid").And(message.New("did-you-mean", "$guid")),
			"unknown helper $gid. Did you mean $guid?"},
		{"a-parameter-twice", message.New("no-address", "GET"),
			"GET needs an address, for example GET /TABLE(), with the name of your table."},
		{"a-placeholder-in-a-parameter", message.New("filter-symbol", "{1}", "{0}"),
			"Operators are words: write {0} in place of {1}."},
		{"braces-around-a-parameter", message.New("template-form", "a:b")[:1], "`{a:b}`"},
	}
	for _, tt := range tests {
		if got := tt.text.String(); !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAndChangesNeitherMessage(t *testing.T) {
	first := make(message.Text, 1, 4)
	first[0] = message.New("fix")[0]
	one, two := first.And(message.New("fix-quotes")), first.And(message.New("fix-insert-line"))
	if len(first) != 1 || one.String() != "Fix Add quotes" || two.String() != "Fix Insert line" {
		t.Errorf("%q, %q and %q", first, one, two)
	}
}

func TestAMessageIsFoundInTheErrorThatWrapsIt(t *testing.T) {
	text := message.Of(fmt.Errorf("while reading: %w", message.New("fix-quotes")))
	if len(text) != 1 || text[0].Code != "fix-quotes" {
		t.Errorf("Of = %v", text)
	}
	other := message.Of(errors.New("the disk is full"))
	if other.String() != "the disk is full" || other[0].Code != "verbatim" {
		t.Errorf("Of = %v", other)
	}
}
