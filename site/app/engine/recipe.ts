// A recipe: how the entities of a table are made, always the same ones. The engine reads it (engine/recipe/recipe.go).

/** How the values of an attribute are made; exactly one of the kinds. */
export interface Attribute {
  number?: number; // 1, 2, 3 with so many digits
  range?: [low: number, high: number];
  pick?: string[];
  weights?: number[]; // of pick, how often each comes
  words?: "first" | "last"; // names of people
  format?: string; // of attributes that stand above it: "{first}.{last}@contoso.com"
  lower?: boolean; // of format: in lowercase
  time?: [from: string, to: string]; // one entity after another
  guid?: true;
  zipf?: boolean; // of range, pick and words: the second value comes half as often as the first, the third a third
}

export type MadeType = "String" | "Int32" | "Int64" | "Double" | "Boolean" | "DateTime" | "Guid";

export interface Recipe {
  count: number;
  seed: number;
  partition: string; // templates as in @keys: "dev-{device:4}"
  row: string;
  attributes: Record<string, Attribute>;
  properties: Record<string, { type: MadeType; decimals?: number }>; // attributes that are stored beside the keys
}
