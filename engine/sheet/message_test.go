package sheet_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

// head begins a sheet without mistakes, whose next line is the third.
const head = "# @sheet test\n# @entity user, 100\n"

// marked is a sheet without mistakes, whose next line is the seventh.
const marked = `# @sheet readings
# @entity device, 20000
# @entity reading, 50 million/day of device, kept 90d
# @attribute device.id, text 8, identity
# @attribute device.customer, text 8, 400 values
# @attribute reading.at, time, identity
`

// short writes a message in a line: place, code, and what its sentence needs.
func short(m sheet.Message) string {
	place := m.Path
	if m.Line > 0 {
		place = fmt.Sprint(m.Line)
	}
	line := place + " " + string(m.Code)
	if m.Subject != "" {
		line += " " + m.Subject
	}
	if m.Names != nil {
		line += fmt.Sprintf(" %q", m.Names)
	}
	for _, n := range m.Numbers {
		line += fmt.Sprintf(" %.10g", n)
	}
	return line
}

func shorts(messages []sheet.Message) string {
	var lines []string
	for _, m := range messages {
		lines = append(lines, short(m))
	}
	return strings.Join(lines, "\n")
}

// textMessages are texts and the only message that each of them gets. In the order of the codes.
var textMessages = []struct{ name, text, want string }{
	{"no identity", strings.Replace(marked, "time, identity", "time", 1), `3 noIdentity reading ["device" "at"]`},
	{"a time, which several have, before a name", head + "# @entity link, 100\n# @attribute link.created, time\n" +
		"# @attribute link.code, text 8", `3 noIdentity link ["code"]`},
	{"a kind that has a time alone", head + "# @entity post, 100\n# @attribute post.at, time", `3 noIdentity post`},
	{"a kind that has a count alone", head + "# @entity post, 100\n# @attribute post.likes, int", `3 noIdentity post`},
	{"a state, which names nobody", head + "# @entity post, 100\n# @attribute post.state, text 9, 5 values",
		`3 noIdentity post`},
	{"too few names", strings.Replace(marked, "time, identity", "time day, identity", 1),
		`3 identityTooSmall reading ["device" "at"] 1800000 4500000000`},
	{"a spread that leaves the number of values open", head +
		"# @attribute user.id, text 20, identity, zipf 1\n# @attribute user.n, int\n# @entity page, 100 thousand\n" +
		"# @attribute page.id, text 20, identity, largest 5 %, changes",
		`6 valuesAssumed page.id ["page" "largest 5 %" "unique" ` +
			`"# @attribute page.id, text 20, identity, unique, changes"] 1000 100000`},
	{"a guid of an identity whose number of values nobody entered", head + "# @entity reminder, 5 million\n" +
		"# @attribute reminder.name, text 20, identity\n# @attribute reminder.grain, guid, identity",
		`5 partAssumed reminder.grain ["reminder" "# @attribute reminder.grain, guid, identity, 5 million values"] ` +
			`1000 5000000 1000000`},
	{"a text of an identity whose number of values nobody entered", head + "# @entity reminder, 5 million\n" +
		"# @attribute reminder.name, text 20, identity\n# @attribute reminder.grain, int, identity, 500 values",
		`4 partAssumed reminder.name ["reminder" "# @attribute reminder.name, text 20, identity, 10000 values"] ` +
			`1000 5000000 500000`},
	{"a number that may begin anew in each parent", marked + "# @entity scan, 40000 of device\n" +
		"# @attribute scan.n, int, identity",
		`8 aloneAssumed scan.n ["scan" "device" "# @attribute scan.n, int, identity, 3 values"]`},
	{"case of a part of an identity", head + "# @entity tag, 100\n" +
		"# @attribute tag.a, text 5, identity, any case, 10 values\n" +
		"# @attribute tag.b, text 5, identity, 10 values", `4 unknownWord any case [""]`},
	{"too few values that were entered", head + "# @entity reminder, 5 million\n" +
		"# @attribute reminder.name, text 20, identity, 2000 values\n# @attribute reminder.grain, int, identity, 500 values",
		`3 identityTooSmall reminder ["name" "grain"] 1000000 5000000`},
	{"an unknown attribute", marked + "# @ask q, 1/s, reading by customr",
		`7 unknownAttribute reading ["customr" "device.customer"]`},
	{"an unknown attribute without a near one", marked + "# @ask q, 1/s, reading by zzz",
		`7 unknownAttribute reading ["zzz" ""]`},
	{"an unknown attribute of a parent", marked + "# @ask q, 1/s, reading by device.customr",
		`7 unknownAttribute reading ["device.customr" "device.customer"]`},
	{"a mistyped value of a list", marked + "# @attribute reading.state, text 5, weights open 60 % and paid 40 %\n" +
		"# @ask q, 1/s, reading by state=opne", `8 unknownValue state ["opne" "open"]`},
	{"a value that is in no list", marked + "# @attribute device.state, text 5, weights open 60 % and paid 40 %\n" +
		"# @ask q, 1/s, reading by device.state=zzz", `8 unknownValue device.state ["zzz" ""]`},
	{"a value of a list in another case, in a write", marked +
		"# @attribute reading.state, text 5, weights open 60 % and paid 40 %\n" +
		"# @do w, 1/s, delete reading by state=Open", `8 unknownValue state ["Open" "open"]`},
	{"shares of values", marked + "# @attribute reading.state, text 5, weights open 60 % and paid 30%",
		`7 shares reading.state 90`},
	{"shares of rates", "# @sheet test, total 500/s\n# @entity user, 100\n# @ask a, 60 %, user by id\n" +
		"# @ask b, 30 %, user by id", `1 shares 90`},
	{"a share without total", head + "# @ask a, 60 %, user by id\n# @ask b, 1/s, user by id", `3 shareWithoutTotal a`},
	{"a large text", head + "# @attribute user.id, text, identity\n# @attribute user.cv, text 40000",
		`4 valueTooLarge user.cv 40000 32768`},
	{"a text that just does not fit", head + "# @attribute user.id, text, identity\n# @attribute user.cv, text 32769",
		`4 valueTooLarge user.cv 32769 32768`},
	{"a large binary", head + "# @attribute user.id, text, identity\n# @attribute user.photo, binary 70000",
		`4 valueTooLarge user.photo 70000 65536`},
	{"less than one for each parent", marked + "# @entity battery, 80 of device\n# @attribute battery.id, text, identity",
		`7 lessThanOne battery ["device" "1.6 million"] 80 20000`},
	{"less than one for each that arrives", marked +
		"# @entity alarm, 80 of reading\n# @attribute alarm.id, text, identity",
		`7 lessThanOne alarm ["reading" "4 billion/day"] 80 4500000000`},
	{"an old answer to a fresh question", marked + "# @ask latest, 1/s, reading by device, fresh now\n### A\n" +
		"# @keys {device} | x | LatestList | of reading | kept every 10s",
		`9 contradiction latest ["LatestList" "10s" "A"]`},
	{"an impossible budget", marked + "# @ask day, 1/s, reading by device, at one day; read <= 100",
		`7 impossibleBudget day ["read"] 2500 100`},
	{"too few requests", marked + "# @ask day, 1/s, reading by device, at one day; requests <= 2",
		`7 impossibleBudget day ["requests"] 2500 2`},
	{"half of the answer", marked + "# @ask day, 1/s, reading by device, at one day; read <= 0.5 x answer",
		`7 impossibleBudget day ["read"] 2500 1250`},
	{"too many questions", head + asks(17), `1 tooMany ["asks"] 17 16`},
	{"too many kinds", head + kinds(6), `1 tooMany ["entities"] 7 6`},
	{"too many attributes", head + attributes(25), `2 tooMany user ["attributes"] 25 24`},
	{"too many parents", "# @sheet test\n# @entity a, 1\n# @entity b, 1\n# @entity c, 1\n# @entity d, 1 of a and b and c",
		`5 tooMany d ["of"] 3 2`},
	{"an order with a sign", head + "# @attribute user.id, text, identity\n# @attribute user.balance, double, signed\n" +
		"# @ask q, 1/s, user, greatest balance, top 5",
		`5 signedOrder q ["balance"] 1000000`},
	{"a range with a sign", head + "# @attribute user.id, text, identity\n# @attribute user.balance, double, signed\n" +
		"# @ask q, 1/s, user, balance between 5 %",
		`5 signedOrder q ["balance"] 1000000`},

	{"no sheet", "# A comment, and nothing of a sheet", " noSheet"},
	{"no name", "# @sheet", "1 badName 40"},
	{"no count", "# @sheet test\n# @entity user", `2 missing user ["count"]`},
	{"no kind", head + "# @ask q, 1/s", `3 missing q ["kind"]`},
	{"no verb", head + "# @do w, 1/s", `3 missing w ["verb"]`},
	{"no attribute", head + "# @ask q, 1/s, user by", `3 missing ["attribute"]`},
	{"no actions", head + "# @together t", `3 missing t ["verb"]`},
	{"a kind twice", head + "# @entity user, 5", `3 duplicate ["user"]`},
	{"an attribute twice", head + "# @attribute user.id, text, identity\n# @attribute user.id, int", `4 duplicate ["id"]`},
	{"a question twice", head + "# @ask q, 1/s, user by id\n# @ask q, 1/s, user", `4 duplicate ["q"]`},
	{"a counter twice", head + "# @ask q, 1/s, user by id; read <= 1, read <= 2", `3 duplicate ["read"]`},
	{"a clause twice", head + "# @ask q, 1/s, user, top 1, top 2", `3 duplicate ["top"]`},
	{"an option twice", head + "# @attribute user.id, text, identity, identity", `3 duplicate ["identity"]`},
	{"a sheet twice", head + "# @sheet again", `3 duplicate ["@sheet"]`},
	{"two counts of values", head + "# @attribute user.id, text, identity, unique, 7 values",
		`3 duplicate user.id ["values"]`},
	{"an unknown kind", head + "# @ask q, 1/s, usr by id", `3 unknownKind ["usr" "user"]`},
	{"an attribute of an unknown kind", head + "# @attribute usr.id, text", `3 unknownKind ["usr" "user"]`},
	{"an unknown parent", head + "# @entity post, 5 of usr", `3 unknownKind ["usr" "user"]`},
	{"an unknown kind in a set", head + "# @together t, insert usr", `3 unknownKind ["usr" "user"]`},
	{"a kind of itself", "# @sheet test\n# @entity user, 100 of user", `2 cycle user`},
	{"a name with a slash", "# @sheet a/b\n# @entity user, 100", `1 badName a/b 40`},
	{"a long name", head + "# @ask " + strings.Repeat("q", 41) + ", 1/s, user", `3 badName ` + strings.Repeat("q", 41) +
		` 40`},
	{"a property with a blank", "# @sheet test\n# @entity big user, 100", `2 badProperty big user 40`},
	{"a reserved word", "# @sheet test\n# @entity top, 100", `2 reserved top`},
	{"a value with a bar", head + "# @attribute user.id, text, identity\n# @attribute user.state, text\n" +
		"# @ask q, 1/s, user by state=a|b", `5 badValue a|b 40`},
	{"a store with one key", head + "### A\n# @keys {id}", `4 badStore {id} 1000`},
	{"a low peak", "# @sheet test, peak 0.5\n# @entity user, 100", `1 outOfRange ["peak"] 0.5 1 1000`},
	{"a largest share below an even one", "# @sheet test\n# @entity a, 10\n# @entity b, 100 of a, largest 5 %",
		`3 outOfRange b ["largest"] 5 10 100`},
	{"an exponent", head + "# @attribute user.id, text, identity\n# @attribute user.city, text, zipf 3",
		`4 outOfRange user.city ["zipf"] 3 0.01 2`},
	{"a list of values", marked + "# @ask q, 1/s, reading by device in (d1", `7 badList (d1`},
	{"a list without values", marked + "# @ask q, 1/s, reading by device in ( )", `7 badList ( )`},
	{"a list that nothing leads to", marked + "# @ask q, 1/s, reading by device in device.id",
		`7 cannot device.id ["list"]`},
	{"an attribute that a list comes from", marked + "# @ask q, 1/s, reading by device in reading.place",
		`7 unknownAttribute reading ["place" ""]`},
	{"a kind that a list comes from", marked + "# @ask q, 1/s, reading by device in visit.seen",
		`7 unknownKind ["visit" ""]`},
	{"a limit as SQL has it", marked + "# @ask q, 1/s, reading by device, limit 10", `7 cannot limit 10 ["top"]`},
	{"an order as SQL has it", marked + "# @ask q, 1/s, reading by device, order by at desc",
		`7 cannot order by at desc ["order"]`},
	{"a comparison", marked + "# @ask q, 1/s, reading by device, at >= yesterday",
		`7 cannot at >= yesterday ["compare"]`},
	{"a filter as SQL has it", marked + "# @ask q, 1/s, device where customer=c1",
		`7 cannot where customer=c1 ["where"]`},
	{"a number of rows as SQL has it", marked + "# @ask q, 1/s, reading, count(*)", `7 cannot count(*) ["aggregate"]`},
	{"a broken number of values", marked + "# @ask q, 1/s, reading by device in 1.5", `7 badList 1.5`},
	{"too many values", marked + "# @ask q, 1/s, reading by device in 1001", `7 outOfRange device ["in"] 1001 1 1000`},
	{"two lists of values", marked + "# @ask q, 1/s, reading by device in 5 and at in 5", `7 duplicate ["in"]`},
	{"a list of values to write", marked + "# @do w, 1/s, delete reading by device in 5", `7 unknownWord in [""]`},
	{"what is due of no time", marked + "# @ask q, 1/s, device, customer up to now", `7 notTime q ["customer"]`},
	{"an open range with a wrong width", marked + "# @ask q, 1/s, reading by device, at after noon", `7 badWidth noon`},
	{"the page before", marked + "# @ask q, 1/s, reading by device, previous page",
		`7 cannot previous page ["backwards"]`},
	{"a page by its number", marked + "# @ask q, 1/s, reading by device, skip 100", `7 cannot skip 100 ["offset"]`},
	{"words in a text", marked + "# @ask q, 1/s, device, customer contains ann",
		`7 cannot customer contains ann ["fullText"]`},
	{"the beginning of a text", marked + "# @ask q, 1/s, device, customer startsWith a",
		`7 cannot customer startsWith a ["prefix"]`},
	{"what is near", marked + "# @ask q, 1/s, device, near me", `7 cannot near me ["area"]`},
	{"a rank", marked + "# @ask q, 1/s, reading by device, rank", `7 cannot rank ["aggregate"]`},
	{"a number of rows", marked + "# @ask q, 1/s, reading by device, count", `7 cannot count ["aggregate"]`},
	{"a join", marked + "# @ask q, 1/s, reading, join device", `7 cannot join device ["join"]`},
	{"one or the other", marked + "# @ask q, 1/s, device by customer=a or customer=b",
		`7 cannot or customer=b ["or"]`},
	{"what is not there", marked + "# @ask q, 1/s, device, not customer", `7 cannot not customer ["not"]`},
	{"a value that is not wanted", marked + "# @ask q, 1/s, device by customer!=a", `7 cannot customer!=a ["not"]`},
	{"a value that is not wanted, in the way of SQL", marked + "# @ask q, 1/s, device by customer <> a",
		`7 cannot <> a ["not"]`},
	{"a greater value", marked + "# @ask q, 1/s, reading by device and at>=noon", `7 cannot at>=noon ["compare"]`},
	{"an order of nothing", marked + "# @ask q, 1/s, reading by device, newest", `7 unknownAttribute reading ["" ""]`},
	{"an order with the rows of its top", marked + "# @ask q, 1/s, reading by device, newest 20",
		`7 unknownAttribute reading ["20" ""]`},
	{"an order without its word", marked + "# @ask q, 1/s, reading by device, latest", `7 cannot latest ["order"]`},
	{"an order after its attribute", marked + "# @ask q, 1/s, reading by device, at desc",
		`7 cannot at desc ["order"]`},
	{"a number of rows without its word", marked + "# @ask q, 1/s, reading by device, for 20",
		`7 unknownWord for 20 [""]`},
	{"what is known, with a word too many", marked + "# @ask q, 1/s, reading by device id", `7 unknownWord id [""]`},
	{"the newest of each", marked + "# @ask q, 1/s, reading, newest of each device",
		`7 cannot newest of each device ["distinct"]`},
	{"the newest of each, by its time", marked + "# @ask q, 1/s, reading, newest at per device",
		`7 cannot newest at per device ["distinct"]`},
	{"one of each", marked + "# @ask q, 1/s, reading, newest at, top 1 per device",
		`7 cannot top 1 per device ["distinct"]`},
	{"for each", marked + "# @ask q, 1/s, reading, newest at, for each device",
		`7 cannot for each device ["distinct"]`},
	{"each value once", marked + "# @ask q, 1/s, device, distinct customer", `7 cannot distinct customer ["distinct"]`},
	{"any row", marked + "# @ask q, 1/s, device, random 1", `7 cannot random 1 ["random"]`},
	{"a feed", marked + "# @ask q, 1/s, reading by device, followed by me", `7 cannot followed by me ["feed"]`},
	{"an update of the identity", marked + "# @do w, 1/s, update reading by device and at, sets at",
		`7 setsIdentity w ["at"]`},
	{"an increment of a text", marked + "# @do w, 1/s, update device, adds 1 to customer", `7 notNumber w ["customer"]`},
	{"an increment of nothing", marked + "# @do w, 1/s, update device, adds 1", `7 missing 1 ["attribute"]`},
	{"an increment as a sum", marked + "# @attribute device.n, int\n# @do w, 1/s, update device, n = n + 1",
		`8 unknownWord n = n + 1 [""]`},
	{"an increment without its attribute", marked + "# @do w, 1/s, update device, +1", `7 unknownWord +1 [""]`},
	{"an increment in an insert", marked + "# @attribute device.n, int\n# @do w, 1/s, insert device, adds 1 to n",
		`8 notOfVerb w ["adds" "insert" "update"]`},
	{"an update of what is absent", marked + "# @do w, 1/s, update device, if absent",
		`7 notOfVerb w ["if absent" "update" "insert"]`},
	{"an insert of what is unchanged", marked + "# @do w, 1/s, insert device, if unchanged",
		`7 notOfVerb w ["if unchanged" "insert" "update"]`},
	{"too small a share of the busiest", marked + "# @do w, 1/s, update device, sets customer, largest 0.001 %",
		`7 outOfRange w ["largest"] 0.001 0.005 100`},
	{"no share of the busiest", marked + "# @do w, 1/s, update device, largest", `7 badShare`},
	{"a busiest share twice", marked + "# @do w, 1/s, update device, largest 5 %, largest 6 %", `7 duplicate ["largest"]`},
	{"the busiest of what belongs to nothing", head + "# @attribute user.id, guid, identity\n" +
		"# @do w, 1/s, insert user, largest 5 %", `4 notOfVerb w ["largest" "insert" "update"]`},
	{"a list in an update", marked + "# @do w, 1/s, update device, for each reading by at",
		`7 notOfVerb w ["for each" "update" "insert"]`},
	{"a limit in an update", marked + "# @do w, 1/s, update reading, at most 5 of device",
		`7 notOfVerb w ["at most" "update" "insert"]`},
	{"the busiest of a delete by age", marked + "# @do w, 1/day, delete reading, at older 30d, largest 5 %",
		`7 notOfVerb w ["largest" "delete"]`},
	{"a condition that is none", marked + "# @do w, 1/s, insert device, if absnt", `7 unknownWord absnt ["absent"]`},
	{"a condition with an attribute", marked + "# @do w, 1/s, insert device, if absent customer",
		`7 unknownWord absent customer [""]`},
	{"a condition of an update with an attribute", marked + "# @do w, 1/s, update device, if unchanged customer",
		`7 unknownWord unchanged customer [""]`},
	{"an insert by what is not unique", marked + "# @do w, 1/s, insert device by customer, if absent",
		`7 insertBy w ["customer" "device" "id"]`},
	{"an insert by what is not unique, without a condition", marked + "# @do w, 1/s, insert device by id and customer",
		`7 insertBy w ["customer" "device" "id"]`},
	{"an insert by a part of its identity", marked + "# @do w, 1/s, insert reading by device, if absent",
		`7 insertBy w ["device" "reading" "device and at"]`},
	{"a unique text of whatever case", head + "# @attribute user.id, guid, identity\n" +
		"# @attribute user.mail, text, unique\n# @do w, insert user", `4 whichCase user.mail ["any case" "exact case"]`},
	{"many lists", head + "# @attribute user.id, text 8, identity\n# @entity follow, 3000 of user\n" +
		"# @attribute follow.followed, text 8, identity, 100 values\n# @entity post, 500 of user\n" +
		"# @attribute post.at, time, identity\n# @ask q, post by user in follow.followed, top 5",
		`8 fanOut q ["# @entity feed, 15496 of post; # @attribute feed.reader, text 8, identity, 100 values; ` +
			`# @do deliver, insert feed, for each follow by followed; # @ask q, feed by reader, top 5, with post"] 31`},
	{"unique in what is not above", marked + "# @attribute device.n, int, unique in reading",
		`7 unknownWord unique in reading [""]`},
	{"the case of a number", head + "# @attribute user.id, guid, identity\n# @attribute user.n, int, unique, any case",
		`4 unknownWord any case [""]`},
	{"the case of what is not unique", head + "# @attribute user.id, guid, identity\n# @attribute user.n, text, any case",
		`4 unknownWord any case [""]`},
	{"a time of a text", marked + "# @ask q, 1/s, device, customer last 1h", `7 notTime q ["customer"]`},

	{"more than 64 KiB", strings.Repeat("#", sheet.MaxSize+1), fmt.Sprintf(" tooLong %d %d", sheet.MaxSize+1,
		sheet.MaxSize)},
	{"an unknown line", head + "# @atribute user.id, text", `3 unknownDirective atribute ["attribute"]`},
	{"an unknown setting", "# @sheet test, peek 3\n# @entity user, 100", `1 unknownWord peek 3 ["peak"]`},
	{"an unknown clause", head + "# @ask q, 1/s, user, tpo 5", `3 unknownWord tpo 5 ["top"]`},
	{"a range of nothing", head + "# @ask q, 1/s, user, last 1h", `3 rangeOfNothing last 1h`},
	{"an unknown option", head + "# @attribute user.id, text, identty", `3 unknownWord identty ["identity"]`},
	{"an unknown verb", head + "# @do w, 1/s, updat user", `3 unknownWord updat user ["update"]`},
	{"sets without update", head + "# @attribute user.id, text, identity\n# @attribute user.name, text\n" +
		"# @do w, 1/s, insert user, sets name", `5 notOfVerb w ["sets" "insert" "update"]`},
	{"a sum as what is set", marked + "# @attribute device.n, int\n# @do w, 1/s, update device by id, sets n+1",
		`8 unknownWord n+1`},
	{"a kind after a comma", head + "# @entity post, 900 of user\n# @ask q, 1/s, user by id, post",
		`4 unknownWord post [""]`},
	{"no comma before what is set", marked + "# @do move, 1/s, update device by id sets customer",
		`7 commaMissing sets ["id, sets"]`},
	{"no comma after a kind", marked + "# @ask q, 1/s, reading newest at", `7 commaMissing newest ["reading, newest"]`},
	{"no comma before a range", marked + "# @ask q, 1/s, reading by device at last 1h",
		`7 commaMissing at ["device, at"]`},
	{"a value with blanks and quotes", marked + "# @ask q, 1/s, reading by device = 'd1' and at",
		`7 spacedValue device = 'd1' ["device=d1"]`},
	{"a value with a blank before it", marked + "# @ask q, 1/s, reading by device= d1",
		`7 spacedValue device= d1 ["device=d1"]`},
	{"a parameter", marked + "# @ask q, 1/s, reading by device = ?", `7 callersValue device = ? ["device"]`},
	{"a parameter without blanks", marked + "# @ask q, 1/s, reading by device=? and at",
		`7 callersValue device=? ["device"]`},
	{"a parameter with a name", marked + "# @ask q, 1/s, reading by device = @id",
		`7 callersValue device = @id ["device"]`},
	{"a rate of nothing", head + "# @ask q, 0/day, user", `3 notAboveZero 0`},
	{"a rate below nothing", head + "# @ask q, -5/s, user", `3 notAboveZero -5`},
	{"an arrival of nothing", "# @sheet test\n# @entity user, 0/day", `2 notAboveZero 0`},
	{"a number with a mistyped word", "# @sheet test\n# @entity user, 50 millon",
		`2 badNumber 50 millon ["millon" "million"] 1e+15`},
	{"a rate with a mistyped word", head + "# @ask q, 3 millon/day, user", `3 badRate 3 millon/day ["millon" "million"]`},
	{"a rate with a mistyped unit", head + "# @ask q, 40/dya, user", `3 badRate 40/dya ["dya" "day"]`},
	{"an unknown counter", head + "# @ask q, 1/s, user; reed <= 5", `3 unknownWord reed ["read"]`},
	{"an unknown class", head + "# @ask q, 1/s, user; class <= tableScann", `3 unknownWord tableScann ["tableScan"]`},
	{"a number with a letter", "# @sheet test\n# @entity user, 50 m", `2 badNumber 50 m 1e+15`},
	{"a range whose width is missing", marked + "# @ask q, 1/s, reading by device, at between",
		`7 missing at between ["width"]`},
	{"a range of dates", marked + "# @ask q, 1/s, reading by device, at between '2026-01-01' and '2026-01-31'",
		`7 badWidth '2026-01-01' and '2026-01-31'`},
	{"a rate in words", head + "# @ask q, often/s, user by id", `3 unknownWord user by id [""]`},
	{"a rate of a write in words", head + "# @do w, rarely/day, insert user",
		"3 unknownWord rarely/day [\"\"]\n3 unknownWord insert user [\"\"]"},
	{"a rate without its time", "# @sheet test, total 1000\n# @entity user, 100", `1 badRate 1000`},
	{"a share as a factor", "# @sheet test, headroom 30 %\n# @entity user, 100", `1 badNumber 30 % 1e+15`},
	{"a value of SQL after where", marked + "# @ask q, 1/s, reading by where device = 5",
		`7 spacedValue device = 5 ["device=5"]`},
	{"a condition of SQL as a clause", marked + "# @ask q, 1/s, reading, where device = 5",
		`7 cannot where device = 5 ["where"]`},
	{"a condition as a clause", marked + "# @ask q, 1/s, reading, device = 5", `7 unknownWord device = 5 [""]`},
	{"a type without end", marked + "# @attribute device.note, nvarchar(max)", `7 badNumber max 1e+15`},
	{"a type that has no counterpart", marked + "# @attribute device.note, jsonb", `7 unknownWord jsonb [""]`},
	{"a primary key", marked + "# @attribute device.note, text, primary key", `7 unknownWord primary key [""]`},
	{"a sum of money as a limit", "# @sheet test, 100 dollars\n# @entity user, 100", `1 unknownWord 100 dollars [""]`},
	{"a limit with a currency", "# @sheet test, month <= 100 USD\n# @entity user, 100",
		`1 badLimit month <= 100 USD ["month"]`},
	{"a limit of a question for the whole", "# @sheet test, read <= 10\n# @entity user, 100", `1 unknownWord read [""]`},
	{"a limit with its unit", marked + "# @ask q, 1/s, reading by device; read <= 20 rows",
		`7 badLimit read <= 20 rows ["read"]`},
	{"a negative number", "# @sheet test\n# @entity user, -5", `2 notAboveZero -5`},
	{"a huge number", "# @sheet test\n# @entity user, 9999999999 billion", `2 badNumber 9999999999 billion 1e+15`},
	{"nothing at all", "# @sheet test\n# @entity user, 0", `2 notAboveZero 0`},
	{"half an entity at the top", head + "# @ask q, 1/s, user, top 1.5", `3 badNumber 1.5 1e+15`},
	{"a rate without unit", head + "# @ask q, 40, user", `3 badRate 40`},
	{"a time without unit", "# @sheet test\n# @entity user, 5/day, kept 90", `2 badTime 90`},
	{"a width without unit", marked + "# @ask q, 1/s, reading by device, at last 1x", `7 badWidth 1x`},
	{"a share without sign", "# @sheet test\n# @entity a, 10\n# @entity b, 100 of a, largest 50", `3 badShare 50`},
	{"prices without currency", "# @sheet test, prices 1 transactions and 2 storage\n# @entity user, 100",
		`1 badPrices 1 transactions and 2 storage`},
	{"prices that are words", "# @sheet test, prices a transactions and b storage in EUR\n# @entity user, 100",
		`1 badPrices a transactions and b storage in EUR`},
	{"two kinds in a question", head + "# @ask q, 1/s, user room", `3 unknownWord room [""]`},
	{"a comma between names", marked + "# @ask q, 1/s, reading by device, at", `7 unknownWord at [""]`},
	{"a unit that is no time", marked + "# @attribute reading.day, time dya", `7 unknownWord dya ["day"]`},
	{"a length of a number", marked + "# @attribute reading.n, int 5", `7 unknownWord 5 [""]`},
	{"the largest of no parent", "# @sheet test\n# @entity user, 100, largest 5 %", `2 unknownWord largest 5 % [""]`},
	{"weights without shares", marked + "# @attribute reading.s, text, weights open and shut",
		`7 badWeights open and shut`},
	{"a limit without number", head + "# @ask q, 1/s, user; read <= few", `3 badLimit read <= few ["read"]`},
}

