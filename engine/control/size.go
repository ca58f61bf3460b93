package control

import (
	"rowkey/engine/apierr"
	"rowkey/engine/edm"
)

// Sized is the answer to POST /-/size: what an entity would be if it were sent.
type Sized struct {
	Size       int    `json:"size"`       // bytes, as the service counts them
	Properties int    `json:"properties"` // without keys and Timestamp
	Code       string `json:"code"`       // of the limit that the entity breaks, "" if none
}

// size returns how large an entity would be. The body is the entity, as a client
// writes it.
func size(_ *call, in Raw) (*Sized, error) {
	doc, err := edm.ParseJSON([]byte(in))
	if err != nil {
		return nil, refuse(400, "not-an-entity")
	}
	out := &Sized{Size: doc.Size(), Properties: len(doc.Properties)}
	if err := doc.Validate(); err != nil {
		out.Code = string(apierr.Of(err))
	}
	return out, nil
}
