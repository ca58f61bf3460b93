package rest

// need is what an operation asks of a shared access signature, and how the operation is recognised.
type need struct {
	on, verb, comp string // comp is that of the query string; "" of a verb stands for any other
	op             string // as the reference names it, without blanks
	resource       byte   // s, c or o as in srt
	all            string // letters of sp, of which none may be missing
	any            string // letters of sp, of which one is enough; "" asks for none
}

// What an operation is on. "peek" and "conditional" are not words of the reference.
const (
	onNothing     = "" // the path names nothing that there can be
	onAccount     = "account"
	onTables      = "tables"
	onEntities    = "entities"
	onEntity      = "entity"
	onConditional = "conditional" // an entity, with If-Match
	onBatch       = "batch"
	onQueue       = "queue"
	onMessages    = "messages"
	onPeek        = "peek" // messages that stay where they are
	onMessage     = "message"
	onContainer   = "container"
	onBlob        = "blob"
)

// opBatch has no need of its own: its parts are looked at one by one.
const opBatch = "EntityGroupTransaction"

// needs lists all operations for which there can be a shared access signature. What is not listed
// is for the owner of the account.
// Source: Create an account SAS, "Permissions by operation"; Create a service SAS, "Permissions".
var needs = [...]need{
	{onAccount, "GET", "list", "List", 's', "l", ""},
	{onAccount, "GET", "properties", "GetServiceProperties", 's', "r", ""},
	{onAccount, "PUT", "properties", "SetServiceProperties", 's', "w", ""},
	{onAccount, "GET", "stats", "GetServiceStats", 's', "r", ""},

	{onTables, "GET", "", "QueryTables", 'c', "l", ""},
	{onTables, "POST", "", "CreateTable", 'c', "", "cw"},
	{onTables, "DELETE", "", "DeleteTable", 'c', "d", ""},
	{onBatch, "POST", "", opBatch, 'o', "", ""},
	{onEntities, "GET", "", "QueryEntities", 'o', "r", ""},
	{onEntities, "POST", "", "InsertEntity", 'o', "a", ""},
	{onEntity, "GET", "", "GetEntity", 'o', "r", ""},
	{onEntity, "PUT", "", "InsertOrReplaceEntity", 'o', "au", ""},
	{onEntity, "MERGE", "", "InsertOrMergeEntity", 'o', "au", ""},
	{onEntity, "DELETE", "", "DeleteEntity", 'o', "d", ""},
	{onConditional, "GET", "", "GetEntity", 'o', "r", ""},
	{onConditional, "PUT", "", "UpdateEntity", 'o', "u", ""},
	{onConditional, "MERGE", "", "MergeEntity", 'o', "u", ""},
	{onConditional, "DELETE", "", "DeleteEntity", 'o', "d", ""},

	{onQueue, "PUT", "", "CreateQueue", 'c', "", "cw"},
	{onQueue, "DELETE", "", "DeleteQueue", 'c', "d", ""},
	{onQueue, "GET", "metadata", "GetQueueMetadata", 'c', "r", ""},
	{onQueue, "PUT", "metadata", "SetQueueMetadata", 'c', "w", ""},
	{onPeek, "GET", "", "PeekMessages", 'o', "r", ""},
	{onMessages, "GET", "", "GetMessages", 'o', "p", ""},
	{onMessages, "POST", "", "PutMessage", 'o', "a", ""},
	{onMessages, "DELETE", "", "ClearMessages", 'o', "", "dp"},
	{onMessage, "PUT", "", "UpdateMessage", 'o', "u", ""},
	{onMessage, "DELETE", "", "DeleteMessage", 'o', "p", ""},

	{onContainer, "GET", "list", "ListBlobs", 'c', "l", ""},
	{onContainer, "GET", "", "GetContainerProperties", 'c', "r", ""},
	{onContainer, "GET", "metadata", "GetContainerMetadata", 'c', "r", ""},
	{onContainer, "PUT", "metadata", "SetContainerMetadata", 'c', "w", ""},
	{onContainer, "PUT", "", "CreateContainer", 'c', "", "cw"},
	{onContainer, "DELETE", "", "DeleteContainer", 'c', "d", ""},
	{onBlob, "GET", "", "GetBlob", 'o', "r", ""},
	{onBlob, "GET", "metadata", "GetBlobMetadata", 'o', "r", ""},
	{onBlob, "GET", "blocklist", "GetBlockList", 'o', "r", ""},
	{onBlob, "PUT", "", opPutBlob, 'o', "", "cw"},
	{onBlob, "PUT", "blocklist", opPutList, 'o', "", "cw"},
	{onBlob, "PUT", "block", opPutBlock, 'o', "", "cw"},
	{onBlob, "PUT", "appendblock", "AppendBlock", 'o', "", "aw"},
	{onBlob, "PUT", "metadata", "SetBlobMetadata", 'o', "w", ""},
	{onBlob, "PUT", "properties", "SetBlobProperties", 'o', "w", ""},
	{onBlob, "DELETE", "", "DeleteBlob", 'o', "d", ""},
}

// Operations that may make a blob, for which another permission is enough than to change one.
const (
	opPutBlob  = "PutBlob"
	opPutList  = "PutBlockList"
	opPutBlock = "PutBlock"
)

// needOf returns the need of a request, the zero need if only the owner may send it, or nobody can.
func (c *call) needOf(on string) need {
	verb, comp := c.verb, c.options.comp
	switch verb {
	case "HEAD":
		verb = "GET"
	case "PATCH":
		verb = "MERGE"
	}
	if on == onEntity || on == onConditional || on == onTables || on == onBatch {
		comp = ""
	}
	for i := range needs {
		if n := &needs[i]; n.on == on && n.verb == verb && n.comp == comp {
			return *n
		}
	}
	return need{}
}
