package apierr

// The codes that the engine answers with. Source: REST reference, "Table service error codes" and
// "Common REST API error codes"; the texts are those of recorded traffic where there is any.
const (
	AtomFormatNotSupported  Code = "AtomFormatNotSupported"
	BatchPartitionsDiffer   Code = "CommandsInBatchActOnDifferentPartitions"
	ConditionNotMet         Code = "ConditionNotMet"
	CORSPreflightFailure    Code = "CorsPreflightFailure"
	DuplicateProperties     Code = "DuplicatePropertiesSpecified"
	EntityAlreadyExists     Code = "EntityAlreadyExists"
	EntityTooLarge          Code = "EntityTooLarge"
	InternalError           Code = "InternalError"
	InsufficientPermissions Code = "InsufficientAccountPermissions"
	InvalidDuplicateRow     Code = "InvalidDuplicateRow"
	InvalidHeaderValue      Code = "InvalidHeaderValue"
	InvalidInput            Code = "InvalidInput"
	InvalidQueryParameter   Code = "InvalidQueryParameterValue"
	InvalidResourceName     Code = "InvalidResourceName"
	InvalidURI              Code = "InvalidUri"
	InvalidValueType        Code = "InvalidValueType"
	InvalidXMLDocument      Code = "InvalidXmlDocument"
	JSONFormatNotSupported  Code = "JsonFormatNotSupported"
	MediaTypeNotSupported   Code = "MediaTypeNotSupported"
	MethodNotAllowed        Code = "MethodNotAllowed"
	NotImplemented          Code = "NotImplemented"
	OperationTimedOut       Code = "OperationTimedOut"
	OutOfRangeInput         Code = "OutOfRangeInput"
	PropertiesNeedValue     Code = "PropertiesNeedValue"
	PropertyNameInvalid     Code = "PropertyNameInvalid"
	PropertyNameTooLong     Code = "PropertyNameTooLong"
	PropertyValueTooLarge   Code = "PropertyValueTooLarge"
	RequestBodyTooLarge     Code = "RequestBodyTooLarge"
	ResourceNotFound        Code = "ResourceNotFound"
	ServerBusy              Code = "ServerBusy"
	TableAlreadyExists      Code = "TableAlreadyExists"
	TableBeingDeleted       Code = "TableBeingDeleted"
	TableNotFound           Code = "TableNotFound"
	TooManyProperties       Code = "TooManyProperties"
	UnsupportedHTTPVerb     Code = "UnsupportedHttpVerb"
	UpdateConditionNotMet   Code = "UpdateConditionNotSatisfied"
	XMethodIncorrectCount   Code = "XMethodIncorrectCount"
	XMethodIncorrectValue   Code = "XMethodIncorrectValue"
	XMethodNotUsingPost     Code = "XMethodNotUsingPost"
)

// The codes of requests with a wrong signature, or with one that does not permit them. Source:
// REST reference, "Common REST API error codes" and "SAS error codes"; the texts as above.
const (
	AuthenticationFailed      Code = "AuthenticationFailed"
	AuthorizationFailure      Code = "AuthorizationFailure"
	InvalidAuthenticationInfo Code = "InvalidAuthenticationInfo"
	NoAuthentication          Code = "NoAuthenticationInformation"
	PermissionMismatch        Code = "AuthorizationPermissionMismatch"
	ProtocolMismatch          Code = "AuthorizationProtocolMismatch"
	ResourceTypeMismatch      Code = "AuthorizationResourceTypeMismatch"
	ServiceMismatch           Code = "AuthorizationServiceMismatch"
	SourceIPMismatch          Code = "AuthorizationSourceIPMismatch"
	UnauthorizedBlobOverwrite Code = "UnauthorizedBlobOverwrite"
)

