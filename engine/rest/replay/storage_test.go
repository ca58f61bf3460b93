package replay_test

import (
	"testing"

	"rowkey/engine/rest"
	"rowkey/engine/rest/resttest"
)

func TestReplayOfQueuesAgreesWithRecordedTraffic(t *testing.T) {
	noneIdle(t, replayFolder(t, "queue", floors{1, 0.995, 0.995}, func(s *session, api *rest.API) scenery {
		return newStorageWorld(t, api, s)
	}))
}

func TestReplayOfBlobsAgreesWithRecordedTraffic(t *testing.T) {
	resttest.NeedsLeases(t)
	noneIdle(t, replayFolder(t, "blob", floors{1, 0.995, 0.985}, func(s *session, api *rest.API) scenery {
		return newStorageWorld(t, api, s)
	}))
}