func asks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# @ask q%d, 1/s, user by id\n", i)
	}
	return b.String()
}

func kinds(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# @entity k%d, 5\n", i)
	}
	return b.String()
}

func attributes(n int) string {
	text := "# @attribute user.id, text, identity\n"
	for i := range n - 1 {
		text += fmt.Sprintf("# @attribute user.a%d, text\n", i)
	}
	return text
}

func TestAMistakeInTextGetsOneMessageWithItsLine(t *testing.T) {
	for _, c := range textMessages {
		t.Run(c.name, func(t *testing.T) {
			_, messages := sheet.Parse(c.text)
			if got := shorts(messages); got != c.want {
				t.Errorf("got  %s\nwant %s\nin\n%s", got, c.want, numbered(c.text))
			}
		})
	}
}

var jsonMessages = []struct{ name, text, want string }{
	{"an unknown member", `{"sheet":1,"name":"a","entitys":[]}`, `/entitys unknownMember entitys`},
	{"an unknown member inside", `{"sheet":1,"name":"a","entities":[{"name":"u","count":5,"attributes":[{"nme":"x"}]}]}`,
		`/entities/0/attributes/0/nme unknownMember nme`},
	{"a member twice", `{"sheet":1,"name":"a","name":"b"}`, `/name duplicate ["name"]`},
	{"no JSON", `{"sheet":1,`, ` badJSON 11`},
	{"a list", `[]`, ` wrongType ["object"]`},
	{"a text for a number", `{"sheet":1,"name":"a","peak":"3"}`, `/peak wrongType peak ["number"]`},
	{"a number for a text", `{"sheet":1,"name":5}`, `/name wrongType name ["text"]`},
	{"an object for a list", `{"sheet":1,"name":"a","asks":{}}`, `/asks wrongType asks ["list"]`},
	{"a text for a boolean", `{"sheet":1,"name":"a","asks":[{"must":"yes"}]}`, `/asks/0/must wrongType must ["boolean"]`},
	{"another version", `{"sheet":2,"name":"a"}`, ` badVersion 1`},
	{"no version", `{"name":"a"}`, ` badVersion 1`},
	{"a negative number", `{"sheet":1,"name":"a","peak":-3}`, `/peak notAboveZero -3`},
	{"a zero", `{"sheet":1,"name":"a","peak":0}`, `/peak notAboveZero 0`},
	{"a broken length", `{"sheet":1,"name":"a","entities":[{"name":"u","count":5,"attributes":[{"name":"x",` +
		`"type":"text","length":1.5}]}]}`,
		`/entities/0/attributes/0/length badNumber 1.5 1e+15`},
	{"a rate", `{"sheet":1,"name":"a","entities":[{"name":"u","count":5}],"asks":[{"name":"q","kind":"u","rate":{"n":1,` +
		`"per":"year"}}]}`, `/asks/0/rate badRate 1/year`},
	{"a time", `{"sheet":1,"name":"a","horizon":"long"}`, `/horizon badTime long`},
	{"a limit", `{"sheet":1,"name":"a","asks":[{"name":"q","budget":{"read":"few"}}]}`,
		`/asks/0/budget/read badLimit few ["read"]`},
	{"more than 64 KiB", strings.Repeat(" ", sheet.MaxSize+1), fmt.Sprintf(" tooLong %d %d", sheet.MaxSize+1,
		sheet.MaxSize)},
	{"a checked sheet", `{"sheet":1,"name":"a","entities":[{"name":"u","count":5}],"asks":[{"name":"q","kind":"w"}]}`,
		`/asks/0 unknownKind ["w" "u"]`},
	{"an order without its direction", `{"sheet":1,"name":"a","entities":[{"name":"u","count":5}],"asks":[{"name":"q",` +
		`"kind":"u","order":{"attr":"id"}}]}`,
		`/asks/0 missing q ["order"]`},
	{"a word that is none", `{"sheet":1,"name":"a","entities":[{"name":"u","count":5,"grows":"fast"}]}`,
		`/entities/0/grows unknownWord fast [""]`},
}

