// What the rest of the page asks of an editor, whichever it is: CodeMirror or the plain text field.

import type { LineNote, Mark } from "../answer/code.ts";
import type { Parsed, TextEdit } from "../engine/types.ts";
import type { Knowledge } from "./completion.ts";
import type { Meanings } from "./meaning.ts";

/** What a text is: a script of requests, or a program. */
export type Language = "http" | "js";

/** An element that stands below a line of the script and moves with it. */
export interface Placed {
  line: number;
  of?: number; // line of the request that it belongs to, with which it goes; the line itself if there is none
  element: HTMLElement;
}

/** A control of a block, beside one of its lines. */
export interface Tools {
  line: number;
  element: HTMLElement;
}

/**
 * Events, all bubbling: "script:change" after each edit, "script:run", "script:runall" and "script:runafresh" for the
 * shortcuts, "script:problem" to go to the next (detail 1) or the one before (-1), "script:format" to tidy the text,
 * "script:say" with a sentence (detail) for assistive technology, "script:escape" when Esc has nothing else to do.
 */
export interface ScriptEditor extends HTMLElement {
  /** What the next text is. */
  language: Language;
  /** The script. Setting it forgets undo history, marks and places. */
  text: string;
  /** Line of the cursor, from 1. */
  readonly line: number;
  /** First and last line of what is selected, null if nothing is. */
  readonly selected: readonly [first: number, last: number] | null;
  /** Name for assistive technology. */
  label: string;
  /** Where completions come from. */
  knowledge: Knowledge | null;
  /** What is said of the thing at the cursor or below the pointer. */
  meanings: Meanings | null;
  /** Takes colours, problems and blocks of the current text. */
  show(parsed: Parsed): void;
  /** Shows verdicts at the ends of lines; they move with their lines. */
  mark(marks: ReadonlyMap<number, Mark>): void;
  /** Shows words at the ends of lines; they move with their lines. */
  note(notes: ReadonlyMap<number, LineNote>): void;
  /** Shows results; an element that is not listed is taken away. */
  place(placed: readonly Placed[]): void;
  /** Line below which an element stands now, 0 if it is gone with its text. */
  lineOf(element: HTMLElement): number;
  /** Line of what an element belongs to now, 0 if that is gone. */
  ownerOf(element: HTMLElement): number;
  /** Shows the controls of the blocks. */
  equip(tools: readonly Tools[]): void;
  /** Replaces a piece of the text as an edit that can be undone. */
  replace(from: number, to: number, insert: string): void;
  /** Makes edits, in order, as one that can be undone. */
  apply(edits: readonly TextEdit[]): void;
  /** Takes the last edit back. */
  undo(): void;
  /** Moves the cursor and the focus to a line. */
  goTo(line: number): void;
  /** Moves the cursor and the focus to a place in the text, from 0. What can be seen stays where it is. */
  caretAt(place: number): void;
  /** Moves to the next problem that the parser has found, or to the one before, and says what it is. */
  goToProblem(by: 1 | -1): void;
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u201A", "'"],
  ["\u2032", "'"],
  ["\u201C", '"'],
  ["\u201D", '"'],
  ["\u201E", '"'],
  ["\u2033", '"'],
  ["\u00A0", " "],
  ["\u202F", " "],
]);

/** Replaces typographic quotes and spaces, which phones and word processors produce. */
export function plainText(text: string): string {
  return text.replace(/[\u2018\u2019\u201A\u2032\u201C\u201D\u201E\u2033\u00A0\u202F]/g, (c) => QUOTES.get(c) ?? c);
}

/**
 * Returns the first line of a text that an edit has moved, and by how many lines. Where equal lines leave open what was
 * inserted or deleted, whole lines were.
 */
export function shift(before: string, after: string): [line: number, by: number] {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same++;
  let tail = 0;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const whole = lineStart(before, most - tail, same);
  const above = before.slice(0, whole < 0 ? same : whole).split("\n");
  return [above.length + (above.at(-1) ? 1 : 0), after.split("\n").length - before.split("\n").length];
}

/** Returns the first place in a part of a text that begins a line, -1 if there is none. */
function lineStart(text: string, from: number, to: number): number {
  for (let at = from; at <= to; at++) if (at === 0 || text[at - 1] === "\n") return at;
  return -1;
}

/** Returns where a line is after a shift, 0 if it is gone. */
export function shifted(line: number, [first, by]: readonly [line: number, by: number]): number {
  if (line < first) return line;
  return line < first - by ? 0 : line + by;
}