// The codes of queues and blobs alone. Source: REST reference, "Queue service error codes" and
// "Blob service error codes"; the texts as above.
const (
	AppendPositionNotMet     Code = "AppendPositionConditionNotMet"
	BlobAlreadyExists        Code = "BlobAlreadyExists"
	BlobNotFound             Code = "BlobNotFound"
	BlockCountExceedsLimit   Code = "BlockCountExceedsLimit"
	BlockListTooLong         Code = "BlockListTooLong"
	BothChecksums            Code = "BothCrc64AndMd5HeaderPresent"
	CannotVerifyCopySource   Code = "CannotVerifyCopySource"
	ContainerAlreadyExists   Code = "ContainerAlreadyExists"
	ContainerBeingDeleted    Code = "ContainerBeingDeleted"
	ContainerNotFound        Code = "ContainerNotFound"
	CRC64Mismatch            Code = "Crc64Mismatch"
	EmptyMetadataKey         Code = "EmptyMetadataKey"
	InvalidBlobOrBlock       Code = "InvalidBlobOrBlock"
	InvalidBlobType          Code = "InvalidBlobType"
	InvalidBlockList         Code = "InvalidBlockList"
	InvalidMD5               Code = "InvalidMd5"
	InvalidMetadata          Code = "InvalidMetadata"
	InvalidRange             Code = "InvalidRange"
	LeaseInfiniteRequired    Code = "InfiniteLeaseDurationRequired"
	MaxBlobSizeNotMet        Code = "MaxBlobSizeConditionNotMet"
	MD5Mismatch              Code = "Md5Mismatch"
	MessageNotFound          Code = "MessageNotFound"
	MetadataTooLarge         Code = "MetadataTooLarge"
	MissingHeader            Code = "MissingRequiredHeader"
	MissingQueryParameter    Code = "MissingRequiredQueryParameter"
	NoPendingCopyOperation   Code = "NoPendingCopyOperation"
	OutOfRangeQueryParameter Code = "OutOfRangeQueryParameterValue"
	PopReceiptMismatch       Code = "PopReceiptMismatch"
	QueueAlreadyExists       Code = "QueueAlreadyExists"
	QueueBeingDeleted        Code = "QueueBeingDeleted"
	QueueNotFound            Code = "QueueNotFound"
	SourceConditionNotMet    Code = "SourceConditionNotMet"
	TargetConditionNotMet    Code = "TargetConditionNotMet"
)

// The codes of leases. Source: REST reference, "Blob service error codes"; recorded traffic of the clients
// for Python for the texts, which name a blob or a container: [Lease] fills that in.
const (
	LeaseAlreadyPresent          Code = "LeaseAlreadyPresent"
	LeaseIDMismatchWithBlob      Code = "LeaseIdMismatchWithBlobOperation"
	LeaseIDMismatchWithContainer Code = "LeaseIdMismatchWithContainerOperation"
	LeaseIDMismatchWithLease     Code = "LeaseIdMismatchWithLeaseOperation"
	LeaseIDMissing               Code = "LeaseIdMissing"
	LeaseIsBreakingNoAcquire     Code = "LeaseIsBreakingAndCannotBeAcquired"
	LeaseIsBreakingNoChange      Code = "LeaseIsBreakingAndCannotBeChanged"
	LeaseIsBrokenNoRenew         Code = "LeaseIsBrokenAndCannotBeRenewed"
	LeaseLost                    Code = "LeaseLost"
	LeaseNotPresentWithBlob      Code = "LeaseNotPresentWithBlobOperation"
	LeaseNotPresentWithContainer Code = "LeaseNotPresentWithContainerOperation"
	LeaseNotPresentWithLease     Code = "LeaseNotPresentWithLeaseOperation"
)

// entry is one row of the table of codes.
type entry struct {
	status  int
	early   bool // raised while the request is read, before the storage layer sees it
	message string
}

const (
	textXMethod       = "The X-HTTP-Method header is not used correctly."
	textNotAuthorized = "This request is not authorized to perform this operation"
	textLeaseMismatch = "The lease ID specified did not match the lease ID for the {thing}."
	textNoLease       = "There is currently no lease on the {thing}."
)