func TestAMistakeInJSONGetsOneMessageWithItsPlace(t *testing.T) {
	for _, c := range jsonMessages {
		t.Run(c.name, func(t *testing.T) {
			_, messages := sheet.ReadJSON(c.text)
			if got := shorts(messages); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAllMistakesAreToldAtOnceWithTheirLines(t *testing.T) {
	_, messages := sheet.Parse(`# @sheet test, peek 3
# @entity user, many
# @ask a, 1/s, usr
# @ask b, 1/s, user by nobody
# @do c, 40, insert user`)
	want := `1 unknownWord peek 3 ["peak"]
2 badNumber many 1e+15
5 badRate 40
3 unknownKind ["usr" "user"]
4 unknownAttribute user ["nobody" ""]`
	if got := shorts(messages); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// An insert may name what the service refuses twice: its identity, and what is marked as unique.
func TestAnInsertByWhatIsUniqueIsNoMistake(t *testing.T) {
	unique := strings.Replace(marked, "text 8, 400 values", "text 8, unique, exact case", 1)
	for _, do := range []string{"device by id", "device by customer", "device by device", "device by id and customer",
		"reading by device and at", "reading by device.id and at", "reading by reading"} {
		for _, how := range []string{"", ", if absent"} {
			if _, messages := sheet.Parse(unique + "# @do w, 1/s, insert " + do + how); len(messages) > 0 {
				t.Errorf("%s%s: %s", do, how, shorts(messages))
			}
		}
	}
}

// What people write in the words of SQL, or of speech, is read if there is one meaning.
func TestWordsOfOtherLanguagesAreReadAsTheyAreMeant(t *testing.T) {
	for typed, want := range map[string]string{
		"# @sheet test, peak 3x, headroom 1.5 times":              "# @sheet test, peak 3, headroom 1.5",
		"# @sheet test, horizon 1 year":                           "# @sheet test, horizon 365d",
		"# @sheet test, horizon 90 days":                          "# @sheet test, horizon 90d",
		"# @sheet test, total 1000 per second":                    "# @sheet test, total 1000/s",
		"# @sheet test, total 2M/hour":                            "# @sheet test, total 2 million/h",
		"# @entity a, 5M":                                         "# @entity a, 5 million",
		"# @entity a, 5k":                                         "# @entity a, 5000",
		"# @entity a, 2.5 bn/day, kept 6 hrs":                     "# @entity a, 2.5 billion/day, kept 6h",
		"# @entity a, 1_000_000, kept 2 years":                    "# @entity a, 1 million, kept 730d",
		"# @attribute user.x, VARCHAR(50) NOT NULL":               "# @attribute user.x, text 50",
		"# @attribute user.x, decimal(10,2)":                      "# @attribute user.x, double",
		"# @attribute user.x, double precision":                   "# @attribute user.x, double",
		"# @attribute user.x, timestamptz":                        "# @attribute user.x, time",
		"# @attribute user.x, timestamp with time zone, 5 values": "# @attribute user.x, time, 5 values",
		"# @attribute user.x, date":                               "# @attribute user.x, time day",
		"# @attribute user.x, int(11) unsigned":                   "# @attribute user.x, int",
		"# @attribute user.x, serial":                             "# @attribute user.x, int",
		"# @attribute user.x, bigint":                             "# @attribute user.x, long",
		"# @ask q, 5 per minute, user by where id":                "# @ask q, 5/min, user by id",
		"# @ask q, 5/s, user by id AND at":                        "# @ask q, 5/s, user by id and at",
		"# @ask q, 5/s, user, at last month":                      "# @ask q, 5/s, user, at last 1month",
		"# @ask q, 5/s, user, at last 2 weeks, fresh 30 secs":     "# @ask q, 5/s, user, at last 2week, fresh 30s",
	} {
		text := head + "# @attribute user.id, text, identity\n# @attribute user.at, time\n" + typed
		if strings.Contains(typed, "@sheet") {
			text = typed + "\n# @entity user, 100"
		} else if strings.Contains(typed, "@entity") {
			text += "\n# @attribute a.id, text, identity, unique"
		}
		s, messages := sheet.Parse(text)
		if len(messages) > 0 || !strings.Contains(sheet.Write(s)+"\n", want+"\n") {
			t.Errorf("%s: %s, read as\n%s", typed, shorts(messages), sheet.Write(s))
		}
	}
}

// typed is what people write into fields of the form. Its sentences are tested where they are made, in
// site/app/design/sheet/meant.test.ts.
type typed struct {
	Sheet []string `json:"sheet"`
	Cases []struct {
		Line     string          `json:"line"` // of the text form
		Read     string          `json:"read"` // how that is read, if it is right
		Messages []sheet.Message `json:"messages"`
	} `json:"cases"`
}

func TestWhatPeopleTypeGetsTheMessagesThatItsSentencesAreMadeOf(t *testing.T) {
	text, err := os.ReadFile("testdata/typed.json")
	if err != nil {
		t.Fatal(err)
	}
	var all typed
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all.Cases {
		begin, _, _ := strings.Cut(c.Line, ",")
		lines := slices.Clone(all.Sheet)
		if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l+",", begin+",") }); i >= 0 {
			lines[i] = c.Line
		} else {
			lines = append(lines, c.Line)
		}
		s, messages := sheet.Parse(strings.Join(lines, "\n"))
		for i := range messages {
			messages[i].Line, messages[i].Names = 0, append([]string{}, messages[i].Names...)
		}
		if got, want := shorts(messages), shorts(c.Messages); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.Line, got, want)
		}
		if !strings.Contains(sheet.Write(s), c.Read) {
			t.Errorf("%s is read as\n%s\nwant %s", c.Line, sheet.Write(s), c.Read)
		}
	}
}

