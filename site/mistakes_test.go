package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"rowkey/site/publish"
)

func TestBuildNamesTheMistake(t *testing.T) {
	const step = "tutorials/01-keys/1-read/"
	for name, c := range map[string]struct {
		file, text string
		want       string
	}{
		"example-whose-assertion-fails": {step + "scan.http", "### x\nGET {{table}}/People()\n\n# ?? count == 4\n",
			"1-read/scan.http: line 4: ?? count == 4: expected"},
		"example-with-a-typing-error": {step + "scan.http", "### x\nGET {{table}}/People()\n\n# ?? cuont == 3\n",
			"1-read/scan.http: line 4"},
		"example-that-surprises": {"content/point.http", "### x\nGET {{table}}/Nobody()\n",
			"content/point.http: line 2: 404 TableNotFound"},
		"solution-that-does-not-pass": {step + "solution.http", "### x\nGET {{table}}/People()\n",
			"solution.http: does not pass check.http: It reads one row: line 5"},
		"start-that-passes": {step + "start.http", "### x\nGET {{table}}/People(PartitionKey='A',RowKey='1')\n",
			"start.http: passes check.http already"},
		"check-without-assertion": {step + "check.http", "\n", "check.http"},
		"solution-without-check":  {step + "check.http", "", "solution.http: a task needs check.http as well"},
		"task-without-heading": {step + "en.md", "---\ntitle: a\ndescription: b\n---\n[x](scan.http)\n",
			`a heading "## Task" and solution.http belong together`},
		"page-without-title": {"content/help/en.md", "---\ndescription: b\n---\n",
			"content/help/en.md:1: front matter: title and description"},
		"raw-html": {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n\n<b>x</b>\n",
			"content/help/en.md:6: raw HTML"},
		"template-that-does-not-exist": {"content/help/en.md", "---\ntitle: a\ndescription: b\ntemplate: x\n---\n",
			`template "x": use one of 404, design, home`},
		"link-to-nowhere": {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](/nowhere/)\n",
			"help/index.html: <a> leads to ../nowhere/"},
		"anchor-to-nowhere": {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](/learn/keys/1/#x)\n",
			"has no such anchor"},
		"relative-link": {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](../learn/)\n",
			"content/help/en.md:5: link to \"../learn/\": begin with /"},
		"missing-example": {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](no.http)\n",
			"there is no example content/help/no.http"},
		"example-that-nobody-sees": {"content/help/x.http", "### x\nGET {{table}}/Tables\n",
			"content/help/en.md: no paragraph shows x.http"},
		"missing-fixture": {"content/help/en.md", "---\ntitle: a\ndescription: b\nfixture: x\n---\n",
			`content/help/en.md: fixture "x": there is no script fixtures/x.http`},
		"missing-setup": {"content/point.http", "# @setup ./no.http\n\n### x\nGET {{table}}/People()\n",
			"content/point.http:1: there is no script ./no.http"},
		"setup-that-fails": {"tutorials/fixtures/people.http", "### x\nGET {{table}}/People()\n",
			"fixtures/people.http"},
		"unknown-class": {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n`class:fast`\n",
			`class "fast"`},
		"lesson-with-an-unknown-score": {"tutorials/01-keys/lesson.json", `{"part":"1_keys","score":["speed"]}`,
			`unknown counter "speed"`},
		"lesson-with-an-unknown-member": {"tutorials/01-keys/lesson.json", `{"part":"1_keys","sore":[]}`, `"sore"`},
		"lesson-that-needs-no-lesson": {"tutorials/01-keys/lesson.json",
			`{"part":"1_keys","fixture":"people","score":["read"],"covers":["A-1 1-read/scan.http"],"needs":["keis"]}`,
			`tutorials/01-keys/lesson.json: "needs": there is no lesson "keis"`},
		"lesson-without-a-need": {"tutorials/01-keys/en.md", "---\ntitle: a\ndescription: b\n---\n",
			"need is required"},
		"gap-between-steps": {"tutorials/01-keys/5-late/en.md", "---\ntitle: a\ndescription: b\n---\n",
			"want step 4"},
		"folder-without-a-number": {"tutorials/keys/en.md", "x", "tutorials/keys: name the folder"},
		"text-that-is-missing": {"site/templates/play.html", `{{define "main"}}{{t "no.such"}}{{end}}`,
			`text "no.such" is missing`},
		"icon-that-is-missing": {"site/templates/play.html", `{{define "main"}}{{icon "x"}}{{end}}`,
			`icon "x" is not in the sprite`},
		"style-attribute": {"site/templates/play.html", `{{define "main"}}<p style="color:red"></p>{{end}}`,
			"forbids style attributes"},
		"id-that-is-there-twice": {"site/templates/play.html", `{{define "main"}}<p id="a"></p><p id="a"></p>{{end}}`,
			`the id "a" is there twice`},
		"picture-from-elsewhere": {"site/templates/play.html",
			`{{define "main"}}<img src="https://example.net/x.png">{{end}}`, "nothing may come from elsewhere"},
		"typescript-that-does-not-read": {"site/app/page.ts", "let = ;", "site/app/page.ts:1:"},
		"import-that-does-not-exist":    {"site/app/page.ts", "import './no.ts'", "site/app/page.ts:1:"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Build(t.Context(), mini(t, 0, map[string]string{c.file: c.text}))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
}

// An engine takes seconds to compile; a mistake does not wait for it.
func TestAMistakeStopsTheEngine(t *testing.T) {
	o := mini(t, 0, map[string]string{"content/point.http": "### x\nGET {{table}}/Nobody()\n"})
	stopped := make(chan error, len(publish.Modules))
	o.engine = func(ctx context.Context, _ publish.Module, _ string) ([]byte, error) {
		<-ctx.Done()
		stopped <- ctx.Err()
		return nil, ctx.Err()
	}
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "point.http: line 2") {
		t.Errorf("error = %v, want that of the script", err)
	}
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the engine ended with %v, want it stopped", err)
	}
}

func TestTextsAreCheckedBeforeAnythingIsMade(t *testing.T) {
	o := mini(t, 0, map[string]string{"tutorials/01-keys/1-read/answers.http": ""})
	o.engine = func(context.Context, publish.Module, string) ([]byte, error) {
		t.Error("the engine is compiled")
		return nil, nil
	}
	o.node = func() ([]byte, error) { t.Error("the front end is bundled"); return nil, errors.New("no") }
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "no known wrong answer") {
		t.Errorf("error = %v, want that of the lesson", err)
	}
}

func TestACloneWithoutPackagesIsToldHowToGetThem(t *testing.T) {
	o := mini(t, 0, nil)
	o.node = nil
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "run npm ci --prefix ") {
		t.Errorf("error = %v, want the command that installs the packages", err)
	}
}
