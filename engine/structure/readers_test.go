package structure_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rowkey/engine/accesslog"
	"rowkey/engine/auth"
	"rowkey/engine/client"
	"rowkey/engine/control"
	"rowkey/engine/costs"
	"rowkey/engine/datacentre"
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/linear"
	"rowkey/engine/multipart"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
	"rowkey/engine/profile"
	"rowkey/engine/queue"
	"rowkey/engine/recipe"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
	"rowkey/engine/spelling"
	"rowkey/engine/store"
	"rowkey/engine/template"
	"rowkey/engine/workload"
	"rowkey/engine/xmltext"
)

// reader is a function that reads text from outside, with what the text has to be inside of to get somewhere.
type reader struct {
	read   func(text string)
	inside [][2]string // before and after the signs
}

// readers are all of them, by package and name.
var readers = map[string]reader{
	"accesslog.Read": {func(s string) { _, _ = accesslog.Read(strings.NewReader(s), func(*accesslog.Entry) {}) },
		[][2]string{{"OperationName,Uri\n", ""}, {"1.0;", ""}, {`[{"Uri":"`, `"}]`}, {`{"tables":[{"rows":[[`, `]]}]}`}}},
	"auth.ParseAccounts": {func(s string) { _, _ = auth.ParseAccounts(s) },
		[][2]string{{"a:", ""}, {"name:AAAA;", ":AAAA"}}},
	"auth.ParseAuthorization": {func(s string) { _, _ = auth.ParseAuthorization(s) }, [][2]string{{"SharedKey a:", ""}}},
	"auth.ParseKey":           {func(s string) { _, _ = auth.ParseKey(s) }, nil},
	"client.Address": {func(s string) { _, _ = client.Address("GET", s) },
		[][2]string{{"http://127.0.0.1:10002/", ""}, {"http://", ":10002/a"}}},
	"client.ErrorOf": {func(s string) { client.ErrorOf(s) },
		[][2]string{{`{"odata.error":{"message":{"value":"`, `"}}}`}, {"<Error><Code>", "</Code></Error>"}}},
	"control.Request": {func(s string) { _, _ = control.Request("GET", s) },
		[][2]string{{"/-/", ""}, {"http://a/-/a?", ""}}},
	"costs.Parse": {func(s string) { _, _ = costs.Parse(s) },
		[][2]string{{"A  get  point  ", ""}, {"A  ", "  point"}, {"*  budget  ", ""}}},
	"datacentre.Read": {func(s string) { datacentre.Read(s) },
		[][2]string{{`{"load":{"parts":[`, `]}}`}, {`{"a":"`, `"}`}}},
	"recipe.ParseEntities": {func(s string) { _, _ = recipe.ParseEntities(s, 9) },
		[][2]string{{`{"count":9,"attributes":{"a":"`, `"}}`}}},
	"sheet.ParseRate": {func(s string) { _, _ = sheet.ParseRate(s) }, nil},
	"recipe.Parse": {func(s string) { _, _ = recipe.Parse(s) },
		[][2]string{{`{"rows":9,"properties":{"A":"`, `"}}`}}},
	"workload.Parse": {func(s string) { _, _ = workload.Parse(s) },
		[][2]string{{`{"attributes":[{"name":"`, `"}]}`}}},
	"edm.ParseDateTime": {func(s string) { _, _ = edm.ParseDateTime(s) },
		[][2]string{{"2026-01-05T08:00:00.", "Z"}}},
	"edm.ParseJSON": {func(s string) { _, _ = edm.ParseJSON(s) },
		[][2]string{{`{"A":"`, `"}`}, {`{"A":`, `}`}, {`{`, `"z":1}`}, {`{"A@b":`, `}`}}},
	"edm.ParseType":   {func(s string) { edm.ParseType(s) }, [][2]string{{"Edm.", ""}}},
	"edm.ValidName":   {func(s string) { edm.ValidName(s) }, nil},
	"edm.ValidateKey": {func(s string) { _ = edm.ValidateKey("RowKey", s) }, nil},
	"jsontext.Each": {func(s string) { jsontext.Each(s, 0, func(string, int, int) bool { return true }) },
		inJSON},
	"jsontext.Error":      {func(s string) { jsontext.Error(s) }, inJSON},
	"jsontext.Member":     {func(s string) { jsontext.Member(s, "z") }, inJSON},
	"jsontext.MemberText": {func(s string) { jsontext.MemberText(s, "z") }, inJSON},
	"jsontext.Read":       {readStruct, inJSON},
	"jsontext.ReadObject": {readObject, inJSON},
	"jsontext.Skip":       {func(s string) { jsontext.Skip(s, 0) }, inJSON},
	"jsontext.SkipSpace":  {func(s string) { _ = jsontext.SkipSpace(s, 0) }, nil},
	"jsontext.Text":       {func(s string) { jsontext.Text(quoted(s)) }, nil},
	"jsontext.Unquote":    {func(s string) { jsontext.Unquote(quoted(s)) }, nil},
	"multipart.Boundary":  {func(s string) { multipart.Boundary(s) }, [][2]string{{"multipart/mixed;", "boundary=b"}}},
	"multipart.FirstLine": {func(s string) { multipart.FirstLine([]byte(s)) }, nil},
	"multipart.Head": {func(s string) { multipart.Head([]byte(s), func(string, string) {}) },
		[][2]string{{"A: ", ""}}},
	"multipart.RequestLine": {func(s string) { multipart.RequestLine([]byte(s)) },
		[][2]string{{"GET ", " HTTP/1.1\r\n"}}},
	"multipart.Sections": {sections, [][2]string{{"--b\r\n", ""}, {"--b\r\n", "\r\n--b--"}}},
	"odata.Parse": {func(s string) { _, _ = odata.Parse(s) },
		[][2]string{{"a eq '", "'"}, {"a eq ", ""}, {"", "a eq 1"}, {"a eq 1 and ", "b eq 2"}}},
	"odata.ParseSelect":      {func(s string) { _, _ = odata.ParseSelect(s) }, [][2]string{{"a,", ""}}},
	"odata.Tokens":           {func(s string) { odata.Tokens(s) }, [][2]string{{"a eq '", "'"}}},
	"odata.Unescape":         {func(s string) { _ = odata.Unescape(s) }, [][2]string{{"''", ""}}},
	"percent.Decode":         {func(s string) { percent.Decode(s) }, [][2]string{{"%41", ""}}},
	"percent.DecodeQuery":    {func(s string) { percent.DecodeQuery(s) }, [][2]string{{"%41", ""}}},
	"percent.DecodeTolerant": {func(s string) { percent.DecodeTolerant(s) }, [][2]string{{"%41", ""}}},
	"percent.IsEscape":       {func(s string) { _ = percent.IsEscape(s) }, nil},
	"profile.Write": {profileOf, [][2]string{{"a,b\n", ""}, {"a,b\n1,\"", "\"\n"}, {`[{"a":`, `}]`},
		{`{"a":1}` + "\n" + `{"a":`, `}`}}},
	"queue.IsReceipt": {func(s string) { queue.IsReceipt(s) }, nil},
	"rest.HostStyle": {func(s string) { _, _ = rest.HostStyle("GET", s) },
		[][2]string{{"https://a.table.core.windows.net/", ""}, {"https://", ".table.a/"}}},
	"rest.Locate": {func(s string) { _, _ = rest.Locate(rest.TableService, "GET", s) },
		[][2]string{{"http://a/b/", ""}, {"http://a/b?", ""}}},
	"rest.ParseHTTPTime": {func(s string) { rest.ParseHTTPTime(s) }, [][2]string{{"Mon, 05 Jan 2026 08:00:00 ", ""}}},
	"rest.ParseToken":    {func(s string) { _, _ = rest.ParseToken(s) }, [][2]string{{"1!8!", ""}}},
	"rest.PathStyle": {func(s string) { _, _ = rest.PathStyle(rest.TableService, "GET", s) },
		[][2]string{{"http://a/b/", ""}}},
	"script.Format": {func(s string) { script.Format(s) }, inScript},
	"script.KeyOf": {func(s string) { script.KeyOf("/people("+s+")", s) },
		[][2]string{{"PartitionKey='", "',RowKey='a'"}}},
	"script.Lookup":        {lookup, inJSON},
	"script.Parse":         {func(s string) { script.Parse("a", s, noFile) }, inScript},
	"script.ParsePath":     {func(s string) { script.ParsePath(s) }, [][2]string{{"a.", ""}}},
	"script.ParseTemplate": {func(s string) { script.ParseTemplate(s) }, [][2]string{{"{{", "}}"}}},
	"sheet.Parse": {func(s string) { sheet.Parse(s) },
		[][2]string{{"# @sheet a\n", ""}, {"# @sheet a\n# @entity b, 5\n# @ask q, b, ", ""}}},
	"sheet.ParseSpan":  {func(s string) { sheet.ParseSpan(s) }, nil},
	"sheet.ReadJSON":   {func(s string) { sheet.ReadJSON(s) }, inJSON},
	"spelling.Nearest": {func(s string) { spelling.Nearest(s, []string{"metadata", "properties"}) }, nil},
	"store.First":      {func(s string) { store.First(s) }, nil},
	"store.Load":       {snapshot, [][2]string{{"rowkey-store-1\n", "CRC4"}}},
	"store.Unpack":     {unpack, nil},
	"template.Parse":   {func(s string) { template.Parse(s) }, [][2]string{{"{a:", "}"}, {"a_{b}", ""}}},
	"xmltext.Decode":   {func(s string) { xmltext.Decode(s) }, [][2]string{{"&lt;", ""}}},
	"xmltext.Each": {elements, [][2]string{{"<r>", "</r>"}, {"<r><a>", "</a></r>"}, {"<r a='", "'/>"},
		{"<r><![CDATA[", "]]></r>"}, {"<r><!--", "--></r>"}, {"<r>", "<a/></r>"}}},
}

