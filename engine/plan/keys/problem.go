package keys

// Note reports whether a problem does not make a design invalid.
func (p *Problem) Note() bool { return Notes[p.Code] }

// ProblemCode says what is wrong with a design. Sentences are kept with the pages; the comment says what Names and
// Numbers hold.
type ProblemCode string

// What cannot be read or is missing, which belongs to no rule.
const (
	TemplateClose ProblemCode = "templateClose" // the template Names[0] has a } without a {
	TemplateOpen  ProblemCode = "templateOpen"  // the template Names[0] has a { without a }
	TemplateForm  ProblemCode = "templateForm"  // the segment Names[0] has a form that does not exist
	TemplateAttr  ProblemCode = "templateAttr"  // the segment Names[0] names no attribute
	UnknownName   ProblemCode = "unknownName"   // Names[0] has no attribute Names[1]; Names[2] is the nearest, or ""
	// Names[0] lists all its values, and Names[1] is none of them; Names[2] is the nearest, or ""
	UnknownValue ProblemCode = "unknownValue"
	// the segment Names[0] needs a number or a time, and its attribute is Names[1]
	FormOfText    ProblemCode = "formOfText"
	FormOfOther   ProblemCode = "formOfOther"   // the segment Names[0] needs a time, and its attribute is Names[1]
	SignedKey     ProblemCode = "signedKey"     // the segment Names[0] cannot order negative numbers
	MissingKeys   ProblemCode = "missingKeys"   // the store needs two keys with a bar between
	UnknownKind   ProblemCode = "unknownKind"   // there is no kind Names[0]; Names[1] is the nearest, or ""
	KindNeeded    ProblemCode = "kindNeeded"    // the sheet has several kinds, and the store does not say of which it is
	UnknownOption ProblemCode = "unknownOption" // the option Names[0] does not exist; Names[1] is the nearest, or ""
	BadOption     ProblemCode = "badOption"     // the option Names[0] cannot be read; Names[1] is an example
	EarlyOption   ProblemCode = "earlyOption"   // the option Names[0] is where the Names[1] should be
	TwiceOption   ProblemCode = "twiceOption"   // the option Names[0] is there twice
	UnknownAsk    ProblemCode = "unknownAsk"    // there is no question Names[0]; Names[1] is the nearest, or ""
	NotOfKind     ProblemCode = "notOfKind"     // the question Names[0] is not about the kind Names[1]
	// the kind Names[0] has Numbers[0] stores, and at most Numbers[1] are allowed
	TooManyStores  ProblemCode = "tooManyStores"
	BaseIncomplete ProblemCode = "baseIncomplete" // the first store of the kind Names[0] does not hold Names[1:]
	NoBase         ProblemCode = "noBase"         // the kind Names[0] has a write or a question, and no store
	// no store can answer the question Names[0]; the base does not say Names[1:]
	Unanswered ProblemCode = "unanswered"
	// the segment Names[0] would order the question Names[1] if ! came after it; a note
	Unordered ProblemCode = "unordered"
)

// What breaks a rule.
const (
	NoIdentity ProblemCode = "noIdentity" // 1: the keys do not tell Names, which belong to the identity
	// 2: the key Names[0] has Numbers[0] characters, and at most Numbers[1] are allowed
	KeyTooLong     ProblemCode = "keyTooLong"
	ForbiddenInKey ProblemCode = "forbiddenInKey" // 3: the key Names[0] has the character Names[1]
	NoSeparator    ProblemCode = "noSeparator"    // 4: there is no text between the segments Names[0] and Names[1]
	// 4: the text Names[1] after the segment Names[0] can be part of a value
	SeparatorOccurs ProblemCode = "separatorOccurs"
	// 5: the table Names[0] is not 3 to 63 letters and digits that begin with a letter
	BadTableName  ProblemCode = "badTableName"
	TooManyTables ProblemCode = "tooManyTables" // 5: there are Numbers[0] tables, and at most Numbers[1] are allowed
	// 6: an entity has Numbers[0] bytes, and at most Numbers[1] are allowed
	EntityTooLarge ProblemCode = "entityTooLarge"
	// 6: an entity has Numbers[0] properties, and at most Numbers[1] are allowed
	TooManyProps ProblemCode = "tooManyProps"
	// 6: a value of Names[0] has Numbers[0] bytes, and at most Numbers[1] are allowed
	ValueTooLarge ProblemCode = "valueTooLarge"
	// 6: the longest list has Numbers[0] characters, and at most Numbers[1] are allowed
	ListTooLong   ProblemCode = "listTooLong"
	StoresOverlap ProblemCode = "storesOverlap" // 7: the keys of Store and Other are not kept apart by their texts
	// 8: Store does not share table and PartitionKey with Other, so no transaction keeps it
	NotOneKey ProblemCode = "notOneKey"
	// 8: the set Names[0] writes Store and Other, which no transaction holds
	NotTogether ProblemCode = "notTogether"
	// 8: a transaction of the set Names[0] has Numbers[0] bytes, and at most Numbers[1] are allowed
	SetTooLarge ProblemCode = "setTooLarge"
	// 8: a transaction of the set Names[0] has Numbers[0] operations, and at most Numbers[1] are allowed
	TooManyActions ProblemCode = "tooManyActions"
)

// Notes are the problems that do not make a design invalid.
var Notes = map[ProblemCode]bool{Unordered: true, Unanswered: true, NotTogether: true, SetTooLarge: true,
	TooManyActions: true}

// Rules are the numbers of the rules that problems break, see the comment of the package.
var Rules = map[ProblemCode]int{NoIdentity: 1, KeyTooLong: 2, ForbiddenInKey: 3, NoSeparator: 4, SeparatorOccurs: 4,
	Unordered:    4,
	BadTableName: 5, TooManyTables: 5, EntityTooLarge: 6, TooManyProps: 6, ValueTooLarge: 6, ListTooLong: 6,
	StoresOverlap: 7,
	NotOneKey:     8, NotTogether: 8, SetTooLarge: 8, TooManyActions: 8}

// Problem is what is wrong with a design.
type Problem struct {
	Code    ProblemCode `json:"code"`
	Rule    int         `json:"rule"`  // 1 to 8, 0 for what cannot be read or is missing
	Store   int         `json:"store"` // from 0; -1 for the whole design
	Other   int         `json:"other"` // another store that it is about; -1 if there is none
	Names   []string    `json:"names"`
	Numbers []float64   `json:"numbers"`
}
