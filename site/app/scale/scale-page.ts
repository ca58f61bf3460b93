// The data centre with a load: what is asked, the numbers of the model, a run, and the part of its map that is looked
// at.
import "../map/heat-map.ts";
import { render, type TemplateResult } from "lit";
import { Control } from "../engine/control.ts";
import { openEngine, pageData } from "../engine/page-data.ts";
import type { ScaleForm, ScaleReport, Simulated } from "../engine/types.ts";
import type { HeatView } from "../map/heat-map.ts";
import type { HeatWindow } from "../map/heat-window.ts";
import { num, t } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { hatchedWords, mapLabel } from "./baked.ts";
import { carries, EMPTY, linkedPlan, type MapWindow, type Plan, planLink, planOf, requestOf } from "./plan.ts";
import { Runner } from "./runner.ts";
import { heatOf, SHOWN, windowOf } from "./scale-heat.ts";

/** A load that the page offers. */
export interface ReadyLoad {
  key: string;
  title: string;
  load: { parts?: unknown };
}

const PATIENCE = 400; // ms before a run says how far it is

export class ScalePage {
  plan: Plan = EMPTY;
  form: ScaleForm | null = null; // what can be set
  whole: ScaleReport | null = null; // of the last run of the whole map
  of = ""; // the plan of that run
  took = 0;
  map: HeatView | null = null; // all of it, or a part
  shown: ScaleReport | null = null; // the run that it is of
  column = 0; // whose servers are shown
  note = "";
  slow = false; // the run has taken long enough to say so
  part: MapWindow | null = null;
  readonly ready = pageData<ReadyLoad[]>("loads") ?? [];
  readonly runner: Runner;
  private readonly control: ScaleControl;
  private readonly place = document.createElement("div");

  constructor(
    private readonly host: HTMLElement,
    private readonly view: (page: ScalePage) => TemplateResult,
  ) {
    this.control = new ScaleControl(openEngine().fetch);
    this.runner = new Runner(this.control, () => this.draw());
    this.place.className = "scale";
    this.place.addEventListener("keydown", (e) => this.pressed(e));
    host.append(this.place);
  }

  /** Shows what the address names; without a name, the page as it was built. */
  async follow(): Promise<void> {
    const key = new URLSearchParams(location.search).get("load");
    this.runner.forget();
    Object.assign(this, { whole: null, map: null, shown: null, note: "", part: null });
    if (key === null && !carries(location.hash)) return this.close();
    await Promise.all([needSheet("scale"), needSheet("heat")]);
    this.host.dataset.open = "";
    const linked = carries(location.hash);
    this.plan = linked ? await this.linked() : this.named(key ?? "");
    this.draw();
    scrollTo(0, 0);
    this.form ??= await this.control.form().catch(() => null);
    this.draw();
    // by a page of ours; another link waits for its reader
    const wanted = new URLSearchParams(location.search).has("run");
    if (wanted || (!linked && this.ready.some((r) => r.key === key))) await this.run();
  }

  private named(key: string): Plan {
    const ready = this.ready.find((r) => r.key === key);
    if (!ready) return { ...EMPTY, title: t("scale.own.title"), parts: [{ table: "Main", keys: "even" }] };
    return planOf({ ...ready.load, title: ready.title });
  }

  private linked(): Promise<Plan> {
    return linkedPlan(location.hash).catch(() => {
      this.note = t("scale.link.broken");
      return this.named("");
    });
  }

  private close(): void {
    delete this.host.dataset.open;
    render(null, this.place);
  }

  /** Changes what will be run. */
  edit(change: (plan: Plan) => void): void {
    const plan = structuredClone(this.plan);
    change(plan);
    this.plan = plan;
    this.note = "";
    this.draw();
  }

  /** What was run is no longer what is asked. */
  get stale(): boolean {
    return this.whole !== null && this.of !== JSON.stringify(this.plan);
  }

  async run(): Promise<void> {
    const plan = this.plan;
    this.part = null;
    if (!(await this.calculate(plan, null))) return;
    const { report, took } = this.runner.ran;
    if (!report) return;
    Object.assign(this, { whole: report, of: JSON.stringify(plan), took, column: this.lastColumn(report) });
    this.show(report, false);
  }

  private lastColumn(report: ScaleReport): number {
    return Math.max(0, report.servers.length - 1);
  }

  private async calculate(plan: Plan, part: MapWindow | null): Promise<boolean> {
    this.slow = false;
    const later = setTimeout(() => {
      this.slow = true;
      this.draw();
    }, PATIENCE);
    const done = await this.runner.run(requestOf(plan, this.form?.part.rate ?? 0, part));
    clearTimeout(later);
    return done;
  }

  stop(): void {
    this.runner.stop();
  }

  /** Looks at a part of the map, whose rows become finer; null for all of it. */
  async zoom(part: HeatWindow | null): Promise<void> {
    const { whole, shown, map } = this;
    if (!whole || !shown || !map) return;
    if (!part) {
      this.part = null;
      return this.show(whole, false);
    }
    const window = windowOf(shown, map.data, part);
    const plan = planOf(JSON.parse(this.of));
    if (!(await this.calculate(plan, window)) || this.whole !== whole) return;
    const { report } = this.runner.ran;
    if (!report) return;
    this.part = window;
    this.show(report, true);
  }

  /** Draws a run in the map. */
  private show(report: ScaleReport, part: boolean): void {
    this.shown = report;
    this.map = {
      data: heatOf(report),
      metrics: SHOWN,
      part,
      label: mapLabel(report),
      height: "26rem",
      unit: t("scale.unit"),
      refused: hatchedWords(),
      target: t("scale.map.target", { n: num(report.heat.target) }),
    };
    this.draw();
  }

  /** Chooses the moment whose servers are shown. */
  moment(column: number): void {
    this.column = column;
    this.draw();
  }

  async share(): Promise<void> {
    const address = new URL(location.pathname, location.href).href + (await planLink(this.plan));
    const copied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    this.note = t(copied ? "share.copied" : "share.notcopied");
    this.draw();
  }

  private pressed(e: KeyboardEvent): void {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      if (e.target instanceof HTMLInputElement) e.target.dispatchEvent(new Event("change")); // what is typed counts
      if (!this.runner.busy) void this.run();
    } else if (e.key === "Escape" && this.runner.busy) this.stop();
  }

  draw(): void {
    if (this.host.dataset.open !== undefined) render(this.view(this), this.place);
  }
}

/** The control requests of the data centre at scale, which only the engine of the workbench answers. */
class ScaleControl extends Control {
  /** What can be set, and to what it is set if nobody does. */
  form(): Promise<ScaleForm> {
    return this.call("GET scale", null);
  }

  /** Begins a run in place of the one before. */
  begin(request: object): Promise<Simulated> {
    return this.call("PUT scale", request);
  }

  /** Goes on by one slice; with stop, what is known so far. */
  step(stop: boolean): Promise<Simulated> {
    return this.call("POST scale", { stop });
  }
}
