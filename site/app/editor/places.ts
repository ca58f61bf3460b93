// Places for light-DOM elements inside the text: results below lines, controls beside them. A place
// is a slot, so what stands there is styled by the page and drawn by whoever owns it.
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

export interface Place {
  line: number;
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

function field(effect: typeof setResults): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(set, tr) {
      let next = set.map(tr.changes);
      for (const e of tr.effects) if (e.is(effect)) next = draw(e.value, tr.state);
      return next;
    },
    provide: (f) => EditorView.decorations.from(f),
  });
}

function draw(places: readonly Place[], state: EditorState): DecorationSet {
  const inside = places.filter((p) => p.line >= 1 && p.line <= state.doc.lines);
  return Decoration.set(
    inside.map((p) =>
      Decoration.widget({ widget: new SlotWidget(p.slot, p.block), side: p.side, block: p.block }).range(
        state.doc.line(p.line).to,
      ),
    ),
    true,
  );
}

const results = field(setResults);
const tools = field(setTools);

/** Returns the line below which a slot stands, 0 if there is none. */
export function lineOfSlot(state: EditorState, slot: string): number {
  for (const cursor = state.field(results).iter(); cursor.value; cursor.next()) {
    const widget: unknown = cursor.value.spec.widget;
    if (widget instanceof SlotWidget && widget.slot === slot) return state.doc.lineAt(cursor.from).number;
  }
  return 0;
}

/** Tells whether the places of an effect are those that it has set before. */
export function inPlace(state: EditorState, effect: typeof setResults, places: readonly Place[]): boolean {
  const cursor = state.field(effect === setTools ? tools : results).iter();
  const inside = places.filter((p) => p.line >= 1 && p.line <= state.doc.lines);
  for (const p of inside.toSorted((a, b) => a.line - b.line)) {
    const widget: unknown = cursor.value?.spec.widget;
    if (!(widget instanceof SlotWidget) || widget.slot !== p.slot || cursor.from !== state.doc.line(p.line).to)
      return false;
    cursor.next();
  }
  return cursor.value === null;
}

export const placeExtensions: Extension = [results, tools];
