package client_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

func TestAHelperCutsATextIntoPieces(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"the-first", "{{$part pair , 0}}", "000123"},
		{"the-second", "{{$part pair , 1}}", "Sales"},
		{"of-what-an-item-holds", "{{$part \"a; b\" ; 1}}", "b"},
		{"one-too-many", "{{$part pair , 2}}", "has no piece 2"},
		{"before-the-first", "{{$part pair , -1}}", "from 0"},
		{"without-a-separator", "{{$part pair \"\" 0}}", "from 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, &echo{}, "@pair = 000123,Sales\n###\nGET /A?x="+tc.text+"\n", client.Options{})
			x, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if x.Problem != nil {
				got = x.Problem.Message
			} else {
				got = x.Wire[0].Request.URL
			}
			if !strings.Contains(got, tc.want) {
				t.Errorf("got %q, want %q in it", got, tc.want)
			}
		})
	}
}

func TestATextIsWrittenAndCutInLines(t *testing.T) {
	const text = `@log = {{$repeat 3 "Error;a" "\n"}}

###
# @loop each {{log}} split \n
GET /{{$part $item ; 1}}{{$index}}
`
	s := start(t, &echo{}, text, client.Options{})
	var got []string
	for {
		x, err := s.Next(t.Context())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || x.Problem != nil {
			t.Fatal(err, x)
		}
		got = append(got, x.Wire[0].Request.URL[strings.LastIndexByte(x.Wire[0].Request.URL, '/'):])
	}
	if paths := strings.Join(got, " "); paths != "/a0 /a1 /a2" {
		t.Errorf("requests %s, want three lines", paths)
	}
}

// Bug 11 of the reading: a wait that was doubled too often became negative, and time ran backwards.
func TestWaitsThatDoubleEndAtTheLongestOne(t *testing.T) {
	const day = 86_400_000
	s := start(t, &echo{}, "###\n# @retry 20 exponential 86400000\n# @fault throttle 20\nGET /A\n\n# ?? attempts == 21\n",
		client.Options{})
	x := drain(t, s)[0]
	for i, a := range x.Attempts[:20] {
		if a.Wait != day || a.Start < 0 || a.End < a.Start {
			t.Errorf("attempt %d: from %d to %d, then a wait of %d ms, want one of %d", i+1, a.Start, a.End, a.Wait, day)
		}
	}
	short := drain(t, start(t, &echo{}, "###\n# @retry 4 exponential 100\n# @fault throttle 4\nGET /A\n",
		client.Options{}))[0]
	for i, a := range short.Attempts[:4] {
		if want := 100 << i; a.Wait != want {
			t.Errorf("attempt %d: a wait of %d ms, want %d", i+1, a.Wait, want)
		}
	}
}

// A wait costs no time: the clock of the sandbox moves on (row 24).
func TestTimeNeverRunsBackwardsHoweverLongARunSleeps(t *testing.T) {
	year := "# @sleep 31622400000\n"
	for name, text := range map[string]string{
		"one-block": "###\n" + strings.Repeat(year, 400) + "GET /A\n###\nGET /B\n",
		"a-loop":    "###\n" + year + "# @loop for 400\nGET /A\n###\nGET /B\n",
		"in-flight": "###\n" + year + "# @parallel p 2\n# @loop for 400\nGET /A\n###\nGET /B\n",
		"a-program": "###\n# @run late.http times 3\n###\nGET /B\n",
		"a-parallel": "###\n# @parallel p\n" + strings.Repeat(year, 150) + "# @run late.http\n###\n# @parallel p\n" +
			strings.Repeat(year, 150) + "# @run late.http\n",
	} {
		open := func(string) (string, bool) {
			return "###\n" + strings.Repeat(year, 150) + "GET /A\n###\n" + strings.Repeat(year, 150) + "GET /A\n", true
		}
		s := script.Parse("test.http", text, open)
		if err := s.Err(); err != nil {
			t.Fatal(name, err)
		}
		last := 0
		for _, x := range drain(t, client.Start(s, &echo{}, client.Options{})) {
			if x.Start < last || x.End < x.Start {
				t.Fatalf("%s: %s runs from %d to %d ms, after %d", name, x.Title, x.Start, x.End, last)
			}
			last = x.Start
		}
	}
}

