package credentials_test

import (
	"context"
	"reflect"
	"testing"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
)

// A request that is refused for its head gets the same answer before its body has arrived as after.
func TestAdmitAnswersAsServeDoes(t *testing.T) {
	for _, service := range []rest.Service{rest.TableService, queues, blobs} {
		for name, fields := range map[string][]rest.Field{
			"signed-by-nobody":         nil,
			"an-impossible-version":    {{Name: "x-ms-version", Value: "yesterday"}},
			"a-wrong-signature":        {{Name: "Authorization", Value: "SharedKey devstoreaccount1:AAAA"}},
			"a-header-without-meaning": {{Name: "Authorization", Value: "Basic AAAA"}},
			"with-a-record":            {{Name: "X-Explain", Value: "1"}},
		} {
			var answers [2]*rest.Response
			for i := range answers {
				api := newAPI(t)
				guard(api, false)
				r, err := rest.PathStyle(service, "PUT", base+"/files/a")
				if err != nil {
					t.Fatal(err)
				}
				r.Header = append(rest.Header{{Name: "Content-Length", Value: "5"}}, fields...)
				if i == 0 {
					answers[i] = api.Admit(context.Background(), r)
					continue
				}
				r.Body = []byte("12345")
				answers[i] = api.Serve(context.Background(), r)
			}
			if answers[0] == nil {
				t.Errorf("%d %s: admitted", service, name)
				continue
			}
			if name == "with-a-record" { // which counts the bytes
				answers[0].Header.Set("X-Explain", "")
				answers[1].Header.Set("X-Explain", "")
			}
			if !reflect.DeepEqual(answers[0], answers[1]) {
				t.Errorf("%d %s: Admit = %+v\nServe = %+v", service, name, answers[0], answers[1])
			}
		}
	}
}

func TestAdmitLetsThroughWhatIsSigned(t *testing.T) {
	api := newAPI(t)
	guard(api, false)
	r, err := rest.PathStyle(blobs, "PUT", base+"/files/a")
	if err != nil {
		t.Fatal(err)
	}
	r.Header = rest.Header{{Name: "Content-Length", Value: "5"}, {Name: "x-ms-blob-type", Value: "BlockBlob"}}
	signedBy(t, r, ownKey, auth.SharedKey, api.Clock.Now())
	if answer := api.Admit(context.Background(), r); answer != nil {
		t.Errorf("Admit = %d %s, want none", answer.Status, answer.Body)
	}
}
