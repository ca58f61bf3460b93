// The page of a class: progress files that are dropped here become a table. Nothing is sent, and nothing is kept.
import { html, nothing, render, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { saveFile } from "../ui/save-file.ts";
import { csvOf, type Learner, learnerOf } from "./class-table.ts";
import { courseList, type ListedLesson } from "./course-list.ts";
import { fileButton, watchDrops } from "./file-place.ts";
import { isBehind, parseProgress } from "./progress.ts";

class ClassPage {
  private lessons: ListedLesson[] = [];
  private readonly learners = new Map<string, Learner>(); // by file: the same again takes the place of the first
  private refused: string[] = [];
  private trouble = false;

  constructor(private readonly host: HTMLElement) {
    watchDrops(host, (files) => void this.take(files));
    this.draw();
  }

  private async take(files: readonly File[]): Promise<void> {
    this.refused = [];
    try {
      if (!this.lessons.length) this.lessons = await courseList();
      for (const file of files) await this.add(file);
      this.trouble = false;
    } catch (e) {
      console.error(e);
      this.trouble = true;
    }
    this.draw();
  }

  private async add(file: File): Promise<void> {
    const known = parseProgress(await file.text());
    if (!known) return void this.refused.push(file.name);
    const p = isBehind(known) ? (await import("./moved-kept.ts")).upToDate(known) : known;
    this.learners.set(file.name, learnerOf(file.name, p, this.lessons));
  }

  private get sorted(): Learner[] {
    return [...this.learners.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  private draw(): void {
    const list = this.sorted;
    render(
      html`<div class="actions">${fileButton(t("classroom.choose"), (files) => void this.take(files), true)}${
        list.length
          ? html`${button(t("classroom.save"), () => this.save(list), { icon: "take" })}${button(
              t("classroom.forget"),
              () => this.forget(),
              { kind: "quiet", icon: "reset" },
            )}`
          : nothing
      }</div><p role="status">${this.said(list.length)}</p>${list.length ? this.table(list) : nothing}`,
      this.host,
    );
  }

  private said(n: number): string {
    if (this.trouble) return t("classroom.trouble");
    const read = n ? tn("classroom.read", n) : t("classroom.drop");
    return this.refused.length ? `${read} ${t("classroom.refused", { files: this.refused.join(", ") })}` : read;
  }

  private table(list: readonly Learner[]): TemplateResult {
    return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${t("classroom.table")}><table
      class="ref-table"><caption class="vh">${t("classroom.table")}</caption><thead><tr>${this.head().map(
        (word, i) => html`<th scope="col" class=${i ? "num" : nothing}>${word}</th>`,
      )}</tr></thead><tbody>${list.map(
        (l) =>
          html`<tr><th scope="row">${l.name}</th><td class="num">${num(l.solved)}</td><td class="num">${num(
            l.par,
          )}</td><td class="num">${num(l.seen)}</td><td class="num">${unbroken(l.day)}</td>${l.lessons.map(
            (n, i) => html`<td class="num">${n ? `${num(n)}/${num(this.lessons[i]?.steps.length ?? 0)}` : "–"}</td>`,
          )}</tr>`,
      )}</tbody></table></div>`;
  }

  private head(): (string | TemplateResult)[] {
    const numbers = this.lessons.map((l) => html`<abbr title=${l.title}>${num(l.n)}</abbr>`);
    return [...words(), ...numbers];
  }

  private save(list: readonly Learner[]): void {
    const head = [...words(), ...this.lessons.map((l) => l.title)];
    saveFile("rowkey-class.csv", [csvOf(head, list)], "text/csv");
  }

  private forget(): void {
    this.learners.clear();
    this.refused = [];
    this.draw();
  }
}

/** A day that stays on one line. */
const unbroken = (day: string): string => day.replaceAll("-", "\u2011");

const words = (): string[] => [
  t("classroom.name"),
  t("classroom.solved"),
  t("classroom.par"),
  t("classroom.seen"),
  t("classroom.day"),
];

export function startClass(host: HTMLElement): void {
  new ClassPage(host);
}