func TestMessagesEndAtAHundred(t *testing.T) {
	if _, messages := sheet.Parse("# @sheet test\n" + strings.Repeat("# @nothing\n", 1000)); len(messages) != 100 {
		t.Errorf("got %d messages", len(messages))
	}
}

func TestALargeValueIsANoteAndEverythingElseAnError(t *testing.T) {
	for _, c := range textMessages {
		_, messages := sheet.Parse(c.text)
		note := slices.ContainsFunc([]sheet.Code{sheet.ValueTooLarge, sheet.LessThanOne, sheet.AloneAssumed,
			sheet.WhichCase, sheet.FanOut},
			func(code sheet.Code) bool { return strings.Contains(c.want, string(code)) })
		if sheet.Failed(messages) == note {
			t.Errorf("%s: Failed = %v", c.name, !note)
		}
	}
}

func TestEachCodeHasATest(t *testing.T) {
	source, err := os.ReadFile("message.go")
	if err != nil {
		t.Fatal(err)
	}
	all := &strings.Builder{}
	for _, c := range textMessages {
		all.WriteString(c.want + "\n")
	}
	for _, c := range jsonMessages {
		all.WriteString(c.want + "\n")
	}
	codes := regexp.MustCompile(`Code += "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	if len(codes) < 30 {
		t.Errorf("found %d codes", len(codes))
	}
	for _, c := range codes {
		if !strings.Contains(all.String(), c[1]) {
			t.Errorf("no test has %s", c[1])
		}
	}
}
