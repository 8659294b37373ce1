/** How well a part does, in one scale for every call that reports it. */
export type StatusLevel = "up" | "degraded" | "down" | "unknown";

const LEVELS: ReadonlyMap<string, StatusLevel> = new Map([
  ["ok", "up"],
  ["up", "up"],
  ["degraded", "degraded"],
  ["down", "down"],
]);

export function statusLevel(reported: string): StatusLevel {
  return LEVELS.get(reported) ?? "unknown";
}

/** The headline: the service's own report, unless a part is worse. */
export function overall(health: StatusLevel, parts: readonly StatusLevel[]): StatusLevel {
  if (health === "down" || health === "unknown") return health;
  return parts.some((part) => part !== "up") ? "degraded" : health;
}

/** What readers call the parts whose own names are the builders' words. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["chat", "Replies"],
  ["discovery", "Home and lists"],
  ["identity", "Signing in"],
  ["jobs", "Background jobs"],
  ["ledger", "Wallet"],
  ["mail", "Email"],
  ["media", "Showing pictures"],
  ["pictures", "Storing pictures"],
  ["renderer", "Page rendering"],
  ["users", "Profiles"],
]);

/** `image_store` reads `Image store`. */
export function partName(name: string): string {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const words = name.replace(/[_-]+/g, " ").trim();
  return words === "" ? "Unnamed part" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** `2026-11-21T03:04:05Z` as `03:04 UTC`; an unreadable or zoned time gives an empty text. */
export function clockUtc(rfc3339: string): string {
  const match = /T(\d{2}:\d{2}).*(Z|\+00:00)$/.exec(rfc3339);
  return match === null ? "" : `${match[1]} UTC`;
}
