// What was probably meant by a type, or by words about the values of an attribute, that databases have. Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { aboveOf, escaped, NUMBER, parentsOf, TIME } from "./clauses.ts";
import { nameIn, timeIn } from "./conditions.ts";
import type { AttributeDraft, Draft, KindDraft } from "./draft.ts";
import { clausesOf, type Fix, type Put } from "./fixes.ts";
import { caseMeant } from "./meant-case.ts";
import { countIn, shareMeant, valuesIn } from "./meant-numbers.ts";
import type { Problem } from "./messages.ts";
import { gone, instead, needless, type Proposal, withAbove } from "./proposal.ts";

/** What a message about an attribute is instead; null if it stays what it is. */
export function valueMeant(m: SheetMessage, draft: Draft, path: string, field: string): Proposal | null {
  const [, , n, , i] = path.split("/");
  const kind = draft.kinds[Number(n)];
  const attribute = kind?.attributes[Number(i)];
  if (!kind || !attribute) return null;
  if (m.code === "whichCase") return { fixes: m.names.map((word): Fix => ({ word, puts: [["more", "", word]] })) };
  if (m.code === "badShare" && field === "more") return shareOf(m.subject, attribute);
  if (!/^(?:unknown(?:Word|Attribute)|badNumber)$/.test(m.code)) return null;
  const kept = field === "type" ? keptMeant(attribute.type.trim(), kind, field) : null;
  if (kept) return kept;
  if (field === "type") return typeMeant(attribute.type.trim(), attribute);
  const clause = clausesOf(attribute.more).find((c) => c.includes(m.subject) || c.endsWith(` ${m.names[0]}`)) ?? "";
  const ofType = !clause && typeMeant(attribute.type.trim(), attribute);
  if (ofType) return { ...ofType, field: "type" };
  return field === "more" ? wordMeant(clause, m.names[0] ?? "", draft, kind, attribute) : null;
}

/** The share of the most frequent value, without its sign. */
function shareOf(typed: string, { more }: AttributeDraft): Proposal | null {
  const clause = clausesOf(more).find((c) => /^largest\b/.test(c) && c.endsWith(typed)) ?? "";
  return clause ? shareMeant(clause, "more", "largest ") : null;
}

/** Types without a counterpart, or with one that needs a length that nobody can guess. */
const LONG_TEXT = /^(?:n?(?:var)?char2?\(max\)|(?:tiny|medium|long|n) ?text|n?clob|text\(max\)|string\(max\))$/i;
const NESTED =
  /^(?:jsonb?|xml|object|map|array|list|mixed|document|dict(?:ionary)?|struct|hstore|variant|m|l|ss|ns)\b|\[\]$|^\[/i;
const BYTES = new RegExp(
  "^(?:(?:u?int8|s?byte|char)s?\\[\\]|\\[\\]u?(?:int8|byte)|uint8array|bytearray" +
    "|bytea|(?:tiny|medium|long)blob|image|varbinary\\(max\\)|buffer|bindata|file|raw|b)$",
  "i",
);
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(?:un)?signed (?:int|integer|smallint|tinyint)$/i, "int"],
  [/^(?:(?:un)?signed (?:bigint|long)|interval|duration)$/i, "long"],
  [/^(?:object ?id|oid)$/i, "text 24"],
  [/^(?:s|str|strings|char varying|citext|name|email|url|uri|phone)$/i, "text 40"],
  [/^(\d+)$/, "text $1"],
  [/^ulid$/i, "text 26"],
  [/^ksuid$/i, "text 27"],
  [/^nanoid$/i, "text 21"],
  [/^cuid2?$/i, "text 25"],
  [/^(?:inet|ip(?:v4|v6)?|cidr)$/i, "text 39"],
  [/^character(?: varying)?\s*\((\d+)\)$/i, "text $1"],
  [/^(?:nchar|varchar2|nvarchar2|bpchar)\s*\((\d+)(?: char| byte)?\)$/i, "text $1"],
  [/^(?:int[24]?|integers?|mediumint|smallserial|byte|short|uint(?:8|16)?|year)$/i, "int"],
  [/^(?:int8|uint(?:32|64)?|n|numberlong|bigints?|unsigned bigint|u64|i64|counter)$/i, "long"],
  [/^(?:float[48]?|float(?:32|64)|f64)$/i, "double"],
  [/^(?:geo\w*|point|location|lat(?:lng|lon)?|coordinates?)$/i, "double"],
  [/^(?:bit|bool(?:ean)?s?|flag|yes\/no|true\/false)$/i, "bool"],
  [/^(?:(?:iso ?)?date ?time\w*|smalldatetime|date and time|iso(?:date|[ -]?8601)|now\(\)|created ?at)$/i, "time"],
  [/^(?:(?:local|offset|zoned)date-?time|instant|datetime\.datetime|datetimeoffset)$/i, "time"],
  [/^(?:local ?date|datetime\.date|date ?only)$/i, "time day"],
  [/^(?:epoch|unix(?: ?time(?:stamp)?)?|unixtime)$/i, "time second"],
  [/^(?:guids?|uuids?|uuid ?v?[1-7]|id|identifier)$/i, "guid"],
];
const REST =
  /\s+(?=(?:primary|unique|references|default|check|auto_?increment|identity|generated|index|foreign|collate|pk)\b)/i;

