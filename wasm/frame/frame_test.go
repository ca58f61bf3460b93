package frame_test

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"rowkey/engine/rest"
	"rowkey/wasm/frame"
)

const head = "PUT\nhttp://127.0.0.1:10000/devstoreaccount1/files/a\nx-ms-blob-type\nBlockBlob\nX-Empty\n"

func TestARequestIsReadFromItsFrame(t *testing.T) {
	r, err := frame.Request([]byte(string(rune(len(head))) + "\x00\x00\x00" + head + "some\nbytes"))
	if err != nil {
		t.Fatal(err)
	}
	want := rest.Header{{Name: "x-ms-blob-type", Value: "BlockBlob"}, {Name: "X-Empty", Value: ""}}
	if r.Method != "PUT" || r.Path != "/files/a" || r.Service != rest.BlobService || !reflect.DeepEqual(r.Header, want) {
		t.Errorf("Request = %+v", r)
	}
	if string(r.Body) != "some\nbytes" {
		t.Errorf("body = %q", r.Body)
	}
}

func TestWhatIsNotAFrameIsRefused(t *testing.T) {
	for name, b := range map[string]string{
		"nothing": "", "half a length": "\x01\x00", "a head that is cut": "\x05\x00\x00\x00GET\n",
		"a length beyond everything": "\xff\xff\xff\xffGET\nhttp://x/-/version", "no URL": "\x03\x00\x00\x00GET",
		"a name without a value": "\x10\x00\x00\x00GET\n/-/version\na", "a URL of nothing": "\x09\x00\x00\x00GET\nabout",
	} {
		t.Run(name, func(t *testing.T) {
			if r, err := frame.Request([]byte(b)); err == nil {
				t.Errorf("Request = %+v, want an error", r)
			}
		})
	}
}

func TestAnAnswerIsAFrame(t *testing.T) {
	r := &rest.Response{Status: 200, Header: rest.Header{{Name: "ETag", Value: "W/1"}, {Name: "X", Value: "a\nb"}},
		Body: []byte("{}")}
	got := string(frame.AppendResponse([]byte("before"), r))
	if want := "before\x12\x00\x00\x00200\nETag\nW/1\nX\na b{}"; got != want {
		t.Errorf("AppendResponse = %q, want %q", got, want)
	}
}

func TestABlobIsSentPartByPart(t *testing.T) {
	got := string(frame.AppendResponse(nil, &rest.Response{Status: 200, Parts: []string{"some ", "bytes"}}))
	if want := "\x03\x00\x00\x00200some bytes"; got != want {
		t.Errorf("AppendResponse = %q, want %q", got, want)
	}
}

// TestThePageWritesWhatTheEngineReads has frame.mjs write a frame and read an answer.
func TestThePageWritesWhatTheEngineReads(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	const script = `import { encode, decode } from "./frame.mjs";
const text = new TextEncoder();
const asked = {
  method: "put", url: "http://127.0.0.1:10000/devstoreaccount1/files/ä",
  headers: [["X-Ä", "ö"], ["X-Empty", ""]], body: text.encode("b"),
};
process.stdout.write(encode(asked));
for (const bad of [{ method: "A\nB" }, { url: "http://x/\n" }, { headers: [["a", "b\nc"]] }]) {
  try {
    encode({ ...asked, ...bad });
    process.stdout.write("accepted");
  } catch (e) {
    if (!(e instanceof TypeError)) throw e;
  }
}
const answer = decode(text.encode("..\x0b\0\0\0" + "404\nETag\nW/" + "no").subarray(2));
const got = JSON.stringify([answer.status, answer.headers, new TextDecoder().decode(answer.body)]);
if (got !== '[404,[["ETag","W/"]],"no"]') process.stdout.write(JSON.stringify(answer));`
	cmd := exec.Command(node, "--input-type=module", "-e", script)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	r, err := frame.Request(out)
	if err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	want := rest.Header{{Name: "X-Ä", Value: "ö"}, {Name: "X-Empty", Value: ""}}
	if r.Method != "PUT" || !strings.HasSuffix(r.Path, "/files/ä") || !reflect.DeepEqual(r.Header, want) ||
		string(r.Body) != "b" {
		t.Errorf("Request = %+v, body %q", r, r.Body)
	}
}

func FuzzRequest(f *testing.F) {
	f.Add([]byte("\x0e\x00\x00\x00GET\n/-/versionbody"))
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := frame.Request(b)
		if err == nil && len(r.Body) > len(b) {
			t.Errorf("the body has %d bytes, the frame %d", len(r.Body), len(b))
		}
	})
}
