// Solves steps again: a script, the data of its step and its checks, in an engine of the page.
import { Control } from "../engine/control.ts";
import { Fixture } from "../engine/fixture.ts";
import { home, openEngine, type StepData } from "../engine/page-data.ts";
import { runScript } from "../engine/run-script.ts";

/** missing: this site has no such step, or the step has no task. */
export type Outcome = "solved" | "failed" | "missing";

interface Engine {
  control: Control;
  stop: () => void;
}

export class Replay {
  private readonly engines = new Map<string, Engine>(); // by module: few steps need another

  /** Rejects if the engine or the network ends. */
  async solve(id: string, text: string): Promise<Outcome> {
    const page = await fetch(new URL(`learn/${id}/`, home));
    if (page.status === 404) return "missing";
    if (!page.ok) throw new Error(`${page.status}`);
    const parsed = new DOMParser().parseFromString(await page.text(), "text/html");
    const data = parsed.querySelector("script#step")?.textContent;
    const step = data ? (JSON.parse(data) as StepData) : null;
    if (!step?.check) return "missing";
    const { control } = this.engine(parsed.documentElement.dataset.engine ?? "");
    await new Fixture(control, step).restore();
    const { session } = await runScript(control, { name: "your.http", text, files: step.files });
    const { pass } = await control.judge(step.check, step.files, session);
    return pass ? "solved" : "failed";
  }

  /** Ends the engines. */
  close(): void {
    for (const e of this.engines.values()) e.stop();
    this.engines.clear();
  }

  private engine(module: string): Engine {
    const known = this.engines.get(module);
    if (known) return known;
    const engine = openEngine(false, module);
    engine.start();
    const made = { control: new Control(engine.fetch), stop: () => engine.stop() };
    this.engines.set(module, made);
    return made;
  }
}