/** Says how many values there are. */
const COUNTED = / values$|^(?:unique|weights)\b/;

const DIGITS = "(?:\\s*\\(\\s*\\d+\\s*,\\s*[1-9]\\d*\\s*\\))?"; // (10, 2)
/** Numbers with decimals that must be exact, such as money. */
const EXACT = new RegExp(
  "^(?:java\\.math\\.)?(?:big ?decimal|(?:small)?money|currency|price|cents|decimal128" +
    `|dec(?:imal)?${DIGITS}|numeric${DIGITS}|number(?=\\s*\\()${DIGITS})$`,
  "i",
);

function exactMeant(typed: string): Proposal {
  const fixes = ["long", "double"].map((word): Fix => ({ word, puts: [["type", typed, word]] }));
  return { code: "exact", subject: typed, names: [], fixes };
}

const TEXTS = /^(?:text|string|n?(?:var)?char)$/i;
const BINARIES = /^(?:binary|varbinary|bytes|blob)$/i;

/** What is worth saying about types that are read: how long their values are taken to be, and that some are rounded. */
export function typeProblems({ kinds }: Draft): Problem[] {
  return kinds.flatMap(({ attributes }, i) =>
    attributes.flatMap((a, j) => {
      const typed = a.type.trim();
      const said = EXACT.test(typed)
        ? exactMeant(typed)
        : TEXTS.test(typed)
          ? { code: "lengthTaken" as const, numbers: [12] }
          : BINARIES.test(typed)
            ? { code: "bytesTaken" as const, numbers: [12] }
            : null;
      const path = `/entities/${i}/attributes/${j}`;
      const m = {
        code: "exact" as const,
        line: 0,
        path,
        field: "type",
        subject: typed,
        names: [],
        numbers: [],
        note: true,
      };
      return said ? [{ ...m, ...said }] : [];
    }),
  );
}

