// The results of a script in a list of their own, where they have no room between its lines: a phone. In the script
// stands one line for each, which leads to it.
import { html, nothing, render, type TemplateResult } from "lit";
import type { Output } from "../answer/output.ts";
import { badge, reads } from "../answer/query-badge.ts";
import { statusOf } from "../answer/summary.ts";
import type { Exchange } from "../engine/types.ts";
import { make } from "../ui/dom.ts";

/** When results stand apart from the script, and how a reader gets there. */
export interface Apart {
  when: MediaQueryList;
  open: (n: number) => void; // the result of a request
}

export class ResultList {
  readonly element = make("div", { class: "res-list" });
  private readonly lines = new Map<Output, HTMLButtonElement>();
  private readonly items = new Map<Output, HTMLElement>();

  constructor(private readonly apart: Apart) {}

  /** Shows results in their order; those of before go. */
  show(outputs: readonly (readonly [n: number, output: Output])[]): void {
    for (const o of this.lines.keys()) if (!outputs.some(([, output]) => output === o)) this.forget(o);
    const { children } = this.element;
    for (const [i, [n, output]] of outputs.entries()) {
      const item = this.item(n, output);
      if (children[i] !== item) this.element.insertBefore(item, children[i] ?? null); // what is moved loses the focus
    }
    while (children.length > outputs.length) this.element.lastChild?.remove();
  }

  /** The line that stands for a result in the script. */
  lineOf(n: number, output: Output): HTMLElement {
    const line = this.lines.get(output) ?? make("button", { type: "button", class: "answer-line" });
    this.lines.set(output, line);
    line.onclick = () => this.apart.open(n);
    render(answerLine(output.current), line);
    return line;
  }

  /** What stands for a result in the script, if it is there. */
  known(output: Output): HTMLElement | null {
    return this.lines.get(output) ?? null;
  }

  private item(n: number, output: Output): HTMLElement {
    const item = this.items.get(output) ?? make("section", { class: "res" }, make("h2"));
    this.items.set(output, item);
    item.firstElementChild?.replaceChildren(make("span", { class: "res-n" }, n > 0 ? String(n) : ""), output.title);
    if (output.element.parentNode !== item) item.append(output.element);
    output.element.removeAttribute("slot");
    return item;
  }

  private forget(output: Output): void {
    this.lines.delete(output);
    this.items.delete(output);
  }
}

/** An answer in one line: its status, its class, what was read and returned. */
function answerLine(x: Exchange | null): TemplateResult | typeof nothing {
  const r = x?.record;
  return x
    ? html`${statusOf(x)}${r?.plan ? html`${badge(r.plan.class)}${reads(r.read, r.returned)}` : nothing}`
    : nothing;
}
