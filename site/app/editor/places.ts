// Places for light-DOM elements inside the text: results below lines, controls beside them. A place
// is a slot, so what stands there is styled by the page and drawn by whoever owns it.
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

export interface Place {
  line: number;
  of: number; // line of what it belongs to
  slot: string;
  side: number; // order of places behind the same line
  block: boolean; // below the line, not in it
}

export const setResults = StateEffect.define<readonly Place[]>();
export const setTools = StateEffect.define<readonly Place[]>();

class SlotWidget extends WidgetType {
  private observer: ResizeObserver | null = null;

  constructor(
    readonly slot: string,
    readonly block: boolean,
  ) {
    super();
  }

  override eq(other: SlotWidget): boolean {
    return other.slot === this.slot && other.block === this.block;
  }

  /** The height of what is slotted changes on its own; the editor has to measure again. */
  override toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement(this.block ? "div" : "span");
    dom.className = this.block ? "rk-below" : "rk-beside";
    const slot = document.createElement("slot");
    slot.name = this.slot;
    dom.append(slot);
    this.observer = new ResizeObserver(() => view.requestMeasure());
    if (this.block) this.observer.observe(dom);
    return dom;
  }

  override destroy(): void {
    this.observer?.disconnect();
  }

  override get estimatedHeight(): number {
    return this.block ? 120 : -1;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** A place in the text: it follows the line that it belongs to, and goes with it. */
interface Seat {
  slot: string;
  at: number; // end of the line that it stands behind
  of: number; // start of the line that it belongs to
  shown: Decoration;
}

interface Seats {
  list: readonly Seat[];
  drawn: DecorationSet;
}

function field(effect: typeof setResults): StateField<Seats> {
  return StateField.define<Seats>({
    create: () => seated([]),
    update(old, tr) {
      let next = tr.docChanged ? seated(old.list.flatMap((s) => moved(s, tr))) : old;
      for (const e of tr.effects) if (e.is(effect)) next = seated(seatsOf(e.value, tr.state.doc));
      return next;
    },
    provide: (f) => EditorView.decorations.from(f, (seats) => seats.drawn),
  });
}

function seated(list: readonly Seat[]): Seats {
  return {
    list,
    drawn: Decoration.set(
      list.map((s) => s.shown.range(s.at)),
      true,
    ),
  };
}

function seatsOf(places: readonly Place[], doc: Text): Seat[] {
  return within(places, doc).map(({ line, of, slot, side, block }) => ({
    slot,
    at: doc.line(line).to,
    of: doc.line(of).from,
    shown: Decoration.widget({ widget: new SlotWidget(slot, block), side, block }),
  }));
}

function within(places: readonly Place[], doc: Text): Place[] {
  return places
    .filter((p) => p.line >= 1 && p.line <= doc.lines && p.of >= 1 && p.of <= doc.lines)
    .sort((a, b) => a.line - b.line);
}

/** What is typed at the end of a line comes after what stands there. */
function moved(seat: Seat, tr: Transaction): Seat[] {
  const of = lineAfter(seat.of, tr);
  return of < 0 ? [] : [{ ...seat, of, at: tr.newDoc.lineAt(tr.changes.mapPos(seat.at, -1)).to }];
}

/** Returns where the line that began at a place begins after a change, -1 if nothing of it is left. */
export function lineAfter(from: number, { startState, changes, newDoc }: Transaction): number {
  const line = startState.doc.lineAt(from);
  const first = changes.mapPos(line.from, 1);
  const gone = line.length > 0 && first >= changes.mapPos(line.to, -1);
  return gone ? -1 : newDoc.lineAt(first).from;
}

const results = field(setResults);
const tools = field(setTools);

/** Returns the line below which a slot stands, 0 if there is none. */
export function lineOfSlot(state: EditorState, slot: string): number {
  const seat = state.field(results).list.find((s) => s.slot === slot);
  return seat ? state.doc.lineAt(seat.at).number : 0;
}

/** Returns the line that a slot belongs to, 0 if there is none. */
export function ownerOfSlot(state: EditorState, slot: string): number {
  const seat = state.field(results).list.find((s) => s.slot === slot);
  return seat ? state.doc.lineAt(seat.of).number : 0;
}

/** Tells whether the places of an effect are those that it has set before. */
export function inPlace(state: EditorState, effect: typeof setResults, places: readonly Place[]): boolean {
  const { list } = state.field(effect === setTools ? tools : results);
  const wanted = seatsOf(places, state.doc);
  return (
    wanted.length === list.length &&
    list.every((s, i) => s.slot === wanted[i]?.slot && s.at === wanted[i].at && s.of === wanted[i].of)
  );
}

export const placeExtensions: Extension = [results, tools];