/** A type in the words of a database, with what may come after it there. */
function typeMeant(typed: string, a: AttributeDraft): Proposal | null {
  const [, schema = "", rest = ""] = /^\{\s*type:\s*([\w.]+)\s*,?\s*(.*?)\s*\}$/i.exec(typed) ?? [];
  if (schema) return schemaMeant(typed, schema, rest, a);
  if (EXACT.test(typed)) return exactMeant(typed);
  if (/^enum(?:eration)?s?$/i.test(typed)) return { code: "enumType", subject: typed, names: [] };
  const literals = typed.includes("|") ? valuesIn(typed) : "";
  if (literals) {
    const longest = Math.max(...typed.split("|").map((v) => v.trim().replaceAll(/['"]/g, "").length));
    return elsewhere(typed, `text ${longest}`, literals);
  }
  const [head = "", ...tail] = typed
    .replaceAll(/\bnot null\b|^(?:mongoose\.)?(?:schema\.)?types\./gi, "")
    .trim()
    .split(REST);
  const choices = /^(?:enum|set)\s*\((.+)\)$/i
    .exec(head)?.[1]
    ?.split(",")
    .map((v) => v.trim().replaceAll(/['"]/g, ""));
  if (choices) {
    const longest = Math.max(...choices.map((v) => v.length));
    return elsewhere(typed, `text ${longest}`, `${choices.length} values`);
  }
  const text = BYTES.test(head) ? "binary 10000" : LONG_TEXT.test(head) || NESTED.test(head) ? "text 2000" : "";
  if (text) {
    const fixes: Fix[] = [{ word: text, puts: [["type", typed, text]] }];
    return { code: "noLength", subject: typed, names: [text], fixes };
  }
  const known = TYPES.find(([words]) => words.test(head));
  const type = known ? head.replace(...known) : head;
  const there = [...clausesOf(a.more), a.identity ? "identity" : ""];
  const words = tail
    .map((part) => valuesIn(part.trim()) || (VALUES.find(([w]) => w.test(part.trim()))?.[1] ?? ""))
    .filter((word) => word && !there.includes(word) && !(/ values$/.test(word) && there.some((c) => COUNTED.test(c))));
  return words.length ? elsewhere(typed, type, words.join(", ")) : type === typed ? null : instead(typed, type);
}

/** A type with options, as in a schema of MongoDB: "{type: String, unique: true}". */
function schemaMeant(typed: string, schema: string, options: string, a: AttributeDraft): Proposal | null {
  const [right = "", length] = typeMeant(schema, a)?.names ?? [];
  const type = length === undefined ? right || schema : length;
  const longest = /\bmax_?length\W+(\d+)/i.exec(options)?.[1];
  const own = longest && /^(?:text|string)\b/i.test(type) ? `text ${longest}` : type;
  const words = clausesOf(options).flatMap(
    (o) => (optionMeant(o, a)?.code === "meant" ? optionMeant(o, a)?.names?.[1] : valuesIn(o)) || [],
  );
  return words.length ? elsewhere(typed, own, words.join(", ")) : instead(typed, own);
}

const elsewhere = (typed: string, type: string, more: string): Proposal => ({
  code: "typeAndValues",
  subject: typed,
  names: [type, more],
  fixes: [
    {
      word: `${type}, ${more}`,
      puts: [
        ["type", typed, type],
        ["more", "", more],
      ],
    },
  ],
});

/** A number that counts up is another one in each entity. */
const COUNTS_UP = "unique, follows now";

const VALUES: readonly (readonly [RegExp, string])[] = [
  [/^(?:primary(?: key)?|[ps]k|_?id|key|hash|range)$/i, "identity"],
  [/^(?:hash|partition|sort|range|row|clustered|composite|document) ?key$/i, "identity"],
  [
    /^(?:auto[ _-]?inc(?:rement(?:ed)?)?|(?:big|small)?serial|sequence|sequential|identity\s*\(.*\)|monotonic)$/i,
    COUNTS_UP,
  ],
  [/^(?:default )?(?:now|current_timestamp|getdate|sysdate|date\.now)(?:\(\))?$|^timestamps?$/i, "follows now"],
  [/^(?:(?:always|ever|monotonically) )?(?:increas|grow|ascend)(?:es|s|ing)(?: over time)?$/i, "follows now"],
  [/^(?:append(?:-| )only|insertion order|in order|ordered by time)$/i, "follows now"],
  [
    /^(?:uniq|unique (?:key|index|constraint|values?)|no duplicates|all different|(?:candidate|alternate) key)$/i,
    "unique",
  ],
  [/^unique(?:\s*\(\w*\)| not null)?$|^not null unique$/i, "unique"],
  [/^(?:values? )?(?:(?:must|should|has to|have to) be|is|are|always) unique$/i, "unique"],
  [/^(?:yes\/no|true\/false|boolean|bool|flag)$/i, "2 values"],
  [/^(?:between )?1 ?(?:-|–|to|and|\.\.) ?(\d+)$/i, "$1 values"],
  [
    /^(?:mutable|updat(?:ed|able)(?: often)?|chang(?:es often|ing|eable)|often (?:updated|changed)|editable)$/i,
    "changes",
  ],
  [/^(?:(?:may be |can be |also )?negative|signed int|\+\/-|below zero)$/i, "signed"],
  [/^(?:skewed|pareto|power ?law|80\/20|long tail|zipf(?:ian)?|hot keys?)$/i, "zipf 1"],
  [/^(?:uniform(?:ly)?|random(?:ly)?|evenly|equal(?:ly)?|same frequency)(?: distributed)?$/i, "even"],
  [/^(?:hot(?:test)?|busiest|biggest|largest|most|top|max|skew)(?: [a-z]+)* (\d+(?:\.\d+)?) ?%$/i, "largest $1 %"],
  [/^(\d+(?:\.\d+)?) ?% (?:are |is )?([\w-]+)$/i, "$2 $1 %"],
  [/^(?:cardinality|distinct|unique|values)[ :=]*(\d+)$/i, "$1 values"],
  [/^([\d._]+ ?(?:k|M|thousand|million))(?: \w+)?$/i, "$1 values"],
  [/^([\d._]+(?: ?(?:k|M|thousand|million))?) (?:distinct|different|unique|possible)(?: \w+)?$/i, "$1 values"],
  [/^([\d._]+(?: ?(?:k|M|thousand|million))?) (?:vals?|value|options?|choices?|states|kinds)$/i, "$1 values"],
];

/** Words about values as the sheet has them, or as they are. */
function asValues(words: string): string {
  const known = VALUES.find(([w]) => w.test(words));
  return known ? words.replace(...known) : words;
}

const ABOUT = /^(?:about|around|approx\.?|roughly|circa|up to|at most|less than|[~≈<≤]=?) ?(?=\d)/i;
const REFERENCE = /^(?:references|foreign key|fk|ref|belongs to|->|links? to|refers to|points to|populate)\b/i;
const INDEX = [
  /^(?:(?:secondary|global|local|create|text|btree|hash) )*index(?:ed)?\b/i,
  /^(?:[gl]si\d*(?: ?(?:[ps]k|(?:(?:partition|sort|hash|range) )?key))?|(?:search|sort)able|fulltext)$/i,
];
const NEEDLESS = [
  /^(?:not )?null(?:able)?$|^(?:required|optional|mandatory|sparse|unsigned|zerofill|positive|trim|encrypted)$/i,
  /^(?:immutable|constant|read-?only|never changes)$/i,
  /^(?:default|check|collate|comment|generated|min|max|on delete|on update)\b/i,
];

/** A word about values in the way of a database. */
function wordMeant(clause: string, near: string, draft: Draft, kind: KindDraft, a: AttributeDraft): Proposal | null {
  const follows = /^follows\b/.test(clause);
  if (follows) {
    const times = kind.attributes.filter((o) => o !== a && o.name && TIME.test(o.type)).map((o) => o.name);
    return instead(clause, `follows ${times.length === 1 ? times[0] : "now"}`);
  }
  const own = new RegExp(
    `^(?:(?:the|its|each) )?(?:${escaped(kind.name)}\\.)?${escaped(a.name)}(?:s(?= are\\b))?[\\s:=]+(?=\\S)`,
    "i",
  ).exec(clause)?.[0];
  if (a.name && own) return instead(clause, asValues(clause.slice(own.length)));
  const [, longest = ""] = /^max_?length\W+(\d+)$/i.exec(clause) ?? [];
  if (longest) return typeElsewhere(clause, a, `text ${longest}`);
  const kept = keptMeant(clause, kind, "more");
  if (kept) return kept;
  const option = optionMeant(clause, a);
  if (option) return option;
  const pair = uniqueWith(clause, draft, kind, a);
  if (pair) return pair;
  if (COUNTER.test(clause)) return counterMeant(clause, draft, kind, a);
  const cases = caseMeant(clause, a);
  if (cases) return cases;
  const plain = clause.replace(ABOUT, "");
  const known = VALUES.find(([words]) => words.test(plain));
  const right = known ? oneOf(plain.replace(...known), a) : valuesIn(clause) || peopleIn(plain);
  const once = a.identity || /\bunique\b/.test(a.more);
  if (right === "even" && once) return needless(clause, "more");
  if (right) return right === "identity" && a.identity ? needless(clause, "more") : instead(clause, right);
  if (near && near === clause.toLowerCase() && !OF_VALUES.test(near)) return typeElsewhere(clause, a);
  if (REFERENCE.test(clause)) return referenceIn(clause, draft, kind, a);
  if (INDEX.some((words) => words.test(clause)))
    return { code: "noIndex", subject: clause, names: [a.name], fixes: [without(clause)] };
  if (NEEDLESS.some((words) => words.test(clause)))
    return { code: "needless", subject: clause, names: [], fixes: [without(clause)] };
  const values = clausesOf(a.more).filter((c) => /^['"]?[a-z]\w*['"]?$/i.test(c) && !OF_VALUES.test(c));
  if (values.includes(clause) && values.length > 1 && a.more.includes(values.join(", ")))
    return instead(values.join(", "), `${values.length} values`);
  return near && !OF_VALUES.test(near) ? { names: [] } : null; // a type, which has its own field
}

const COUNTER = /^(?:atomic(?:ally)?|(?:atomic )?count(?:er|s)?|increment(?:s|ed|able)?|tally|running total)$/i;

/** A number that writes count is said at the write that adds to it. */
function counterMeant(clause: string, { does }: Draft, kind: KindDraft, a: AttributeDraft): Proposal {
  const adds = new RegExp(`\\badds \\S+ to ${escaped(a.name)}(?:,|$)`);
  if (!NUMBER.test(a.type) && /^atomic/i.test(clause)) return needless(clause, "more");
  if (does.some((d) => d.kind === kind.name && adds.test(d.how))) return needless(clause, "more");
  return { code: "counted", subject: clause, names: [a.name], fixes: [without(clause)] };
}

const LENGTH = /(?:chars?|characters?|letters|digits|bytes?|[kmg]i?b|bits?|words|lines)$/i;

/** How many values there are, of whatever they belong to: "500000 users". */
function peopleIn(clause: string): string {
  if (/^\d[\d._]*(?:e\+?\d+)?$/i.test(clause)) return `${countIn(clause)} values`;
  const number =
    /^\d[\d._]*(?: ?(?:k|M|thousand|million|billion))? [a-z][a-z_-]+$/i.test(clause) && !LENGTH.test(clause);
  return number ? `${countIn(clause)} values` : "";
}

const KEPT = /^(?:ttl|time[ -]?to[ -]?live|expires?(?: ?(?:at|in|after))?|expire_?after_?seconds|retention)\b/i;

/** When entities go, which is said of their kind. */
function keptMeant(clause: string, kind: KindDraft, field: string): Proposal | null {
  if (!KEPT.test(clause)) return null;
  const [, seconds = ""] = /^expire_?after_?seconds\W*(\d+)$/i.exec(clause) ?? [];
  const names = [kind.name, seconds ? `${seconds}s` : timeIn(clause)];
  const code = names[1] ? "keptElsewhere" : "keptSomewhere";
  return { code, subject: clause, names, fixes: [gone(clause, field)] };
}

/** An option of a schema of MongoDB: "required: true". */
function optionMeant(clause: string, a: AttributeDraft): Proposal | null {
  const [, option = "", value = ""] = /^([a-z]\w*): *['"]?([a-z]+)['"]?$/i.exec(clause) ?? [];
  if (/^type$/i.test(option)) return typeElsewhere(clause, a, value);
  if (/^false$/i.test(value)) return needless(clause, "more");
  if (!/^true$/i.test(value) || /^index/i.test(option)) return null;
  const folded =
    /^(?:lower|upper)case$/i.test(option) && /\bunique\b/.test(a.more.replace(clause, "")) ? "any case" : "";
  const right = /^unique$/i.test(option) ? "unique" : folded;
  return right ? instead(clause, right) : needless(clause, "more");
}

const WITH =
  /^unique(?:[ _](?:index|key|constraint))?(?:[ _]?together)?(?: (?:per|within|with|for each|and)|:)?\W+(.+)$/i;

/** What is unique with other attributes: in what the kind belongs to, or as the values of one that has both. */
function uniqueWith(clause: string, draft: Draft, kind: KindDraft, a: AttributeDraft): Proposal | null {
  const words = (WITH.exec(clause)?.[1] ?? "").split(/\W+/).filter(Boolean);
  const others = words.map((word) => nameIn(word, withAbove(draft, kind))).filter((name) => name && name !== a.name);
  const [other = "", more] = others;
  if (!other) return null;
  if (parentsOf(kind).includes(other) && !more) return instead(clause, `unique in ${other}`);
  return { code: "uniquePair", subject: clause, names: [kind.name, [...new Set([a.name, ...others])].join("_")] };
}

const OF_VALUES = /^(?:identity|unique|values|changes|signed|follows|any|exact|even|largest|zipf|weights)$/;

/** What alone names an entity is unique anyway. */
const oneOf = (words: string, a: AttributeDraft): string =>
  words === COUNTS_UP && (a.identity || /\bunique\b/.test(a.more)) ? "follows now" : words;

const without = (clause: string): Fix => ({ word: "", puts: [["more", clause, ""] satisfies Put] });

/** A type that came among the values. */
const typeElsewhere = (clause: string, a: AttributeDraft, type = clause): Proposal => ({
  code: "typeElsewhere",
  subject: clause,
  names: [],
  fixes: [
    {
      word: type,
      puts: [
        ["type", a.type.trim(), type],
        ["more", clause, ""],
      ],
    },
  ],
});

/** Another kind that an attribute points to: one that its kind belongs to, or will. */
function referenceIn(clause: string, draft: Draft, kind: KindDraft, a: AttributeDraft): Proposal {
  const words = clause.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  const others = draft.kinds.map((k) => k.name).filter((n) => n && n !== kind.name);
  const named = others.find((n) => words.some((w) => w === n.toLowerCase() || w === `${n.toLowerCase()}s`));
  const there = parentsOf(kind).find((p) => p === named);
  const names = [kind.name, named ?? others[0] ?? "", a.name];
  if (there) return { code: "referenceThere", subject: clause, names, fixes: [without(clause)] };
  const fixes = [without(clause)];
  const above = aboveOf(draft, kind);
  if (named) return { code: "reference", subject: clause, names };
  if (!above.length) return { code: "noParent", subject: clause, names: [], fixes };
  return { code: "noParentThere", subject: clause, names: [kind.name, above.join(" or "), a.name], fixes };
}
