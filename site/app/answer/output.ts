// One <run-output>: keeps what it shows and draws it again when that changes.
import { nothing, render } from "lit";
import type { Exchange, KeyLine } from "../engine/types.ts";
import { type Answer, answer, attributesOf, type Lens } from "./answer.ts";
import { type Arrangement, AS_IT_CAME } from "./arrange.ts";
import { addTo } from "./rounds.ts";
import { sweep } from "./sweep.ts";
import { LIVE, type OutputActions, type Repair } from "./view.ts";
import { type Waiting, waiting } from "./waiting.ts";

export class Output implements Answer {
  readonly element: HTMLElement = document.createElement("run-output");
  title = "";
  repair: Repair | null = null;
  rows = LIVE.rows;
  arrangement: Arrangement = AS_IT_CAME;
  scale = 0;
  readonly limits = LIVE;
  readonly group: string;
  exchanges: Exchange[] = []; // of one block, oldest first
  story: readonly Exchange[] = []; // of the whole run, at its last answer
  private readonly pictures = new Map<number, KeyLine>(); // of what was read, by record
  at = 0;
  folded = false;
  run = 0; // counts fresh results, so that a lens starts anew with each kind of answer
  private readonly swept = new WeakSet<Exchange>(); // whose key line has moved
  private waiting: Waiting | null = null;
  private baked: HTMLElement | null = null; // whose place it takes
  private readonly opened = new Set<Lens>(); // lenses that have been looked at; the others are not drawn

  constructor(
    id: string,
    readonly actions: OutputActions,
  ) {
    this.group = `live-lens-${id}`;
  }

  /** The exchange that is shown, null while nothing has come. */
  get current(): Exchange | null {
    return this.exchanges[this.at] ?? null;
  }

  /** Tells whether an answer differs from what the script expects, or ended the run. */
  get wrong(): boolean {
    return this.exchanges.some((x) => x.stopped || x.problem !== null || x.checks.some((c) => !c.pass));
  }

  /** The picture of what the shown exchange read, null if there is none. */
  get keyline(): KeyLine | null {
    return this.pictures.get(this.current?.record?.id ?? 0) ?? null;
  }

  readonly more = (): void => this.change(() => (this.rows += LIVE.rows));
  readonly rearrange = (a: Arrangement): void => this.change(() => (this.arrangement = a));
  readonly rescale = (scale: number): void => this.change(() => (this.scale = scale));
  readonly drawn = (lens: Lens): boolean => this.opened.has(lens);
  readonly open = (lens: Lens): void => this.change(() => this.opened.add(lens));
  readonly step = (by: number): void => this.change(() => (this.at += by));
  readonly fold = (): void => this.change(() => (this.folded = !this.folded));
  setFolded(folded: boolean): void {
    if (folded !== this.folded) this.fold();
  }
  readonly copy = (): void => {
    const x = this.current;
    if (x) void navigator.clipboard.writeText(x.body || `${x.status} ${x.reason}`);
  };

  /** Shows that an answer is on its way, or why none comes. The answer before stays until then. */
  wait(state: Waiting): void {
    this.change(() => (this.waiting = state));
  }

  /** Begins a run: the next exchange replaces what stands here. */
  begin(): void {
    this.exchanges = [];
    this.story = [];
    this.pictures.clear();
    this.at = 0;
    this.arrangement = AS_IT_CAME;
    this.run++;
  }

  /** Adds an exchange; the newest is shown. Call draw when several have been added. */
  add(x: Exchange): void {
    addTo(this.exchanges, x);
    this.at = this.exchanges.length - 1;
    this.title = x.title || this.title;
    this.waiting = null;
    this.repair = null;
    this.rows = LIVE.rows;
  }

  /** Adds pictures of what exchanges read, by record; those of other results are passed over. Call draw afterwards. */
  explain(pictures: ReadonlyMap<number, KeyLine>): void {
    for (const { record } of this.exchanges) {
      const picture = record && pictures.get(record.id);
      if (record && picture) this.pictures.set(record.id, picture);
    }
  }

  /** Tells the whole run below its last answer. */
  tell(story: readonly Exchange[]): void {
    this.change(() => (this.story = story));
  }

  /** Takes the place of an element of the page when there is something to draw. */
  replaces(baked: HTMLElement): void {
    this.baked = baked;
  }

  /** Adds a proposal to correct the shown exchange. */
  propose(repair: Repair): void {
    this.change(() => (this.repair = repair));
  }

  draw(): void {
    this.baked?.replaceWith(this.element);
    this.baked = null;
    const x = this.waiting ? null : this.current;
    const attributes = attributesOf(x, this.folded);
    this.element.toggleAttribute("data-folded", this.folded && x !== null);
    setOrRemove(this.element, "data-class", attributes["data-class"]);
    setOrRemove(this.element, "state", this.waiting?.state ?? attributes.state);
    render(this.waiting ? waiting(this.waiting, this.actions) : x ? answer(this, x) : nothing, this.element);
    this.move(x);
  }

  /** Moves the key line that is drawn above the lenses, the first time. */
  private move(x: Exchange | null): void {
    const { keyline } = this;
    const line = keyline && this.element.querySelector(".ro-line > key-line");
    if (!x || !line || this.swept.has(x)) return;
    this.swept.add(x);
    sweep(line, keyline);
  }

  private change(how: () => void): void {
    how();
    this.draw();
  }
}

function setOrRemove(e: HTMLElement, name: string, value: string | null): void {
  if (value === null) e.removeAttribute(name);
  else e.setAttribute(name, value);
}
