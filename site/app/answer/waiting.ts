// What stands below a request while its answer is on the way, or when none comes.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { t } from "../ui/i18n.ts";
import { busy, icon } from "../ui/icons.ts";
import type { OutputActions } from "./view.ts";

export type Waiting =
  | { state: "loading" } // the engine
  | { state: "running"; request: number }
  | { state: "stopped" } // by the reader
  | { state: "crashed"; loaded: boolean }; // the engine; loaded says that it has answered before

export function waiting(w: Waiting, actions: OutputActions): TemplateResult {
  if (w.state === "crashed") return crashed(w.loaded ? "crash" : "unloaded", actions);
  const text =
    w.state === "loading"
      ? t("state.loading", { size: t("engine.size") })
      : w.state === "running"
        ? t("state.running", { n: w.request })
        : t("state.stopped");
  const stop = w.state === "running" && actions.stop;
  return html`<header class="ro-head"><p class="ro-sum"
    role="status">${w.state === "stopped" ? nothing : busy()}${text}</p>${
      stop ? html`<div class="ro-tools">${button(t("play.stop"), stop, { icon: "stop" })}</div>` : nothing
    }</header>`;
}

function crashed(what: "crash" | "unloaded", { restart, report }: OutputActions): TemplateResult {
  return html`<header class="ro-head"><p class="ro-sum" role="alert">${icon("warn")}<b>${t(`state.${what}`)}</b> ${t(
    `state.${what}.text`,
  )}</p><div class="ro-tools">${restart ? button(t(`state.${what}.restart`), restart, { kind: "primary" }) : nothing}${
    report
      ? button(t("state.crash.report"), () => void navigator.clipboard.writeText(report()), { kind: "quiet" })
      : nothing
  }</div></header>`;
}
