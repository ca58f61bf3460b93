// The first requests of a script of one's own, one click away: create a table, insert an entity, ask for it.
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

/** The request of a starter with its title. */
export function starterText(s: Starter): string {
  return `### ${t(s.key)}\n${s.request}`;
}
