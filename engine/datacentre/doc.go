// Package datacentre is a model of a data centre with a thousand servers and a million partitions: which server serves
// which range of keys, how load moves between them, and what is refused meanwhile.
//
// It is a model, not a measurement of Azure. It calculates with flows: in each virtual second a partition gets the
// expected number of requests, which need not be whole. Partitions with the same load are calculated together, so that
// the time a run takes depends on the number of ranges and hot partitions, not on the number of requests. Each request
// is served, given up after refusals, or waits to be repeated; none is lost.
//
// Rule book: "Scalability and performance targets for Table storage" for what a partition and an account can take; the
// paper on Windows Azure Storage (SOSP 2011) for ranges of partitions that are served by one server each, split where
// half of the load is, merged, and handed to another server. Each number of [Parameters] says whether it was published
// or is ours; a test holds what the model does beside what is published.
//
// What flows leave out: single requests arrive unevenly, so a partition near its target of n entities a second refuses
// up to the root of n/2π more, 18 of 2,000. Waits in queues are means, and clients wait whole seconds.
//
// Not here: single requests and what they read (packages cluster and load), and the load of a sheet (package traffic).
package datacentre
