//go:build !js || workbench

package control

import "rowkey/engine/datacentre"

// workbench is what the pages of the workbench work on, the last of each. It is not part of the sandbox. The zero value
// has nothing.
type workbench struct {
	file       guarded[file]
	search     guarded[search]
	simulation guarded[*datacentre.Simulation]
	laboratory guarded[laboratory]
}

// workbenchRoutes are the requests of the design workbench. In browsers only the engine that its pages load has them.
var workbenchRoutes = []route{
	on("POST sheet", readSheet),
	on("POST compare", compare),
	on("POST costs", costs),
	on("PUT profile", beginProfile),
	on("POST profile", addToProfile),
	on("GET profile", reportProfile),
	on("DELETE profile", forgetProfile),
	on("GET profile/*/partitions", profilePartitions),
	on("POST profile/*/sheet", fillSheet),
	on("GET profile/*/sample", profileSample),
	on("POST propose", proposeDesigns),
	on("POST verify", verify),
	on("POST export", export),
	on("GET scale", scaleForm),
	on("PUT scale", beginScale),
	on("POST scale", nextScale),
	on("DELETE scale", forgetScale),
	on("POST races", beginRaces),
	on("POST races/*/next", nextRaces),
	on("POST races/*/script", raceScript),
	on("POST faults", beginFaults),
	on("POST faults/*/next", nextFaults),
	on("POST faults/*/run", faultRun),
	on("POST faults/*/script", faultScript),
}
