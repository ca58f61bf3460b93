// What is asked: tables with their keys and rates, and what clients do with what is refused.
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ScaleKeys, ScaleRetryPolicy } from "../engine/types.ts";
import { button, iconButton } from "../ui/buttons.ts";
import { t } from "../ui/i18n.ts";
import type { PlanPart, PlanTemplate } from "./plan.ts";
import { choice, field, numberOf } from "./scale-fields.ts";
import type { ScalePage } from "./scale-page.ts";

const ALWAYS = ["partitions", "rate", "reads", "writes", "scans"] as const;
const MIX = ["readEntities", "writeEntities", "scanEntities", "spread"] as const;
const OF_KEYS: Readonly<Record<ScaleKeys, readonly (keyof typeof SIZES)[]>> = {
  even: [],
  time: ["period"],
  inverted: ["period"],
  prefix: ["period", "buckets"],
  tenants: ["skew", "largest"],
  import: ["begins", "ends"],
  sheet: [],
};
const SIZES = {
  partitions: 9,
  rate: 9,
  reads: 4,
  writes: 4,
  scans: 4,
  readEntities: 4,
  writeEntities: 4,
  scanEntities: 4,
  spread: 4,
  period: 4,
  buckets: 4,
  skew: 4,
  largest: 4,
  begins: 4,
  ends: 4,
};
const MOST = 24;

export function loadForm(p: ScalePage): TemplateResult | typeof nothing {
  const { plan, form } = p;
  if (!form) return nothing;
  const open = !p.whole || p.runner.ran.messages.length > 0;
  const add = () => p.edit((x) => x.parts.push({ table: `Table${x.parts.length + 1}`, keys: "even", rate: 10_000 }));
  return html`<details class="scale-load" ?open=${open}><summary><h2>${t("scale.load")}</h2></summary>${
    plan.sheet
      ? html`<p class="muted">${t("scale.load.sheet")}</p>`
      : html`<ol class="scale-parts">${plan.parts.map((part, i) => partForm(p, part, i))}</ol><p
        class="actions">${button(t("scale.part.add"), add, {
          kind: "small",
          icon: "plus",
          disabled: plan.parts.length >= MOST,
        })}</p>`
  }${templateForm(p)}<div class="scale-line">${run(p)}</div></details>`;
}

function partForm(p: ScalePage, part: PlanPart, i: number): TemplateResult {
  const path = `/load/parts/${i}`;
  const usual = p.form?.part;
  const put = (name: string, value: PlanPart[string]) =>
    p.edit((x) => {
      const target = x.parts[i];
      if (target) target[name] = value;
    });
  const keys = String(part.keys ?? usual?.keys ?? "even") as ScaleKeys;
  const number = (name: keyof typeof SIZES) =>
    field(p, {
      path: `${path}/${name}`,
      label: t(`scale.field.${name}`),
      value: (part[name] as number | undefined) ?? usual?.[name] ?? 0,
      size: SIZES[name],
      set: (v) => put(name, numberOf(v)),
    });
  const text = (name: "table" | "prefix") =>
    field(p, {
      path: `${path}/${name}`,
      label: t(`scale.field.${name}`),
      value: String(part[name] ?? usual?.[name] ?? ""),
      size: 10,
      text: true,
      set: (v) => put(name, v),
    });
  const generators = (p.form?.keys ?? []).map((k) => [k, t(`scale.keys.${k}`)] as const);
  return html`<li><div class="scale-line">${text("table")}${choice(p, {
    path: `${path}/keys`,
    label: t("scale.field.keys"),
    value: keys,
    of: generators,
    set: (v) => put("keys", v),
  })}${text("prefix")}${(OF_KEYS[keys] ?? []).map(number)}${
    p.plan.parts.length > 1
      ? iconButton("close", t("scale.part.remove", { table: String(part.table ?? "") }), () =>
          p.edit((x) => x.parts.splice(i, 1)),
        )
      : nothing
  }</div><div class="scale-line">${ALWAYS.map(number)}</div><details
  class="scale-more"><summary>${t("scale.part.more")}</summary><div class="scale-line">${MIX.map(
    number,
  )}<label class="scale-check"><input type="checkbox" ?checked=${part.cold === true} @change=${(e: Event) =>
    put("cold", (e.target as HTMLInputElement).checked)}> ${t("scale.field.cold")}</label></div></details></li>`;
}

const FIRST: PlanTemplate = {
  keys: "{customer}",
  attributes: "customer, text 8, 10000 values, zipf 1",
  rate: 20_000,
  writes: 40,
};

/** Keys of one's own, by a template as on the sheets of the workbench. */
function templateForm(p: ScalePage): TemplateResult | typeof nothing {
  const { template, sheet } = p.plan;
  if (sheet) return nothing;
  const begin = () => p.edit((x) => (x.template = { ...FIRST }));
  if (!template)
    return html`<p class="actions">${button(t("scale.template.add"), begin, { kind: "small", icon: "plus" })}</p>`;
  const put = (more: Partial<PlanTemplate>) => p.edit((x) => x.template && Object.assign(x.template, more));
  const number = (name: "rate" | "writes") =>
    field(p, {
      path: `/template/${name}`,
      label: t(`scale.field.${name}`),
      value: template[name],
      size: SIZES[name],
      set: (v) => put({ [name]: numberOf(v) }),
    });
  return html`<fieldset class="scale-own"><legend>${t("scale.template")}</legend><div class="scale-line">${field(p, {
    path: "/template/keys",
    label: "PartitionKey",
    value: template.keys,
    size: 28,
    text: true,
    set: (keys) => put({ keys }),
  })}${number("rate")}${number("writes")}${iconButton("close", t("scale.template.remove"), () =>
    p.edit((x) => (x.template = null)),
  )}</div>
    <label class="scale-lines"><span>${t("scale.template.attributes")}</span><textarea class="in" rows="3"
    spellcheck="false" .value=${live(template.attributes)} @change=${(e: Event) =>
      put({ attributes: (e.target as HTMLTextAreaElement).value })}></textarea></label></fieldset>`;
}

/** Of the whole run: how long, what clients do, the seed, the price. */
function run(p: ScalePage): unknown {
  const usual = p.form?.load.retry;
  const set = (name: "seconds" | "seed" | "price") => (v: string) =>
    p.edit((x) => Object.assign(x, { [name]: numberOf(v) }));
  const retry = (name: string, value: string | number) => p.edit((x) => (x.retry = { ...x.retry, [name]: value }));
  const policies = (p.form?.policies ?? []).map((k: ScaleRetryPolicy) => [k, t(`scale.retry.${k}`)] as const);
  const { plan } = p;
  return html`${(["seconds", "seed", "price"] as const).map((name) =>
    field(p, { path: `/load/${name}`, label: t(`scale.field.${name}`), value: plan[name], size: 6, set: set(name) }),
  )}${choice(p, {
    path: "/load/retry/policy",
    label: t("scale.field.policy"),
    value: String(plan.retry.policy ?? usual?.policy ?? ""),
    of: policies,
    set: (v) => retry("policy", v),
  })}${(["wait", "tries"] as const).map((name) =>
    field(p, {
      path: `/load/retry/${name}`,
      label: t(`scale.field.${name}`),
      value: plan.retry[name] ?? usual?.[name] ?? 0,
      size: 5,
      set: (v) => retry(name, numberOf(v)),
    }),
  )}`;
}
