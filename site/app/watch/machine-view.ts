// Nothing has been received yet: how to point a program at this machine, and what came in wrongly.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { t, tn } from "../ui/i18n.ts";
import { busy, icon } from "../ui/icons.ts";
import { type Arrival, connectionOf, LANGUAGES, type Machine, type MachineSource } from "./machine-source.ts";

export interface EmptyHands {
  copy: (text: string) => void;
  tab: () => void; // to the programs of this tab
}

export function emptyMachine(source: MachineSource, recording: boolean, hands: EmptyHands): TemplateResult {
  if (source.door !== "open" || !source.state) return closed(source.door === "locked", hands);
  const m = source.state;
  const connection = connectionOf(m);
  return html`<div class="we-split"><section class="we-point" id="shapes" aria-labelledby="we-h"><h2 id="we-h">${t(
    "watch.point.head",
  )}</h2><p class="w-lead">${t("watch.point.lead")}</p>
    <pre class="sample" translate="no" tabindex="0" role="group" aria-label=${t(
      "watch.connection",
    )}><code>${connection}</code></pre><p class="actions">${button(
      t("watch.copy.connection"),
      () => hands.copy(connection),
      {
        icon: "copy",
      },
    )}<span class="muted">${t(m.account === "devstoreaccount1" ? "watch.key.public" : "watch.key.own")}</span></p>
    <table class="rl-table we-ends"><caption class="vh">${t("watch.languages")}</caption><tbody>${LANGUAGES.map(
      ([name, code]) => html`<tr><th scope="row">${name}</th><td><code translate="no">${code}</code></td></tr>`,
    )}</tbody></table>
    <table class="rl-table we-ends"><caption class="vh">${t("watch.addresses")}</caption><tbody>${endsOf(m).map(
      ([name, at]) => html`<tr><th scope="row">${name}</th><td><code translate="no">${at}</code></td></tr>`,
    )}</tbody></table><p><a href="../help/local-endpoint/#program">${t("watch.begin")}</a></p></section>
    <section class="we-wait" id="findings" aria-labelledby="we-w"><h2 id="we-w">${recording ? busy() : nothing}<span
      role="status">${t(recording ? "watch.waiting" : "watch.paused")}</span></h2>${[...m.arrivals]
        .sort((a, b) => (a.last < b.last ? 1 : -1))
        .map((a) => arrival(a, m))}
      <h3>${t("watch.nothing.comes")}</h3><ul class="we-none"><li>${t("watch.container")}</li><li>${t(
        m.table.startsWith("https:") ? "watch.https.on" : "watch.https.off",
      )}</li></ul></section></div>`;
}

function endsOf(m: Machine): [string, string][] {
  const all: [string, string][] = [
    [t("watch.tables"), m.table],
    [t("watch.blobs"), m.blob],
    [t("watch.queues"), m.queue],
  ];
  return all.filter(([, at]) => at);
}

/** What was checked, from the outside in, up to what is wrong. */
function arrival(a: Arrival, m: Machine): TemplateResult {
  const steps = ["connected", "https", "port", "refused"] as const;
  const wrong = steps.indexOf(a.kind);
  return html`<section class="we-came"><h3>${t(`watch.wrong.${a.kind}`)}</h3><p class="muted">${tn(
    "watch.times",
    a.times,
  )}${a.agent ? html`, <code translate="no">${a.agent}</code>` : nothing}${
    a.status
      ? html`, <b class="status"
      data-kind="4xx">${a.status}</b>`
      : nothing
  }</p><ol class="we-steps">${steps
    .slice(0, wrong + 1)
    .map(
      (step, i) =>
        html`<li data-ok=${i < wrong ? "true" : "false"}>${icon(i < wrong ? "check" : "cross")}<span>${t(
          `watch.step.${step}`,
        )}</span></li>`,
    )}</ol><p>${t(`watch.mend.${a.kind}`, { port: a.port, table: m.table })}</p></section>`;
}

/** There is no server behind this page, or it does not know the page. */
function closed(locked: boolean, hands: EmptyHands): TemplateResult {
  return html`<div class="w-main we-closed" id="findings"><h2>${t(locked ? "watch.locked" : "watch.no.server")}</h2><p
    class="w-lead">${t(locked ? "watch.locked.text" : "watch.no.server.text")}</p>${
      locked ? nothing : html`<pre class="sample" translate="no"><code>go run ./serve</code></pre>`
    }<p class="actions" id="shapes">${button(t("watch.to.tab"), hands.tab, { icon: "run" })}${
      locked ? nothing : html`<a href="../help/local-endpoint/">${t("watch.get")}</a>`
    }</p></div>`;
}
