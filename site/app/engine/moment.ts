// Dates and times as files have them: ISO 8601, and as databases write it, with a blank before the time and the zone.
// Pure.

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,7})?)?)?(?: ?(Z|UTC|[+-]\d\d(?::?\d\d)?))?$/;
const EARLIEST = Date.UTC(1601, 0, 1);

/** A date and time as the service reads it, null if a text is none. Without a zone it is UTC. */
export function momentIn(text: string): string | null {
  const found = MOMENT.exec(text);
  if (!found) return null;
  const [, day = "", minute = "00:00", second = ":00", zone = "Z"] = found;
  const iso = `${day}T${minute}${second}${zoneOf(zone)}`;
  return Date.parse(iso) >= EARLIEST ? iso : null;
}

/** "+02", "+0200" and "+02:00" are the same. */
function zoneOf(zone: string): string {
  if (zone === "Z" || zone === "UTC") return "Z";
  const digits = zone.slice(1).replace(":", "");
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2) || "00"}`;
}

/** The moment of a text in milliseconds, NaN if there is none. */
export function momentOf(text: string): number {
  return Date.parse(momentIn(text) ?? "");
}
