//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// oldCommand is a command of a file of the old format.
type oldCommand struct {
	write
	announced int // how many commands are the transaction that follows, -1 if this is a write
}

// maxOldName is the length of the longest name of a command, in bytes.
const maxOldName = len("flushdb")

// errOldEnd says that the file ends inside a command.
var errOldEnd = errors.New("the file ends inside a command")

// parseOld reads one command and returns its length. Errors: errOldEnd; one that says what is wrong.
// Source: Redis serialization protocol, arrays of bulk strings.
func parseOld(b []byte) (c oldCommand, size int, err error) {
	n, at, err := oldLength(b, 0, '*')
	if err != nil {
		return c, 0, err
	}
	if n < 1 || n > 3 {
		return c, 0, fmt.Errorf("a command of %d parts", n)
	}
	var parts [3][]byte // copied once all are there: a length can be any
	for i := range n {
		if parts[i], at, err = oldPart(b, at); err != nil {
			return c, 0, err
		}
	}
	c.announced = -1
	switch name := string(parts[0][:min(len(parts[0]), maxOldName+1)]); {
	case name == "set" && n == 3:
		c.write = write{string(parts[1]), string(parts[2]), put}
	case name == "del" && n == 2 && bytes.HasPrefix(parts[1], []byte(announcement)):
		c.announced, err = strconv.Atoi(string(parts[1][len(announcement):]))
		if c.announced < 0 && err == nil {
			err = errors.New("a negative number of commands")
		}
	case name == "del" && n == 2:
		c.write = write{key: string(parts[1]), kind: remove}
	case name == "flushdb" && n == 1:
		c.write = write{kind: clear}
	default:
		err = fmt.Errorf("the command %.20q of %d parts", name, n)
	}
	return c, at, err
}

// oldLength reads a line of a sign and a number, and returns where the next one begins.
func oldLength(b []byte, at int, sign byte) (n, next int, err error) {
	line := b[at:min(len(b), at+16)]
	end := bytes.IndexByte(line, '\n')
	if end < 0 && len(line) < 16 && (len(line) == 0 || line[0] == sign) {
		return 0, 0, errOldEnd
	}
	text, ok := strings.CutSuffix(string(line[:end+1]), "\r\n")
	if !ok || text == "" || text[0] != sign {
		return 0, 0, fmt.Errorf("%.20q where a length should be", line)
	}
	length, err := strconv.ParseUint(text[1:], 10, 31)
	return int(length), at + end + 1, err
}

// oldPart reads one part of a command.
func oldPart(b []byte, at int) (part []byte, next int, err error) {
	n, at, err := oldLength(b, at, '$')
	if err != nil {
		return nil, 0, err
	}
	if n+2 > len(b)-at {
		return nil, 0, errOldEnd
	}
	if string(b[at+n:at+n+2]) != "\r\n" {
		return nil, 0, errors.New("a part of a command is longer than it says")
	}
	return b[at : at+n], at + n + 2, nil
}
