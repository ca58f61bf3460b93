// The dialog that builds a query.
import { openDialog } from "../../ui/dialog.ts";
import { t } from "../../ui/i18n.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import type { Data, Screen, Script } from "../workspace/workspace.ts";
import { QueryBuilder } from "./query-builder.ts";
import { queryBody, queryFoot } from "./query-view.ts";

/** Opens the dialog with the request at the cursor, if a form can hold it. */
export async function buildQuery(workspace: Data & Script & Screen): Promise<void> {
  const [tables] = await Promise.all([workspace.control.tables(), needSheet("query")]);
  if (!tables.length) return workspace.say(t("query.notable"));
  const builder = new QueryBuilder(
    workspace,
    tables.map((x) => x.name),
  );
  await builder.begin();
  open(builder);
}

function open(b: QueryBuilder): void {
  const dialog = openDialog(
    () => ({
      title: t("query.title"),
      lead: b.target ? t("query.read", { title: b.target.title }) : b.unread || t("query.lead"),
      body: queryBody(b),
      foot: queryFoot(b, () => dialog.close()),
    }),
    "l",
  );
  b.shownBy(dialog.draw, dialog.element);
}
