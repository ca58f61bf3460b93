// What a reader takes away: the sheet as a file, a text for a design review, a link.
import { html, nothing, type TemplateResult } from "lit";
import { COMFORTABLE } from "../share/link.ts";
import { button } from "../ui/buttons.ts";
import { num, t } from "../ui/i18n.ts";
import { saveFile } from "../ui/save-file.ts";
import type { DesignBench } from "./bench.ts";
import { letterOf } from "./duel/duel-cells.ts";
import { review } from "./review.ts";
import { sheetLink } from "./sheet/sheet-link.ts";

export function takeView(b: DesignBench): TemplateResult {
  const { report } = b.reader.said;
  const compared = Boolean(report?.designs.length);
  const name = (b.draft.name || "sheet").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const whole = b.reader.said.answer !== null && b.unfinished === 0;
  return html`<section class="take" id="bench-take" aria-labelledby="bench-take-h"><header class="sec-head"><h2
    id="bench-take-h">${t("bench.take")}</h2></header><ul class="take-list">
    <li><b>${t("bench.take.file")}</b><span>${t("bench.take.file.text")}</span><span
    class="take-do">${button(`${name}.http`, () => saveFile(`${name}.http`, [b.text]), {
      kind: "small",
      icon: "take",
    })}</span></li>
    <li><b>${t("bench.take.tests")}</b><span>${t("bench.take.tests.text")}</span><span class="take-do">${
      report?.designs.map((d, i) =>
        button(letterOf(i), () => void saveTests(b, i, `${name}-${letterOf(i).toLowerCase()}.http`), {
          kind: "small",
          icon: "take",
          disabled: !d.valid,
        }),
      ) ?? nothing
    }</span></li>
    <li><b>${t("bench.take.review")}</b><span>${t("bench.take.review.text")}</span><span class="take-do">${
      compared
        ? html`${button(
            `${name}.md`,
            () => void reviewOf(b).then((text) => saveFile(`${name}.md`, [text], "text/markdown")),
            { kind: "small", icon: "take" },
          )}${button(t("share.copy.code"), () => void reviewOf(b).then((text) => copy(b, text)), {
            kind: "small",
            icon: "copy",
          })}`
        : html`<span class="muted">${t("bench.take.after")}</span>`
    }</span></li>
    <li><b>${t("bench.take.link")}</b><span>${t("bench.take.link.text")}</span><span class="take-do">${
      whole
        ? button(t("share.copy"), () => void copyLink(b), { kind: "small", icon: "link" })
        : html`<span class="muted">${t("bench.take.correct")}</span>`
    }</span></li></ul><p role="status" class="take-said">${b.taken || nothing}</p></section>`;
}

async function saveTests(b: DesignBench, design: number, name: string): Promise<void> {
  const { script, refused } = await b.reader.script(b.text, design);
  if (script) saveFile(name, [script]);
  b.change(() => (b.taken = refused ? t("bench.take.refused", { why: refused }) : t("share.saved")));
}

async function addressOf(b: DesignBench): Promise<string> {
  const { answer } = b.reader.said;
  const { sheet } = answer?.text === b.text && answer ? answer : await b.reader.read(b.text);
  return new URL(location.pathname, location.href).href + (await sheetLink(sheet));
}

async function copyLink(b: DesignBench): Promise<void> {
  const address = await addressOf(b);
  const size = address.length;
  if (size > COMFORTABLE)
    return b.change(() => (b.taken = t("bench.link.long", { n: num(size), of: num(COMFORTABLE) })));
  await copy(b, address, t("bench.link.copied", { n: num(size) }));
}

async function copy(b: DesignBench, text: string, done = t("share.copied")): Promise<void> {
  const failed = await navigator.clipboard.writeText(text).then(
    () => false,
    () => true,
  );
  b.change(() => (b.taken = failed ? t("share.notcopied") : done));
}

async function reviewOf(b: DesignBench): Promise<string> {
  const { report, assumptions } = b.reader.said;
  const link = b.unfinished ? "" : await addressOf(b);
  return report ? review(b.draft, report, assumptions, link) : "";
}
