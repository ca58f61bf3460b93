// The first requests of a script of one's own, one click away: create a table, insert an entity, ask for it.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { type Key, t } from "../ui/i18n.ts";

export interface Starter {
  key: Key; // of what it does
  request: string;
}

const STARTERS: readonly Starter[] = [
  {
    key: "starter.table",
    request: 'POST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "Orders" }',
  },
  {
    key: "starter.insert",
    request:
      'POST {{table}}/Orders\nContent-Type: application/json\n\n{ "PartitionKey": "Ann", "RowKey": "0001", "Item": "Lamp", "Price": 49.5 }',
  },
  {
    key: "starter.ask",
    request: "GET {{table}}/Orders()?$filter=PartitionKey eq 'Ann'",
  },
];

/** Returns the starters that a text still lacks, if it is empty or began with one of them; none for any other text. */
export function startersFor(text: string): readonly Starter[] {
  const missing = STARTERS.filter((s) => !text.includes(s.request));
  return text.trim() === "" || missing.length < STARTERS.length ? missing : [];
}

/** Draws a button for each; a press inserts the request with its title. */
export function starters(text: string, insert: (block: string) => void): TemplateResult | typeof nothing {
  const list = startersFor(text);
  if (!list.length) return nothing;
  return html`<p class="actions dp-foot">${list.map((s) =>
    button(t(s.key), () => insert(`### ${t(s.key)}\n${s.request}`), { kind: "small", icon: "script" }),
  )}</p>`;
}