var codes = map[Code]entry{
	AtomFormatNotSupported: {415, true, "Atom format is not supported."},
	BatchPartitionsDiffer:  {400, false, "All commands in a batch must operate on same entity group."},
	ConditionNotMet:        {412, true, "The condition specified using HTTP conditional header(s) is not met."},
	CORSPreflightFailure:   {403, true, "CORS not enabled or no matching rule found for this request."},
	DuplicateProperties:    {400, true, "A property is specified more than one time."},
	EntityAlreadyExists:    {409, false, "The specified entity already exists."},
	EntityTooLarge:         {400, false, "The entity is larger than the maximum allowed size (1MB)."},
	InternalError:          {500, false, "Server encountered an internal error. Please try again after some time."},
	InsufficientPermissions: {403, true,
		"The account being accessed does not have sufficient permissions to execute this operation."},
	InvalidDuplicateRow: {400, false, "The batch request contains multiple changes with same row key. " +
		"An entity can appear only once in a batch request."},
	InvalidHeaderValue:     {400, true, "The value for one of the HTTP headers is not in the correct format."},
	InvalidInput:           {400, true, "One of the request inputs is not valid."},
	InvalidQueryParameter:  {400, true, "Value for one of the query parameters specified in the request URI is invalid."},
	InvalidResourceName:    {400, false, "The specifed resource name contains invalid characters."}, // sic
	InvalidURI:             {400, true, "The requested URI does not represent any resource on the server."},
	InvalidValueType:       {400, true, "The value specified is invalid."},
	InvalidXMLDocument:     {400, true, "XML specified is not syntactically valid."},
	JSONFormatNotSupported: {415, true, "JSON format is not supported."},
	MediaTypeNotSupported:  {415, true, "None of the provided media types are supported"}, // without a full stop
	MethodNotAllowed:       {405, true, "The requested method is not allowed on the specified resource."},
	NotImplemented:         {501, false, "The requested operation is not implemented on the specified resource."},
	OperationTimedOut:      {500, false, "Operation could not be completed within the specified time."},
	OutOfRangeInput:        {400, false, "One of the request inputs is out of range."},
	PropertiesNeedValue:    {400, false, "The values are not specified for all properties in the entity."},
	PropertyNameInvalid:    {400, false, "The property name is invalid."},
	PropertyNameTooLong:    {400, false, "The property name exceeds the maximum allowed length (255)."},
	PropertyValueTooLarge: {400, false, "The property value exceeds the maximum allowed size (64KB). " +
		"If the property value is a string, it is UTF-16 encoded and the maximum number of characters should be " +
		"32K or less."},
	RequestBodyTooLarge: {413, true, "The request body is too large and exceeds the maximum permissible limit."},
	ResourceNotFound:    {404, false, "The specified resource does not exist."},
	ServerBusy:          {503, false, "The server is busy."},
	TableAlreadyExists:  {409, false, "The table specified already exists."},
	TableBeingDeleted:   {409, false, "The specified table is being deleted. Try operation later."},
	TableNotFound:       {404, true, "The table specified does not exist."},
	TooManyProperties: {400, false, "The entity contains more properties than allowed. Each entity can include up to " +
		"252 properties to store data. Each entity also has 3 system properties."},
	UnsupportedHTTPVerb:   {405, true, "The resource doesn't support specified Http Verb."},
	UpdateConditionNotMet: {412, false, "The update condition specified in the request was not satisfied."},
	XMethodIncorrectCount: {400, true, textXMethod},
	XMethodIncorrectValue: {400, true, textXMethod},
	XMethodNotUsingPost:   {400, true, textXMethod},

	AuthenticationFailed: {403, true, "Server failed to authenticate the request. Make sure the value of " +
		"Authorization header is formed correctly including the signature."},
	AuthorizationFailure: {403, false, textNotAuthorized + "."},
	InvalidAuthenticationInfo: {400, true, "Authentication information is not given in the correct format. " +
		"Check the value of Authorization header."},
	NoAuthentication: {401, true, "Server failed to authenticate the request. Please refer to the information in " +
		"the www-authenticate header."},
	PermissionMismatch:        {403, false, textNotAuthorized + " using this permission."},
	ProtocolMismatch:          {403, true, textNotAuthorized + " using this protocol."},
	ResourceTypeMismatch:      {403, false, textNotAuthorized + " using this resource type."},
	ServiceMismatch:           {403, false, textNotAuthorized + " using this service."},
	SourceIPMismatch:          {403, true, textNotAuthorized + " using this source IP."},
	UnauthorizedBlobOverwrite: {403, false, "This request is not authorized to perform blob overwrites."},

	AppendPositionNotMet:   {412, false, "The append position condition specified was not met."},
	BlobAlreadyExists:      {409, false, "The specified blob already exists."},
	BlobNotFound:           {404, false, "The specified blob does not exist."},
	BlockCountExceedsLimit: {409, false, "The committed block count cannot exceed the maximum limit of 50,000 blocks."},
	BlockListTooLong:       {400, false, "The block list may not contain more than 50,000 blocks."},
	BothChecksums:          {400, false, "Both x-ms-content-crc64 header and Content-MD5 header are present."},
	CannotVerifyCopySource: {404, false, "Could not verify the copy source within the specified time."},
	ContainerAlreadyExists: {409, false, "The specified container already exists."},
	ContainerBeingDeleted:  {409, false, "The specified container is being deleted. Try operation later."},
	ContainerNotFound:      {404, false, "The specified container does not exist."},
	CRC64Mismatch: {400, false,
		"The CRC64 value specified in the request did not match with the CRC64 value calculated by the server."},
	EmptyMetadataKey:   {400, false, "The key for one of the metadata key-value pairs is empty."},
	InvalidBlobOrBlock: {400, false, "The specified blob or block content is invalid."},
	InvalidBlobType:    {409, false, "The blob type is invalid for this operation."},
	InvalidBlockList:   {400, false, "The specified block list is invalid."},
	InvalidMD5: {400, false,
		"The MD5 value specified in the request is invalid. MD5 value must be 128 bits and base64 encoded."},
	InvalidMetadata: {400, false, "The metadata specified is invalid. It has characters that are not permitted."},
	InvalidRange:    {416, false, "The range specified is invalid for the current size of the resource."},
	LeaseInfiniteRequired: {412, false,
		"The lease ID matched, but the specified lease must be an infinite-duration lease."},
	MaxBlobSizeNotMet: {412, false, "The max blob size condition specified was not met."},
	MD5Mismatch: {400, false,
		"The MD5 value specified in the request did not match with the MD5 value calculated by the server."},
	MessageNotFound:        {404, false, "The specified message does not exist."},
	MetadataTooLarge:       {400, false, "The size of the specified metadata exceeds the maximum size permitted."},
	MissingHeader:          {400, false, "An HTTP header that's mandatory for this request is not specified."},
	MissingQueryParameter:  {400, false, "A query parameter that's mandatory for this request is not specified."},
	NoPendingCopyOperation: {409, false, "There is currently no pending copy operation."},
	OutOfRangeQueryParameter: {400, false,
		"One of the query parameters specified in the request URI is outside the permissible range."},
	PopReceiptMismatch: {400, false,
		"The specified pop receipt did not match the pop receipt for a dequeued message."},
	QueueAlreadyExists:    {409, false, "The specified queue already exists."},
	QueueBeingDeleted:     {409, false, "The specified queue is being deleted."},
	QueueNotFound:         {404, false, "The specified queue does not exist."},
	SourceConditionNotMet: {412, false, "The source condition specified using HTTP conditional header(s) is not met."},
	TargetConditionNotMet: {412, false, "The target condition specified using HTTP conditional header(s) is not met."},

	LeaseAlreadyPresent:          {409, false, "There is already a lease present."},
	LeaseIDMismatchWithBlob:      {412, false, textLeaseMismatch},
	LeaseIDMismatchWithContainer: {412, false, textLeaseMismatch},
	LeaseIDMismatchWithLease:     {409, false, textLeaseMismatch},
	LeaseIDMissing: {412, false,
		"There is currently a lease on the {thing} and no lease ID was specified in the request."},
	LeaseIsBreakingNoAcquire: {409, false,
		"The lease ID matched, but the lease is currently in breaking state and cannot be acquired until it is broken."},
	LeaseIsBreakingNoChange: {409, false,
		"The lease ID matched, but the lease is currently in breaking state and cannot be changed."},
	LeaseIsBrokenNoRenew: {409, false,
		"The lease ID matched, but the lease has been broken explicitly and cannot be renewed."},
	LeaseLost:                    {412, false, "A lease ID was specified, but the lease for the {thing} has expired."},
	LeaseNotPresentWithBlob:      {412, false, textNoLease},
	LeaseNotPresentWithContainer: {412, false, textNoLease},
	LeaseNotPresentWithLease:     {409, false, textNoLease},
}

// Status returns the HTTP status of the code, 500 for a code that is not in the table.
func (c Code) Status() int {
	if e, ok := codes[c]; ok {
		return e.status
	}
	return 500
}

// Message returns the text that the service sends with the code.
func (c Code) Message() string { return codes[c].message }

func (c Code) early() bool { return codes[c].early }