// notReaders look as if they read text from outside: their text is made here, or as long as a name, or goes on to one
// of the readers.
var notReaders = map[string]string{
	"auth.Verify": "compares", "auth.Lookup": "compares", "rest.Lookup": "compares", "edm.Lookup": "compares",
	"engine.Texts":     "what is stored",
	"rest.EachElement": "xmltext.Each, below by request", "rest.NewPolicies": "xmltext.Each, below by request",
	"engine.Restore": "store.Load", "engine.Reads": "explains a plan", "engine.Reader": "what is stored",
	"jsontext.Texts": "jsontext.Each", "store.Text": "writes", "store.Check": "opens a file", "store.Open": "opens a file",
	"store.OpenFile":    "opens a file",
	"auth.ValidAccount": "a name", "cipher.Unwrap": "a key", "rest.Token": "writes", "xmltext.Open": "writes",
	"sheet.UnitSeconds": "a name", "sheet.UnitDigits": "a name", "sheet.IsReserved": "a name",
	"sheet.Nearest":  "spelling.Nearest",
	"rest.ErrorText": "writes", "keys.TextOf": "writes", "golden.Run": "of tests",
	"hash.Text": "a sum", "template.FirstOf": "of the length that is asked for",
}

var (
	inJSON   = [][2]string{{`{"a":"`, `"}`}, {`{"a":`, `}`}, {`[`, `1]`}, {`{`, `"z":1}`}}
	inScript = [][2]string{
		{"### a\n", ""}, {"GET {{table}}/a?", "\n"}, {"POST /a\nContent-Type: application/json\n\n", "\n"}, {"# @", "\n"},
		{"# ?? ", "\n"}, {"@a = ", "\n"},
		{"POST /a\n\n{\"a\":", "}\n"}, {"GET /a\n\n# ?? body ", " == 1\n"}, {"GET /People()?$filter=", "\n"},
	}
)

