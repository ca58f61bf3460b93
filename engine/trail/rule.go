package trail

// Rule is the name of a rule of the linter.
type Rule string

// The rules. Those about cost come first, in their order of precedence for a request; then those about correctness.
const (
	ScanKnownKey   Rule = "scan-known-key"
	OrOfKeys       Rule = "or-of-keys"
	OpenRange      Rule = "open-range"
	ScanNotCopy    Rule = "scan-not-copy"
	NewestByScan   Rule = "newest-by-scan"
	ScanThenFilter Rule = "scan-then-filter"
	ClientJoin     Rule = "client-join"
	OneByOne       Rule = "one-by-one"
	SameAgain      Rule = "same-again"
	SingleWrites   Rule = "single-writes"
	DeleteLoop     Rule = "delete-loop"
	HotPartition   Rule = "hot-partition"
	AppendKey      Rule = "append-key"
	NoSelect       Rule = "no-select"
	ReplaceLittle  Rule = "replace-little"
	BusyEntity     Rule = "busy-entity"
	NearLimit      Rule = "near-limit"
	StarAfterRead  Rule = "star-after-read"
	UpsertOver     Rule = "upsert-over"
	RetryNotSafe   Rule = "retry-not-safe"
	TokenDropped   Rule = "token-dropped"
	Unpadded       Rule = "unpadded"
)

// Rules are all of them.
var Rules = []string{
	string(ScanKnownKey), string(OrOfKeys), string(OpenRange), string(ScanNotCopy), string(NewestByScan),
	string(ScanThenFilter), string(ClientJoin), string(OneByOne), string(SameAgain), string(SingleWrites),
	string(DeleteLoop), string(HotPartition), string(AppendKey), string(NoSelect), string(ReplaceLittle),
	string(BusyEntity), string(NearLimit), string(StarAfterRead), string(UpsertOver), string(RetryNotSafe),
	string(TokenDropped), string(Unpadded),
}