func TestHelpersRefuseWhatDoesNotFitIntoANumber(t *testing.T) {
	const most, least = "9223372036854775807", "-9223372036854775808"
	for _, tt := range []struct{ call, want string }{
		{"$add " + most + " 1", "does not fit into 64 bits"},
		{"$add " + most + " 0", most},
		{"$add " + least + " -1", "does not fit into 64 bits"},
		{"$sub " + least + " 1", "does not fit into 64 bits"},
		{"$sub 0 " + least, "does not fit into 64 bits"},
		{"$sub 5 -3", "8"},
		{"$mul 4294967296 4294967296", "does not fit into 64 bits"},
		{"$mul -1 " + least, "does not fit into 64 bits"},
		{"$mul " + least + " -1", "does not fit into 64 bits"},
		{"$mul -4 0", "0"},
		{"$div " + least + " -1", "does not fit into 64 bits"},
		{"$div -7 2", "-3"},
		{"$mod -7 3", "2"},
		{"$mod 7 -3", "-2"},
		{"$mod 9223372036854775806 " + most, "9223372036854775806"},
		{"$mod " + least + " -1", "0"},
		{"$datetime iso8601 8000 y", "leads to a year before 1 or after 9999"},
		{"$datetime iso8601 -" + most + " d", "leads to a year before 1 or after 9999"},
		{"$datetime iso8601 " + most + " ms", "leads to a year before 1 or after 9999"},
		{"$datetime iso8601 " + least + " h", "leads to a year before 1 or after 9999"},
		{"$timestamp " + most + " Q", "leads to a year before 1 or after 9999"},
		{"$datetime iso8601 8760000 h", "3025-05-08T08:00:00.000Z"},
		{"$datetime iso8601 -1500 ms", "2026-01-05T07:59:58.500Z"},
	} {
		x := drain(t, start(t, &echo{}, "GET /A?x={{"+tt.call+"}}\n", client.Options{}))[0]
		got := x.Wire
		switch {
		case x.Problem != nil && !strings.Contains(x.Problem.Message, tt.want),
			x.Problem == nil && !strings.HasSuffix(got[0].Request.URL, "/A?x="+tt.want):
			t.Errorf("%s = %+v %s, want %s", tt.call, x.Problem, urls([]*client.Exchange{x}), tt.want)
		}
	}
}

func TestACalculationTakesValuesOfAnswers(t *testing.T) {
	const most = "9223372036854775807"
	answer := `{"N":41,"Big":"9007199254740993","Most":"` + most + `","Half":1.5,"Name":"Ann","Deep":[{"N":2}]}`
	for calculation, want := range map[string]string{
		"a.response.body.N + 1":                      "42",
		"1 + a.response.body.N":                      "42",
		"a.response.body.N - 1":                      "40",
		"a.response.body.N - -1":                     "42",
		"a.response.body.N * 2 + 1":                  "83",
		"1 + a.response.body.N * 2":                  "83",
		"10 - 3 - 2":                                 "5",
		"10 - (3 - 2)":                               "9",
		"(a.response.body.N + 1) * 2":                "84",
		"((a.response.body.N) + 1)":                  "42",
		"a.response.body.Big + 1":                    "9007199254740994",
		"a.response.body.Most + 1":                   "does not fit into 64 bits",
		"9223372036854775808 + 0":                    "does not fit into 64 bits",
		"a.response.body.Half + 1":                   "2.5",
		"a.response.body.Half + 0.5":                 "2.0",
		"a.response.body.Half * 1e308 * 10":          "does not fit into 64 bits",
		"a.response.body.Name + 1":                   `"Ann" is not a number`,
		"a.response.body.Gone + 1":                   "the answer of `a` has no `Gone`",
		"a.response.body.Deep[0].N * 3":              "6",
		"a.response.status - 200":                    "0",
		"five * 2":                                   "10",
		"($pad five 3) * 2":                          "10",
		"$index + 7":                                 "7",
		"$pad ($index + 7) 3":                        "007",
		"%five * 2":                                  "10",
		"($add five 1) * ($sub a.response.status 1)": "1194",
	} {
		text := "@five = 5\n###\n# @name a\nGET /A\n\n###\nGET /B?x={{" + calculation + "}}\n"
		s := script.Parse("test.http", text, nil)
		if err := s.Err(); err != nil {
			t.Fatal(calculation, err)
		}
		list := drain(t, client.Start(s, &fixed{answer}, client.Options{}))
		x := list[len(list)-1]
		switch {
		case x.Problem != nil && !strings.Contains(x.Problem.Message, want),
			x.Problem == nil && !strings.HasSuffix(x.Wire[0].Request.URL, "/B?x="+want):
			t.Errorf("%s = %+v %s, want %s", calculation, x.Problem, urls(list), want)
		}
	}
}

// Characters count, not bytes: "ë" is two of those.
func TestPadCountsCharacters(t *testing.T) {
	x := drain(t, start(t, &echo{}, "@name = Zoë\n###\nPOST /A\n\n{\"x\":\"{{$pad name 5}}\"}\n", client.Options{}))[0]
	if got := x.Wire[0].Request.Body; !strings.Contains(got, `"00Zoë"`) {
		t.Errorf("{{$pad name 5}} of Zoë: %s, want 00Zoë", got)
	}
}
