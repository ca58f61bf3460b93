// The change that the reader is about to make in the grid: from the first key to the answers to its requests.
import { nothing, type TemplateResult } from "lit";
import type { Entity } from "../../engine/types.ts";
import type { Data, Script } from "../workspace/workspace.ts";
import { type Draft, draftOf, editsOf, type Kind, labelOf, settleType } from "./grid-edit.ts";
import { editBand } from "./grid-edit-view.ts";
import { sendAll } from "./grid-send.ts";

/** What a change needs of its grid. */
export interface Around {
  table: () => string;
  names: () => readonly string[]; // of properties
  typeOf: (name: string) => string; // that a property has in most rows
  draw: () => void;
  later: () => void; // draws with the next frame
  leave: () => void; // the change is over: the keyboard goes back to the cells
  sent: () => void;
}

export class GridChange {
  draft: Draft | null = null;
  private refused = "";
  private sending: number | null = null; // requests that are done

  constructor(
    private readonly workspace: Data & Script,
    private readonly around: Around,
  ) {}

  begin(kind: Kind, entities: Entity[], row = -1, name = ""): void {
    this.draft = draftOf(kind, entities, row, name);
    this.refused = "";
    this.typed();
  }

  /** The draft has another name or value. */
  typed(): void {
    if (this.draft) settleType(this.draft, this.around.typeOf);
    this.around.draw();
  }

  cancel(): void {
    this.draft = null;
    this.around.draw();
    this.around.leave();
  }

  /** Sends its requests; what is refused stays to be mended. */
  async send(): Promise<void> {
    const { draft } = this;
    const edits = draft ? editsOf(this.around.table(), draft) : [];
    if (!draft || !edits.length || this.sending !== null) return;
    this.sending = 0;
    this.around.draw();
    this.refused = await sendAll(this.workspace, edits, labelOf(draft), (done) => {
      this.sending = done;
      this.around.later();
    }).catch((e: unknown) => String(e));
    this.sending = null;
    if (this.refused) return this.around.draw();
    if (this.draft === draft) this.draft = null;
    this.around.sent();
    this.around.draw();
    this.around.leave();
  }

  band(): TemplateResult | typeof nothing {
    const { draft, refused, sending } = this;
    if (!draft) return nothing;
    const all = this.around.names();
    const names = draft.kind === "drop" ? Object.keys(draft.entities[0] ?? {}).filter((n) => all.includes(n)) : all;
    return editBand(
      { draft, edits: editsOf(this.around.table(), draft), names, refused, sending },
      {
        changed: () => this.typed(),
        send: () => void this.send(),
        put: () => this.put(),
        cancel: () => this.cancel(),
      },
    );
  }

  /** Writes its requests into the script instead. */
  private put(): void {
    if (!this.draft) return;
    const text = editsOf(this.around.table(), this.draft).map((x) => x.text.trim());
    this.draft = null;
    this.around.draw();
    this.workspace.pane.append(text.join("\n\n"));
  }
}
