package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// skeleton is a lesson of one step that builds: by path below its folder. TITLE is its name.
var skeleton = map[string]string{
	"lesson.json": `{
  "part": "10_own",
  "house": false,
  "minutes": 10,
  "score": ["read"]
}
`,
	"en.md": `---
title: TITLE
need: find a row by both of its keys
description: A lesson of your own. Change this sentence first.
---
Say here what the lesson is about.
`,
	"1-both-keys/en.md": `---
title: Both keys
description: What the step shows, in one sentence.
---
The table Menu has a row for each thing that the café sells. If you know both keys, the service reads **1** row.

[The coffee](coffee.http)

## Task

Find the tea with one read.

### Hint 1

The start script gives one key. Give both.
`,
	"1-both-keys/setup.http": `### The table
POST {{table}}/Tables
Content-Type: application/json

{ "TableName": "Menu" }

### Coffee
PUT {{table}}/Menu(PartitionKey='drinks',RowKey='coffee')
Content-Type: application/json

{ "Price": 3 }

### Tea
PUT {{table}}/Menu(PartitionKey='drinks',RowKey='tea')
Content-Type: application/json

{ "Price": 2 }

### Cake
PUT {{table}}/Menu(PartitionKey='food',RowKey='cake')
Content-Type: application/json

{ "Price": 4 }
`,
	"1-both-keys/coffee.http": `### The coffee
GET {{table}}/Menu(PartitionKey='drinks',RowKey='coffee')

# ?? read == 1
`,
	"1-both-keys/start.http": `### The tea
GET {{table}}/Menu()?$filter=RowKey eq 'tea'
`,
	"1-both-keys/solution.http": `### The tea
GET {{table}}/Menu(PartitionKey='drinks',RowKey='tea')
`,
	"1-both-keys/check.http": `### The tea comes back
# @feedback No answer holds the tea alone. Ask for PartitionKey drinks and RowKey tea.
# ?? answer keys == ["drinks/tea"]

### With one read
# @answer keys == ["drinks/tea"]
# @feedback The service has read other rows as well. Give both keys.
# ?? answer read <= 1
`,
	"1-both-keys/answers.http": `## right with-a-filter
### The tea
GET {{table}}/Menu()?$filter=PartitionKey eq 'drinks' and RowKey eq 'tea'

## wrong the-coffee: No answer holds the tea alone
### The tea
GET {{table}}/Menu(PartitionKey='drinks',RowKey='coffee')
`,
}

var (
	slugs   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	folders = regexp.MustCompile(`^([0-9]+)-(.+)$`)
)

// newLesson writes a lesson that builds, after all others of a folder, and returns its own.
func newLesson(lessons, slug string) (string, error) {
	if !slugs.MatchString(slug) {
		return "", fmt.Errorf("-new %q: give the lesson a name of a to z, digits and hyphens, such as cafe", slug)
	}
	entries, err := os.ReadDir(lessons)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	last := 0
	for _, e := range entries {
		m := folders.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		if m[2] == slug {
			return "", fmt.Errorf("-new %s: %s is there already", slug, filepath.Join(lessons, e.Name()))
		}
		if n, err := strconv.Atoi(m[1]); err == nil {
			last = max(last, n)
		}
	}
	dir := filepath.Join(lessons, fmt.Sprintf("%02d-%s", last+1, slug))
	title := strings.ToUpper(slug[:1]) + strings.ReplaceAll(slug[1:], "-", " ")
	for name, text := range skeleton {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "TITLE", title)), 0o644); err != nil {
			return "", err
		}
	}
	return dir, nil
}
