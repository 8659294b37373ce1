/** How well a part does, whatever the call that reports it says. */
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

/** The headline: what the service says of itself, unless a part is worse. */
export function overall(health: StatusLevel, parts: readonly StatusLevel[]): StatusLevel {
  if (health === "down" || health === "unknown") return health;
  return parts.some((part) => part !== "up") ? "degraded" : health;
}

/** `image_store` reads `Image store`. */
export function partName(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words === "" ? "Unnamed part" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** `2026-11-21T03:04:05Z` as `03:04 UTC`; an unreadable or zoned time gives an empty text. */
export function clockUtc(rfc3339: string): string {
  const match = /T(\d{2}:\d{2}).*(Z|\+00:00)$/.exec(rfc3339);
  return match === null ? "" : `${match[1]} UTC`;
}
