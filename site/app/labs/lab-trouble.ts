// Why a trial did not take place, in words.
import { ControlError } from "../engine/control.ts";
import { EngineStopped } from "../engine/engine.ts";
import { said, t } from "../ui/i18n.ts";

export function problemText(e: unknown): string {
  if (e instanceof EngineStopped) return t("lab.engine");
  if (e instanceof ControlError) return said(e.message, e.sentences);
  return e instanceof Error ? e.message : String(e);
}