func noFile(string) (string, bool) { return "", false }
func quoted(s string) string       { return `"` + strings.Trim(s, `"\`) + `"` }
func elements(s string) {
	_ = xmltext.Each(context.Background(), s, "r", func(*xmltext.Element) error { return nil })
}

func sections(s string) {
	for range multipart.Sections([]byte(s), "b") {
	}
}

func readObject(s string) {
	if o, err := jsontext.ReadObject(s); err == nil {
		o.Object("a").Text("b")
		o.Strings("a")
	}
}

func readStruct(s string) {
	_ = jsontext.Read(s, new(struct {
		Texts map[string]string `json:"z"`
	}))
}

func lookup(s string) {
	path, _ := script.ParsePath("a.z[1]")
	script.Lookup(s, path)
}

func unpack(s string) {
	for u := store.Unpack(s); u.Err() == nil && u.Rest() != ""; {
		u.Text()
	}
}

func snapshot(s string) {
	db, err := store.Open(store.Memory)
	if err != nil {
		panic(err)
	}
	defer db.Close()
	_ = db.Load(context.Background(), strings.NewReader(s), nil)
}

func profileOf(s string) {
	p, err := profile.New("rows.csv", len(s))
	if err == nil && p.Write([]byte(s)) == nil && p.Close() == nil {
		p.Fill(profile.Choices{})
	}
}

// TestEveryReaderTakesLinearWork doubles what each reader reads, in shapes of every sign that means something to one of
// them: see package linear for what is counted, and why.
func TestEveryReaderTakesLinearWork(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: reads thousands of texts of every shape")
	}
	for name, r := range readers {
		linear.Check(t, name, r.read, linear.Signs()...)
		for _, around := range r.inside {
			linear.Check(t, name, r.read, linear.Inside(around[0], around[1], linear.Signs()...)...)
		}
	}
}

// TestTheListOfReadersIsComplete looks for exported functions that are named as readers are and take text.
func TestTheListOfReadersIsComplete(t *testing.T) {
	verbs := regexp.MustCompile(`^(Parse|Read|Decode|Un[a-z]+|Each|Skip|Load|Restore|Open|Section|Head|Request|First|` +
		`Boundary|Locate|Path|Host|Token|Format|Error|Member|Lookup|Text|Valid|Verify|Nearest|KeyOf|Address|Is[ER])`)
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declared := range f.Decls {
			fn, ok := declared.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() || !verbs.MatchString(fn.Name.Name) || !takesText(fn) {
				continue
			}
			name := f.Name.Name + "." + fn.Name.Name
			if found++; readers[name].read == nil && notReaders[name] == "" {
				t.Errorf("%s: %s reads text, and is not in the list of readers", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 50 {
		t.Errorf("found %d functions, want 50 or more", found)
	}
}

func takesText(fn *ast.FuncDecl) bool {
	for _, p := range fn.Type.Params.List {
		switch types.ExprString(p.Type) {
		case "string", "[]byte", "Text", "io.Reader":
			return true
		}
	}
	return false
}
