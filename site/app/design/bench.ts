// The state of the workbench: a sheet at the left, its designs side by side at the right, and what the engine says
// about both. Every edit is read again and the numbers follow, except for a sheet that came with a link: that one
// waits for "Compare".
import { render, type TemplateResult } from "lit";
import { Control } from "../engine/control.ts";
import { openEngine, pageData } from "../engine/page-data.ts";
import type { Comparison } from "../engine/types.ts";
import { Drafts, type Saved } from "../ui/drafts.ts";
import { t } from "../ui/i18n.ts";
import { KEPT } from "../ui/kept-sheets.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { freeName } from "./duel/designs-edit.ts";
import { letterOf } from "./duel/duel-cells.ts";
import { opened, sayOpening } from "./opening.ts";
import { Proposer } from "./proposals/proposer.ts";
import { SheetReader } from "./reader.ts";
import { addressOf, type Line } from "./run-behind.ts";
import { type Draft, draftOf, emptyDraft, isUntouched, type Lack, lackOf } from "./sheet/draft.ts";
import { sheetOf, textOf } from "./sheet/draft-text.ts";
import { type Form, fieldId } from "./sheet/fields.ts";
import type { Problem } from "./sheet/messages.ts";
import { entryProblems, nameProblems, numberProblems, spreadProblems } from "./sheet/numbers.ts";
import { problemOf, worthSaying } from "./sheet/problems.ts";
import { type Removed, removedFrom } from "./sheet/removed.ts";
import { linkedSheet } from "./sheet/sheet-link.ts";
import { isShown, shownPaths } from "./sheet/shown.ts";
import { unreadLines } from "./unread.ts";

export type Part = "sheet" | "designs" | "proposals" | "take";

/** A sheet that the page offers. */
interface Ready {
  key: string;
  title: string;
  text: string;
}

const ADDRESS = "sheet"; // in the query
const NEW = "new";
const LARGEST = 64 << 10; // bytes of a sheet, as engine/sheet

export abstract class DesignBench extends HTMLElement implements Form {
  draft: Draft = emptyDraft("");
  text = ""; // what the field of the text form holds
  asText = false;
  room: Part = "sheet"; // the part that a narrow screen shows
  open = ""; // the row of the comparison that is open
  editing = -1; // the design whose keys are fields
  linked = false; // it came with a link and nothing of it is kept
  note = "";
  lack: Lack | null = null; // what Compare has missed
  taken = ""; // what was copied, or why not
  saved: Saved = { state: "none" };
  added = ""; // which proposal became which design
  gone: Removed | null = null; // what was taken off the sheet last
  private readonly engine = openEngine(true);
  readonly control = new Control(this.engine.fetch);
  readonly reader = new SheetReader(this.control, () => this.heard(), this.engine.another());
  readonly proposer = new Proposer(new Control(this.engine.another().fetch), () => this.draw());
  private key = "";
  private drafts: Drafts | null = null;
  private checked: Comparison | null = null; // the report whose designs are checked on samples
  private all: Problem[] = [];
  private shown: ReadonlySet<string> = new Set();
  private searched = false; // the reader has asked for a comparison, so that nothing is only not begun yet
  private held = false; // a button is pressed and not released yet
  private readonly place = document.createElement("div");
  private readonly ready = pageData<Ready[]>("sheets") ?? [];

