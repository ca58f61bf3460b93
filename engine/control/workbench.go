//go:build !js || workbench

package control

// workbench is what the pages of the workbench work on. It is no part of the sandbox. The zero value has nothing.
type workbench struct {
	profiled profiled
	searches searches
	scales   scales
	labs     labs
}

// workbenchRoutes are the calls of the design workbench. In browsers only the engine that its pages load has them.
var workbenchRoutes = []route{
	{"POST sheet", (*call).sheet},
	{"POST compare", (*call).compare},
	{"PUT profile", (*call).beginProfile},
	{"POST profile", (*call).addToProfile},
	{"GET profile", (*call).profile},
	{"DELETE profile", (*call).forgetProfile},
	{"GET profile/*/partitions", (*call).profilePartitions},
	{"POST profile/*/sheet", (*call).fillSheet},
	{"GET profile/*/sample", (*call).profileSample},
	{"POST propose", (*call).propose},
	{"POST verify", (*call).verify},
	{"POST export", (*call).export},
	{"GET scale", (*call).scaleForm},
	{"PUT scale", (*call).beginScale},
	{"POST scale", (*call).nextScale},
	{"DELETE scale", (*call).forgetScale},
	{"POST races", (*call).beginRaces},
	{"POST races/*/next", (*call).nextRaces},
	{"POST races/*/script", (*call).raceScript},
	{"POST faults", (*call).beginFaults},
	{"POST faults/*/next", (*call).nextFaults},
	{"POST faults/*/run", (*call).faultRun},
	{"POST faults/*/script", (*call).faultScript},
}
