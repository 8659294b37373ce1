import { expect, test } from "vitest";
import { daysUntil, relativeTime } from "./relative";

const NOW = Date.parse("2026-03-20T12:00:00Z");

test.each([
  ["2026-03-20T12:00:05Z", "just now"],
  ["2026-03-20T11:59:01Z", "just now"],
  ["2026-03-20T11:55:00Z", "5 min ago"],
  ["2026-03-20T09:00:00Z", "3 h ago"],
  ["2026-03-19T11:00:00Z", "yesterday"],
  ["2026-03-16T11:00:00Z", "4 days ago"],
  ["2026-03-13T11:00:00Z", "13 March 2026"],
  ["soon", ""],
])("%s is %j", (time, words) => expect(relativeTime(time, NOW)).toBe(words));

test.each([
  ["2026-03-20T12:00:01Z", 1],
  ["2026-04-19T12:00:00Z", 30],
  // A clock that is looked at now and then may be behind the server's.
  ["2026-04-19T12:00:20Z", 30],
  ["2026-03-20T12:00:00Z", 0],
  ["never", 0],
])("until %s it is %d days", (time, days) => expect(daysUntil(time, NOW)).toBe(days));