  connectedCallback(): void {
    if (this.place.isConnected) return;
    this.place.className = "bench";
    this.place.hidden = true;
    this.append(this.place);
    this.place.addEventListener("focusout", () => setTimeout(() => this.reveal()));
    this.place.addEventListener("pointerdown", (e) => this.hold(e));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => this.release());
    addEventListener("popstate", () => void this.follow());
    addEventListener("keydown", (e) => this.pressed(e));
    void this.follow();
  }

  /** Opens a sheet by its key, and puts it into the address. */
  go(key: string): void {
    history.pushState(null, "", addressFor(key === NEW ? ownKey() : key));
    void this.follow();
  }

  /** Takes a text as a new sheet of one's own. */
  async take(text: string): Promise<void> {
    const key = ownKey();
    history.pushState(null, "", addressFor(key));
    await this.show(key, text);
    this.keep();
  }

  async takeFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const text = file.size <= LARGEST ? await file.text() : "";
    if (/^\s*(?:#|\/\/)\s*@sheet\b/m.test(text)) return this.take(text);
    this.note = t("bench.file.not", { name: file.name });
    return this.show("", "");
  }

  /** Shows what the address names; without a name, the page as it was built. */
  private async follow(): Promise<void> {
    const key = new URLSearchParams(location.search).get(ADDRESS);
    if (/^#d\d+=/.test(location.hash)) return this.showLinked();
    if (key === NEW) return this.go(NEW);
    if (key !== null) return this.show(key, this.textFor(key));
    this.closeDrafts();
    this.place.hidden = true;
    opened(this);
    delete this.dataset.shown;
  }

  private textFor(key: string): string {
    return this.ready.find((r) => r.key === key)?.text ?? textOf(emptyDraft(t("bench.untitled")));
  }

  private async showLinked(): Promise<void> {
    this.place.hidden = true;
    sayOpening(this);
    const read = await linkedSheet(location.hash).then(
      (sheet) => this.reader.read(sheet),
      () => null, // damaged, or of a newer page
    );
    const whole = read?.messages.every((m) => m.note);
    this.note = whole ? "" : t("bench.link.broken");
    return read && whole ? this.show("", read.text, true) : this.show("", "");
  }

  private async show(key: string, text: string, linked = false): Promise<void> {
    await Promise.all([needSheet("bench"), needSheet("duel")]);
    this.closeDrafts();
    this.reader.forget();
    this.proposer.forget();
    Object.assign(this, {
      key,
      linked,
      lack: null,
      editing: -1,
      open: "",
      asText: false,
      room: "sheet",
      saved: { state: "none" },
      taken: "",
      added: "",
      gone: null,
      searched: false,
    });
    if (key) this.drafts = this.draftsOf(key);
    const kept = this.drafts?.load();
    if (kept) this.saved = { state: "restored", at: kept.at };
    this.text = kept?.text ?? text;
    this.draft = draftOf(this.text);
    this.all = [];
    this.shown = new Set();
    this.reader.judges = !linked;
    this.refuse();
    this.place.hidden = false;
    opened(this);
    this.dataset.shown = "";
    this.draw();
    if (this.text) void this.reader.now(this.text);
    scrollTo(0, 0);
  }

  private draftsOf(key: string): Drafts {
    return new Drafts(KEPT + key, "", (s) => this.heardDrafts(s));
  }

  /** Takes what another tab has written, unless something was typed here meanwhile: then the reader says which text
   * stays. */
  private heardDrafts(s: Saved): void {
    if (s.state === "foreign" && this.drafts?.idle) return this.takeTheirs();
    if (s.state === "foreign") this.drafts?.hold();
    this.change(() => (this.saved = s));
  }

  /** The sheet as another tab has written it. */
  takeTheirs(): void {
    const theirs = this.drafts?.load();
    if (!theirs) return;
    const draft = draftOf(theirs.text);
    const editing = this.editing < draft.designs.length ? this.editing : -1;
    Object.assign(this, { text: theirs.text, draft, editing, gone: null, lack: null });
    this.refuse();
    this.saved = { state: "saved", at: theirs.at };
    this.reader.later(this.text);
    this.draw();
  }

  /** The sheet as it is here, in place of what another tab has written. */
  keepMine(): void {
    this.saved = { state: "none" };
    this.edit(() => undefined);
  }

  private closeDrafts(): void {
    this.drafts?.close();
    this.drafts = null;
  }

  // What the form needs

  get problems(): readonly Problem[] {
    const begun = (p: Problem) => this.asText || this.searched || !isUntouched(this.draft, p.path);
    return this.all.filter((p) => isShown(p, this.shown) && begun(p));
  }

  /** The mistakes of the entry that is being typed, which are not shown yet. */
  get unfinished(): number {
    return this.all.filter((p) => !p.note).length;
  }

  assumed(path: string): string {
    return this.reader.said.assumptions.find((a) => a.path === path)?.value ?? "";
  }

  edit(change: () => void): void {
    change();
    this.text = textOf(this.draft);
    this.edited();
  }

  /** An edit that takes something off the sheet, which can be undone. */
  takeOff(change: () => void): void {
    const before = structuredClone(this.draft);
    this.edit(() => {
      change();
      this.gone = removedFrom(before, this.draft);
    });
  }

  /** Puts back what was taken off the sheet last. */
  undo(): void {
    const { gone } = this;
    if (!gone) return;
    this.gone = null;
    this.edit(() => gone.back(this.draft));
    document.getElementById(gone.field)?.focus();
  }

  /** Shows the sheet as text or as a form; the editor is loaded with the first text. */
  async showAs(text: boolean): Promise<void> {
    if (text) await import("./sheet/sheet-text.ts");
    this.asText = text;
    this.refuse();
    this.heard(); // what is said of a text alone
  }

  /** The text form was typed. */
  editText(text: string): void {
    this.text = text;
    this.draft = draftOf(text);
    this.edited();
  }

  change(how: () => void): void {
    how();
    this.draw();
  }

  /** Opens what is behind a row, or closes it. */
  toggle(row: string): void {
    this.change(() => (this.open = this.open === row ? "" : row));
    this.check();
  }

  /** Ends the check of the designs that is going on. */
  stopCheck(): void {
    this.reader.stopChecks();
  }

  /** Checks the designs that have not been checked. */
  startCheck(): void {
    this.checked = null;
    this.check();
  }

  /** Checks the designs on samples, once for each report, while somebody looks behind a question. */
  private check(): void {
    const { report, stale } = this.reader.said;
    if (!this.open || stale || !report || report === this.checked) return;
    this.checked = report;
    void this.reader.verify(this.text).catch((e: Error) => this.change(() => (this.note = e.message)));
  }

  /** Opens the requests behind a row in the playground. */
  async run(line: Line): Promise<void> {
    const { href, why } = await addressOf(this.control, this.text, line).catch((e: Error) => ({
      href: "",
      why: e.message,
    }));
    if (href) location.assign(href);
    else this.change(() => (this.note = why));
  }

  private edited(): void {
    this.lack = null;
    this.refuse();
    if (!this.key) this.own(t(this.linked ? "bench.linked.kept" : "bench.own.kept"));
    this.keep();
    this.reader.later(this.text);
    this.draw();
  }

  /** What the engine would leave out of its numbers is not compared. */
  private refuse(): void {
    const own = [...this.unread(), ...spreadProblems(this.draft, this.text), ...entryProblems(this.draft)];
    this.reader.refused = own.some((p) => !p.note);
  }

  private unread(): Problem[] {
    return this.asText ? unreadLines(this.text, this.draft) : [];
  }

  private keep(): void {
    if (this.saved.state !== "foreign") this.drafts?.save(this.text, []);
  }

  /** A sheet from a link becomes one's own, as it does with the first edit. */
  adopt(): void {
    this.own("");
    this.keep();
    void this.reader.now(this.text);
    this.draw();
  }

  /** Keeps the sheet from now on, under an address of its own. */
  private own(note: string): void {
    this.key = ownKey();
    history.pushState(null, "", addressFor(this.key));
    this.drafts = this.draftsOf(this.key);
    this.linked = false;
    this.note = note;
    this.reader.judges = true;
  }

  /** A ready sheet becomes again what it was. */
  startOver(): void {
    this.drafts?.forget();
    void this.show(this.key, this.textFor(this.key));
  }

  get isReady(): boolean {
    return this.ready.some((r) => r.key === this.key);
  }

  compare(): void {
    const lack = lackOf(this.draft);
    this.lack = lack;
    this.searched = true;
    this.reader.judges = true;
    this.room = lack && lack !== "designs" ? "sheet" : "designs";
    void this.reader.now(this.text);
    if (lack) this.leadTo(lack);
  }

  /** Goes to where what is missing can be written. */
  private leadTo(lack: Lack): void {
    if (lack === "designs") return this.lookAtDesigns();
    this.draw();
    const path = lack === "kinds" ? "/entities" : "/asks";
    const first = document.getElementById(fieldId(`${path}/0`, "name"));
    (first ?? document.getElementById(fieldId(path, "add")))?.focus();
  }

  private pressed(e: KeyboardEvent): void {
    if (this.place.hidden || e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    if (!e.shiftKey) return this.compare();
    this.propose();
    document.getElementById("bench-proposals")?.scrollIntoView();
  }

  // Proposals

  /** The sheet can be searched: it has a question and no mistakes. */
  get proposable(): boolean {
    return this.draft.asks.length > 0 && this.reader.said.answer !== null && this.unfinished === 0;
  }

  propose(): void {
    if (!this.proposable || this.proposer.busy) return;
    this.room = "proposals";
    this.added = "";
    void this.proposer.run(this.text, sheetOf(this.draft));
  }

  /** Adds a proposal to the designs, where it is compared with the others. */
  addProposal(n: number): void {
    const { designs } = this.draft;
    const stores = this.proposer.search.found?.proposals[n]?.stores ?? [];
    const letter = letterOf(designs.length);
    this.added = t("bench.pr.added", { n: n + 1, letter });
    const name = freeName(t("bench.pr.n", { n: n + 1 }), designs); // one of an earlier search may have it
    this.edit(() => designs.push({ name, stores: [...stores] }));
  }

  /** Goes to the field of a mistake; that of a design comes when its keys are edited. */
  goTo({ path, field }: Problem): void {
    const [, list, at] = path.split("/");
    if (list === "designs") this.change(() => Object.assign(this, { room: "designs", editing: Number(at) }));
    document.getElementById(fieldId(path, field))?.focus();
  }

  lookAtDesigns(): void {
    this.change(() => (this.room = "designs"));
    const designs = document.getElementById("bench-designs");
    if (designs) designs.tabIndex = -1; // the keyboard goes along
    designs?.focus();
  }

  private heard(): void {
    const { draft } = this;
    const spreads = [...spreadProblems(draft, this.text), ...entryProblems(draft)];
    const own = this.asText
      ? [...this.unread(), ...spreads]
      : [...numberProblems(draft), ...nameProblems(draft), ...spreads];
    const said = (this.reader.said.answer?.messages ?? []).map((m) => problemOf(m, draft));
    const priced = own.some((p) => p.code === "badPrice"); // said at the price itself
    const instead = (p: Problem) =>
      (priced && p.code === "badPrices") ||
      (p.code === "valuesAssumed" && own.some((o) => o.code === "spreadOfIdentity" && o.path === p.path));
    this.all = worthSaying([...said.filter((p) => !instead(p)), ...own], draft);
    this.reveal();
    this.check();
  }

  /** Says what is wrong, except for the entry that is being typed. */
  private reveal(): void {
    this.shown = shownPaths(this.all, this.shown, document.activeElement);
    this.draw();
  }

  protected abstract view(): TemplateResult;

  /** Nothing moves while a button is held: the field that is left would say what is wrong, and push the button away
   * from under the pointer. */
  private hold({ target }: Event): void {
    this.held = target instanceof Element && !!target.closest("button, summary, a");
  }

  private release(): void {
    if (!this.held) return;
    this.held = false; // what the press does is drawn at once
    setTimeout(() => this.draw());
  }

  private draw(): void {
    if (this.place.hidden || this.held) return;
    render(this.view(), this.place);
  }
}

/** The key of a new sheet of one's own. */
const ownKey = (): string => `s-${Date.now().toString(36)}`;

const addressFor = (key: string): string => `${location.pathname}?${ADDRESS}=${encodeURIComponent(key)}`;
