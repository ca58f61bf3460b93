// Cuts SQL into words: names, texts, numbers and signs.

export interface Word {
  kind: "name" | "text" | "number" | "sign" | "call"; // a call is a value that the script or its author computes
  text: string; // of a text without its quotes
  double?: boolean; // in double quotes, which some databases take for a text where a value is
  type?: string; // that a text says it is of: DATE '2026-01-31'
}

const DEEPEST = 50; // parentheses within each other

/** Functions whose values a script has: the helper, and the type of its value. */
const HELPERS: readonly (readonly [name: RegExp, helper: string, type: string])[] = [
  [/^(?:NOW|CURRENT_TIMESTAMP|GETDATE|GETUTCDATE|SYSDATETIME|UTC_TIMESTAMP)$/i, "{{$datetime iso8601}}", "DateTime"],
  [/^(?:UUID|NEWID|NEWSEQUENTIALID|GEN_RANDOM_UUID|UUID_GENERATE_V4)$/i, "{{$guid}}", "Guid"],
];

/** The types that a word before a text gives it. */
const TYPES: readonly (readonly [name: RegExp, type: string])[] = [
  [/^(?:DATE|TIMESTAMP|DATETIME)$/i, "DateTime"],
  [/^(?:GUID|UUID)$/i, "Guid"],
];

/** What stands for a value that somebody has to compute. */
export const OPEN = "…";

/** The helper for a function, "" if there is none. */
export const helperOf = (name: string): string => HELPERS.find(([names]) => names.test(name))?.[1] ?? "";

/** The type of a value that a helper gives, "" of any other text. */
export const typeOfHelper = (text: string): string => HELPERS.find(([, helper]) => helper === text)?.[2] ?? "";

const PARTS = [
  /\s+|--[^\n]*/,
  /'((?:[^']|'')*)'/, // a text
  /["`[]([^"`\]]*)["`\]]/, // a name in quotes
  /(\d+(?:\.\d+)?)/,
  /([A-Za-z_][\w$]*(?:\.[A-Za-z_]\w*)?)/,
  /(==|<=|>=|<>|!=|[=<>(),;*+-])/,
  /([@:$]\w+|\?)/, // a parameter
  /([^\s\w'"`])/, // of no meaning here
];
const WORD = new RegExp(PARTS.map((part) => part.source).join("|"), "y");

/** Returns the words of a statement, null if a quote in it is not closed. */
export function wordsOf(sql: string): Word[] | null {
  const words: Word[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < sql.length) {
    const m = WORD.exec(sql);
    if (!m) return null;
    const [whole, text, quoted, number, name, sign, parameter, other] = m;
    if (text !== undefined) words.push({ kind: "text", text: text.replaceAll("''", "'") });
    else if (number !== undefined) words.push({ kind: "number", text: number });
    else if (quoted !== undefined) words.push({ kind: "name", text: quoted, double: whole.startsWith('"') });
    else if (name !== undefined) words.push({ kind: "name", text: name });
    else if (parameter !== undefined) words.push({ kind: "call", text: OPEN });
    else if (sign ?? other) words.push({ kind: "sign", text: sign ?? other ?? "" });
  }
  return words;
}

/** The comments of a statement. */
export function commentsOf(sql: string): string[] {
  return [...sql.matchAll(new RegExp(WORD.source, "g"))].flatMap(([word]) =>
    word.startsWith("--") ? word.slice(2).trim() : [],
  );
}

/** The statements that words are, without the ; behind each. */
export function statementsIn(words: readonly Word[]): Word[][] {
  const found: Word[][] = [[]];
  for (const word of words) {
    if (word.kind === "sign" && word.text === ";") found.push([]);
    else found.at(-1)?.push(word);
  }
  return found.filter((statement) => statement.length);
}

/** Reads words one after the other. */
export class Reader {
  private readonly words: readonly Word[];
  private at = 0;
  private depth = 0;

  constructor(words: readonly Word[]) {
    this.words = words.filter((w) => w.text !== ";" || w.kind === "text");
  }

  get done(): boolean {
    return this.at >= this.words.length;
  }

  /** Reads what is nested in something else; null if it is nested deeper than anybody writes. */
  inside<T>(read: () => T | null): T | null {
    if (this.depth >= DEEPEST) return null;
    this.depth++;
    const found = read();
    this.depth--;
    return found;
  }

  peek(further = 0): Word | null {
    return this.words[this.at + further] ?? null;
  }

  /** Tells whether a query is within another. */
  hasNested(): boolean {
    return this.words.some(({ kind, text }, i) => {
      const next = this.words[i + 1];
      return kind === "sign" && text === "(" && next?.kind === "name" && /^SELECT$/i.test(next.text);
    });
  }

  next(): Word | null {
    return this.words[this.at++] ?? null;
  }

  /** The words that have not been read, as a text. */
  rest(): string {
    const words = this.words.slice(this.at).map((w) => (w.kind === "text" ? `'${w.text}'` : w.text));
    return words.join(" ");
  }

  /** Goes behind the last word. */
  end(): void {
    this.at = this.words.length;
  }

  /** Tells whether the next word is one of these, in any case. */
  sees(...texts: string[]): boolean {
    const word = this.peek();
    return !!word && word.kind !== "text" && texts.includes(word.text.toUpperCase());
  }

  /** Takes words if all of them follow: "ORDER BY". */
  take(text: string): boolean {
    const wanted = text.split(" ");
    const found = wanted.every((w, i) => {
      const word = this.words[this.at + i];
      return word && word.kind !== "text" && word.text.toUpperCase() === w;
    });
    if (found) this.at += wanted.length;
    return found;
  }

  /** The next name, without the table or schema before its dot. */
  name(): string | null {
    if (this.peek()?.kind !== "name") return null;
    return this.next()?.text.split(".").at(-1) ?? null;
  }

  /** A value as a filter writes it. */
  value(): Word | null {
    const minus = this.take("-");
    const word = this.peek();
    if (word?.kind === "text" || word?.kind === "number") {
      this.next();
      return minus ? { ...word, text: `-${word.text}` } : word;
    }
    if (minus || !word) return null;
    if (word.kind === "call") return this.next();
    if (word.kind !== "name") return null;
    if (word.double) return this.next() && { kind: "text", text: word.text };
    return this.sees("TRUE", "FALSE") ? this.next() : this.call(word.text);
  }

  /** A call as a value: what a helper of the script gives, or what is left open; or a text with its type before it. */
  private call(name: string): Word | null {
    const helper = helperOf(name);
    const { kind, text } = this.words[this.at + 1] ?? { kind: "sign", text: "" };
    const type = kind === "text" ? TYPES.find(([names]) => names.test(name))?.[1] : "";
    if (type) return this.next() && { ...(this.next() ?? { kind, text }), type };
    const called = kind === "sign" && text === "(";
    if (!called && !/^(?:CURRENT_(?:TIMESTAMP|DATE|TIME)|DEFAULT)$/i.test(name)) return null;
    this.next();
    const empty = !called || this.skip() === 2;
    return { kind: "call", text: (empty && helper) || OPEN };
  }

  /** Goes behind the parentheses that begin here; returns how many words that were. */
  skip(): number {
    const from = this.at;
    for (let depth = 0; !this.done; ) {
      depth += Number(this.sees("(")) - Number(this.sees(")"));
      this.next();
      if (!depth) break;
    }
    return this.at - from;
  }
}
