// The line of a reader.

/** What a browser says about its line, if it does. */
export interface Line {
  saveData?: boolean;
  effectiveType?: string; // how fast it is: "slow-2g", "2g", "3g" or "4g"
  type?: string; // "cellular", "wifi" and others
}

/** Whether nothing is fetched on a line that nobody has asked for. */
export function spares({ saveData, effectiveType, type }: Line): boolean {
  return saveData === true || effectiveType?.endsWith("2g") === true || type === "cellular";
}
