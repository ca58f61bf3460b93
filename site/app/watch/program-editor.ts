// The program of the source "this tab": its editor, its console, and its run, which is recorded.
import { makeEditor } from "../editor/make-editor.ts";
import type { ScriptEditor } from "../editor/script-editor.ts";
import { NotLoaded } from "../program/closed-frame.ts";
import { ProgramConsole } from "../program/program-console.ts";
import { t } from "../ui/i18n.ts";
import type { ReadyProgram, TabSource } from "./tab-source.ts";

/** How a run ended. */
export interface Ended {
  whole: boolean; // it ran to its end
  note: string; // why not
}

export class ProgramEditor {
  readonly element = document.createElement("div");
  readonly console: ProgramConsole;
  private script: ScriptEditor | null = null;
  private program: ReadyProgram | null = null; // whose text is shown
  private readonly texts = new Map<ReadyProgram, string>(); // as they were left, until the page is

  constructor(
    private readonly source: TabSource,
    private readonly show: () => Promise<void>,
    private readonly run: () => void,
    private readonly edited: () => void,
  ) {
    this.element.className = "w-editor";
    this.console = new ProgramConsole((line) => void this.show().then(() => this.script?.goTo(line)));
  }

  /** Shows the text of a program as it was left, in place of what is there. */
  async fill(program: ReadyProgram): Promise<void> {
    if (this.script && this.program) this.texts.set(this.program, this.script.text);
    this.program = program;
    if (!this.script) {
      this.script = await makeEditor();
      this.script.label = t("js.editor");
      this.element.replaceChildren(this.script);
      this.script.addEventListener("script:run", () => this.run());
      this.script.addEventListener("script:runall", () => this.run());
      this.script.addEventListener("script:change", () => this.edited());
    }
    if (this.program !== program) return; // another was chosen meanwhile
    this.script.language = "js";
    this.script.text = this.texts.get(program) ?? program.text;
  }

  /** The text is not that of the program. */
  get changed(): boolean {
    return !!this.script && !!this.program && this.script.text !== this.program.text;
  }

  /** Brings back the text of the program; the edit can be undone. */
  startOver(): void {
    if (this.script && this.program) this.script.replace(0, this.script.text.length, this.program.text);
  }

  /** Shows the text of a program unless there is one. */
  async need(program: ReadyProgram): Promise<void> {
    if (!this.script) await this.fill(program);
  }

  /** Runs the text as it is, with the rows of a program. */
  async perform(program: ReadyProgram): Promise<Ended> {
    const called = () => {
      this.console.calls++;
      this.console.change();
    };
    try {
      const text = this.script?.text ?? program.text;
      const { end, failed } = await this.source.run(program, text, { ...this.console.watch, called });
      this.console.end(failed, end === "aborted");
      const note = failed ? t("watch.failed", { why: failed.message.split("\n", 1)[0] ?? "" }) : "";
      return { whole: end === "done", note };
    } catch (e) {
      const note = t(e instanceof NotLoaded ? "js.notloaded" : "js.engine");
      this.console.end({ name: t("js.failed"), message: note, status: 0, code: "", line: 0 });
      return { whole: false, note };
    }
  }
}
