// The console below a program: what it printed, each line with the line of the program, and the error that ended it.
import { html, nothing, render, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { type Key, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { Failed, Level } from "./messages.ts";
import type { Watch } from "./session.ts";

const MOST = 2000; // lines that are shown, whatever comes

interface Printed {
  text: string;
  level: Level;
  line: number; // 0 if unknown
}

export class ProgramConsole {
  readonly element = document.createElement("section");
  failed: Failed["failed"] | null = null;
  calls = 0;
  private printed: Printed[] = [];
  private more = 0; // lines that are not shown
  private state: "new" | "running" | "over" | "ended" = "new";
  private began = 0;
  private seconds = 0;
  private drawing = 0;

  constructor(private readonly goTo: (line: number) => void) {
    this.element.className = "program-console";
    this.element.ariaLabel = t("js.console");
    this.element.tabIndex = 0; // it scrolls
    this.draw();
  }

  /** Takes what a run tells. */
  get watch(): Watch {
    return {
      printed: (p) => this.print({ text: p.print, level: p.level, line: p.line }),
      more: (lines) => this.leftOut(lines),
      elsewhere: (url) => t("js.elsewhere", { url: url.slice(0, 200) }),
      tooMany: (n) => t("js.toomany", { n }),
    };
  }

  begin(): void {
    this.clear();
    this.calls = 0;
    this.began = performance.now();
    this.state = "running";
    this.draw(); // at once: nobody shall take the last run for this one
  }

  print(p: Printed): void {
    if (this.printed.length < MOST) this.printed.push(p);
    else this.more++;
    this.change();
  }

  leftOut(lines: number): void {
    this.more = lines;
    this.change();
  }

  /** The run is over; ended by the reader, if so. */
  end(failed: Failed["failed"] | null, ended = false): void {
    this.failed = failed;
    this.seconds = (performance.now() - this.began) / 1000;
    this.state = ended ? "ended" : "over";
    this.change();
  }

  /** As before the first run. */
  forget(): void {
    this.clear();
    this.state = "new";
  }

  /** Draws with the next frame: a program may print hundreds of lines in one. */
  change(): void {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.draw();
      if (this.failed) this.element.scrollTop = this.element.scrollHeight;
    });
  }

  private clear(): void {
    this.printed = [];
    this.more = 0;
    this.failed = null;
    this.change();
  }

  private draw(): void {
    const { state, printed, more, failed } = this;
    const empty = !printed.length && !failed;
    const clear = button(t("js.clear"), () => this.clear(), { kind: "small" });
    render(
      html`<div class="pc-head"><h2>${t("js.console")}</h2>${state === "new" ? nothing : this.sum()}${
        empty || !this.over ? nothing : clear
      }</div><ol class="pc-lines">${printed.map((p) => this.line(p))}${
        more ? html`<li class="muted"><span></span><span>${tn("js.more", more)}</span></li>` : nothing
      }${failed ? this.failure(failed) : nothing}</ol><p class="pc-none" role="status">${this.word(empty)}</p>`,
      this.element,
    );
  }

  private sum(): TemplateResult {
    const seconds = this.over ? `, ${t("js.seconds", { n: this.seconds.toFixed(2) })}` : "";
    return html`<span class="muted">${tn("js.calls", this.calls)}${seconds}</span>`;
  }

  private get over(): boolean {
    return this.state === "over" || this.state === "ended";
  }

  private word(empty: boolean): string | typeof nothing {
    if (this.state === "running") return t("js.running");
    if (this.state === "ended") return t("js.ended");
    return empty ? t(this.state === "new" ? "js.lead" : "js.nothing") : nothing;
  }

  private line(p: Printed): TemplateResult {
    return html`<li data-level=${p.level}>${this.place(p.line)}<code>${p.text}</code></li>`;
  }

  private place(n: number): TemplateResult {
    if (!n) return html`<span></span>`;
    return html`<button type="button" class="pc-line" aria-label=${t("js.line", { n })}
      @click=${() => this.goTo(n)}>${n}</button>`;
  }

  private failure(f: Failed["failed"]): TemplateResult {
    const hint = hintOf(f);
    return html`<li data-level="failed">${this.place(f.line)}<div><p>${icon("cross")}<b>${nameOf(f)}:</b> ${firstLine(
      f.message,
    )}</p>${hint ? html`<p class="muted">${t(hint)}</p>` : nothing}</div></li>`;
  }
}

const nameOf = (f: Failed["failed"]): string => [f.name, f.status || "", f.code].filter(Boolean).join(" ");

/** The client puts the whole answer below the message. */
const firstLine = (message: string): string => message.split("\n", 1)[0] ?? "";

/** What readers of such an error ask next. */
function hintOf({ code, message }: Failed["failed"]): Key | null {
  if (code === "ResourceNotFound") return "js.hint.missing";
  if (code === "EntityAlreadyExists") return "js.hint.exists";
  if (code === "TableNotFound") return "js.hint.table";
  if (code === "UpdateConditionNotSatisfied") return "js.hint.changed";
  return message.includes("allowInsecureConnection") ? "js.hint.insecure" : null;
}
