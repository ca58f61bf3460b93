// The page of the certificate: makes one of what this browser has solved, and opens one of anybody. Every task is
// solved again in this tab, both times; nothing is sent.
import { html, nothing, render, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import { button } from "../ui/buttons.ts";
import { PREFIX as DRAFT, draftOf } from "../ui/drafts.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { saveFile } from "../ui/save-file.ts";
import { readJSON, readText } from "../ui/storage.ts";
import { type Certificate, certificateOf, sealed } from "./certificate.ts";
import { courseList, type ListedLesson } from "./course-list.ts";
import { fileButton, watchDrops } from "./file-place.ts";
import { readProgress, SOLVED, today } from "./progress.ts";
import { type Outcome, Replay } from "./replay.ts";

type State =
  | { stage: "idle"; said: string }
  | { stage: "solving"; at: number; of: number }
  | { stage: "done"; of: Certificate; outcomes: ReadonlyMap<string, Outcome>; made: boolean };

class CertificatePage {
  private state: State = { stage: "idle", said: "" };
  private lessons: ListedLesson[] = [];
  private name = "";
  private stopped = false;

  constructor(private readonly host: HTMLElement) {
    watchDrops(host, (files) => void this.open(files));
    this.draw();
  }

  /** Solves what is kept here again, and offers what passes as a file. */
  private async make(): Promise<void> {
    const steps = keptScripts();
    const { moved = 0 } = readProgress();
    if (!Object.keys(steps).length) return this.show({ stage: "idle", said: t("certificate.nothing") });
    const outcomes = await this.solve(steps);
    if (!outcomes) return;
    const good = Object.entries(steps).filter(([id]) => outcomes.get(id) === "solved");
    const of = sealed({ name: this.name.trim(), day: today(), moved, steps: Object.fromEntries(good) });
    this.show({ stage: "done", of, outcomes, made: true });
  }

  private async open([file]: readonly File[]): Promise<void> {
    if (!file || this.state.stage === "solving") return;
    const read = certificateOf(await file.text());
    if (typeof read === "string") return this.show({ stage: "idle", said: t(`certificate.${read}`) });
    const old = read.moved < (readProgress().moved ?? 0);
    const steps = old ? (await import("./moved-kept.ts")).movedScripts(read.steps, read.moved) : read.steps;
    const outcomes = await this.solve(steps);
    if (outcomes) this.show({ stage: "done", of: read, outcomes, made: false });
  }

  /** Returns null if the reader has stopped it, or if it cannot go on. */
  private async solve(steps: Readonly<Record<string, string>>): Promise<Map<string, Outcome> | null> {
    const replay = new Replay();
    const outcomes = new Map<string, Outcome>();
    const all = Object.entries(steps);
    this.stopped = false;
    try {
      this.lessons = await courseList();
      for (const [id, text] of all) {
        this.show({ stage: "solving", at: outcomes.size + 1, of: all.length });
        outcomes.set(id, await replay.solve(id, text));
        if (this.stopped) break;
      }
    } catch (e) {
      console.error(e);
      this.show({ stage: "idle", said: t("certificate.trouble") });
      return null;
    } finally {
      replay.close();
    }
    if (this.stopped) this.show({ stage: "idle", said: t("certificate.stopped") });
    return this.stopped ? null : outcomes;
  }

  private show(state: State): void {
    this.state = state;
    this.draw();
  }

  private draw(): void {
    const { state } = this;
    const busy = state.stage === "solving";
    render(
      html`<div class="actions"><label>${t("certificate.name")} <input type="text" maxlength="80" autocomplete="name"
      @input=${(e: Event) => (this.name = (e.target as HTMLInputElement).value)}></label>${button(
        t("certificate.make"),
        () => void this.make(),
        { kind: "primary", icon: "check", disabled: busy },
      )}${fileButton(t("certificate.open"), (files) => void this.open(files))}${
        busy ? button(t("play.stop"), () => (this.stopped = true), { icon: "stop" }) : nothing
      }</div><p role="status">${said(state)}</p>${state.stage === "done" ? this.result(state) : nothing}`,
      this.host,
    );
  }

  private result({ of, outcomes, made }: State & { stage: "done" }): TemplateResult {
    const failed = [...outcomes].filter(([, o]) => o !== "solved");
    const rows = this.lessons.map((l) => ({ l, solved: countOf(l, outcomes) })).filter(({ solved }) => solved);
    return html`${made ? this.take(of) : nothing}<div class="grid-scroll" tabindex="0" role="group"
      aria-label=${t("certificate.table")}><table class="ref-table"><caption>${t("certificate.of", {
        name: of.name || t("certificate.noname"),
        day: of.day,
      })}</caption><thead><tr><th scope="col">${t("certificate.lesson")}</th><th scope="col"
      class="num">${t("certificate.again")}</th></tr></thead><tbody>${rows.map(
        ({ l, solved }) =>
          html`<tr><th scope="row"><a href=${new URL(l.path, home).href}>${l.title}</a></th><td class="num">${num(
            solved,
          )}</td></tr>`,
      )}</tbody></table></div>${
        failed.length
          ? html`<p class="note">${tn("certificate.failed", failed.length)}</p><ul>${failed.map(
              ([id]) => html`<li><a href=${new URL(`learn/${id}/`, home).href}>${id}</a></li>`,
            )}</ul>`
          : nothing
      }`;
  }

  private take(of: Certificate): TemplateResult | typeof nothing {
    if (!Object.keys(of.steps).length) return nothing;
    const save = () => saveFile("rowkey-certificate.json", [JSON.stringify(of, null, 1)], "application/json");
    return html`<p class="actions">${button(t("certificate.save"), save, { kind: "primary", icon: "take" })}</p>`;
  }
}

function said(state: State): TemplateResult | string {
  if (state.stage === "idle") return state.said;
  if (state.stage === "solving") return t("certificate.solving", { n: num(state.at), of: num(state.of) });
  const solved = [...state.outcomes.values()].filter((o) => o === "solved").length;
  const all = state.outcomes.size;
  return html`${icon(solved === all ? "check" : "cross")} ${tn("certificate.solved", solved, { of: num(all) })}`;
}

function countOf({ slug }: ListedLesson, outcomes: ReadonlyMap<string, Outcome>): number {
  return [...outcomes].filter(([id, o]) => o === "solved" && id.startsWith(`${slug}/`)).length;
}

/** The scripts of solved steps: as they passed, or as they are now, if they passed before scripts were kept. */
function keptScripts(): Record<string, string> {
  const scripts: Record<string, string> = {};
  for (const [id, step] of Object.entries(readProgress().lessons)) {
    const text = step.s ? (readText(SOLVED + id) ?? draftOf(readJSON(DRAFT + id))?.text) : null;
    if (text) scripts[id] = text;
  }
  return scripts;
}

export function startCertificate(host: HTMLElement): void {
  new CertificatePage(host);
}
