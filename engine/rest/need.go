package rest

// Need is what an operation asks of a shared access signature, and how the operation is recognised.
type Need struct {
	On, Verb, Comp string // Comp is that of the query string
	Op             string // as the reference names it, without spaces
	Resource       byte   // s, c or o as in srt
	All            string // letters of sp, of which none may be missing
	Any            string // letters of sp, of which one is enough; "" asks for none
}

// What an operation is on. "peek" and "conditional" are not words of the reference.
const (
	OnNothing     = "" // the path names nothing that can exist
	OnAccount     = "account"
	OnTables      = "tables"
	OnEntities    = "entities"
	OnEntity      = "entity"
	OnConditional = "conditional" // an entity, with If-Match
	OnBatch       = "batch"
	OnQueue       = "queue"
	OnMessages    = "messages"
	OnPeek        = "peek" // messages that stay where they are
	OnMessage     = "message"
	OnContainer   = "container"
	OnBlob        = "blob"
)

// OpBatch has no need of its own: its parts are checked one by one.
const OpBatch = "EntityGroupTransaction"

// needs lists all operations for which there can be a shared access signature. What is not listed
// is for the owner of the account.
// Source: Create an account SAS, "Permissions by operation"; Create a service SAS, "Permissions".
var needs = [...]Need{
	{OnAccount, "GET", "list", "List", 's', "l", ""},
	{OnAccount, "GET", "properties", "GetServiceProperties", 's', "r", ""},
	{OnAccount, "PUT", "properties", "SetServiceProperties", 's', "w", ""},
	{OnAccount, "GET", "stats", "GetServiceStats", 's', "r", ""},

	{OnTables, "GET", "", "QueryTables", 'c', "l", ""},
	{OnTables, "POST", "", "CreateTable", 'c', "", "cw"},
	{OnTables, "DELETE", "", "DeleteTable", 'c', "d", ""},
	{OnBatch, "POST", "", OpBatch, 'o', "", ""},
	{OnEntities, "GET", "", "QueryEntities", 'o', "r", ""},
	{OnEntities, "POST", "", "InsertEntity", 'o', "a", ""},
	{OnEntity, "GET", "", "GetEntity", 'o', "r", ""},
	{OnEntity, "PUT", "", "InsertOrReplaceEntity", 'o', "au", ""},
	{OnEntity, "MERGE", "", "InsertOrMergeEntity", 'o', "au", ""},
	{OnEntity, "DELETE", "", "DeleteEntity", 'o', "d", ""},
	{OnConditional, "GET", "", "GetEntity", 'o', "r", ""},
	{OnConditional, "PUT", "", "UpdateEntity", 'o', "u", ""},
	{OnConditional, "MERGE", "", "MergeEntity", 'o', "u", ""},
	{OnConditional, "DELETE", "", "DeleteEntity", 'o', "d", ""},

	{OnQueue, "PUT", "", "CreateQueue", 'c', "", "cw"},
	{OnQueue, "DELETE", "", "DeleteQueue", 'c', "d", ""},
	{OnQueue, "GET", "metadata", "GetQueueMetadata", 'c', "r", ""},
	{OnQueue, "PUT", "metadata", "SetQueueMetadata", 'c', "w", ""},
	{OnPeek, "GET", "", "PeekMessages", 'o', "r", ""},
	{OnMessages, "GET", "", "GetMessages", 'o', "p", ""},
	{OnMessages, "POST", "", "PutMessage", 'o', "a", ""},
	{OnMessages, "DELETE", "", "ClearMessages", 'o', "", "dp"},
	{OnMessage, "PUT", "", "UpdateMessage", 'o', "u", ""},
	{OnMessage, "DELETE", "", "DeleteMessage", 'o', "p", ""},

	{OnContainer, "GET", "list", "ListBlobs", 'c', "l", ""},
	{OnContainer, "GET", "", "GetContainerProperties", 'c', "r", ""},
	{OnContainer, "GET", "metadata", "GetContainerMetadata", 'c', "r", ""},
	{OnContainer, "PUT", "metadata", "SetContainerMetadata", 'c', "w", ""},
	{OnContainer, "PUT", "", "CreateContainer", 'c', "", "cw"},
	{OnContainer, "DELETE", "", "DeleteContainer", 'c', "d", ""},
	{OnContainer, "PUT", "lease", OpLeaseContainer, 'c', "w", ""},
	{OnBlob, "GET", "", "GetBlob", 'o', "r", ""},
	{OnBlob, "GET", "metadata", "GetBlobMetadata", 'o', "r", ""},
	{OnBlob, "GET", "blocklist", "GetBlockList", 'o', "r", ""},
	{OnBlob, "PUT", "", OpPutBlob, 'o', "", "cw"},
	{OnBlob, "PUT", "blocklist", OpPutBlockList, 'o', "", "cw"},
	{OnBlob, "PUT", "block", OpPutBlock, 'o', "", "cw"},
	{OnBlob, "PUT", "appendblock", "AppendBlock", 'o', "", "aw"},
	{OnBlob, "PUT", "metadata", "SetBlobMetadata", 'o', "w", ""},
	{OnBlob, "PUT", "properties", "SetBlobProperties", 'o', "w", ""},
	{OnBlob, "PUT", "lease", OpLeaseBlob, 'o', "w", ""},
	{OnBlob, "PUT", "copy", "AbortCopyBlob", 'o', "w", ""},
	{OnBlob, "DELETE", "", "DeleteBlob", 'o', "d", ""},
}

// Operations that may make a blob, for which another permission is enough than to change one.
const (
	OpPutBlob      = "PutBlob"
	OpPutBlockList = "PutBlockList"
	OpPutBlock     = "PutBlock"
)

// Operations on leases, one of which needs less than the others: to break one.
const (
	OpLeaseBlob      = "LeaseBlob"
	OpLeaseContainer = "LeaseContainer"
)

// NeedOf returns the need of an operation, the zero need if only the owner may run it, or it does not exist.
func NeedOf(on, verb, comp string) Need {
	switch verb {
	case "HEAD":
		verb = "GET"
	case "PATCH":
		verb = "MERGE"
	}
	for i := range needs {
		if n := &needs[i]; n.On == on && n.Verb == verb && n.Comp == comp {
			return *n
		}
	}
	return Need{}
}
