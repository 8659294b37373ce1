import { describe, expect, it } from "vitest";
import { routes } from "../../app/routes";
import { cookies } from "../../config/cookies";
import { blockTexts } from "../../lib/article";
import { inline } from "../../lib/prose";
import { head as blockedHead } from "./BlockedPage";
import { legal } from "./content/legal";
import { privacy } from "./content/privacy";
import { head as downHead } from "./DownPage";
import { head as legalHead } from "./LegalPage";
import { head as privacyHead } from "./PrivacyPage";
import { head as statusHead } from "./StatusPage";
import { clockUtc, overall, partName, statusLevel } from "./status";

const documents = [
  ["legal", legal],
  ["privacy", privacy],
] as const;

describe.each(documents)("%s", (_, document) => {
  it("has unique fragments and a real date", () => {
    const ids = document.sections.map((section) => section.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.revised).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
  });

  it("links only to places that exist", () => {
    const known = new Set(routes.map((row) => row.path));
    for (const text of document.sections.flatMap((section) => section.blocks.flatMap(blockTexts))) {
      for (const part of inline(text, true)) {
        if (typeof part === "string" || part.mark !== "link") continue;
        expect(known).toContain(new URL(part.href, "http://host.test").pathname);
      }
    }
  });
});

it("neither document speaks of what does not exist", () => {
  for (const [, document] of documents) {
    const texts = document.sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(blockTexts)]);
    for (const text of texts)
      expect(text).not.toMatch(/\bsubscription|\(later\)|arrives?\b|package|card number/i);
  }
});

it("the privacy policy names what the server keeps", () => {
  const terms = privacy.sections
    .flatMap((section) => section.blocks)
    .flatMap((block) => (block.kind === "terms" ? block.rows : []));
  for (const term of ["Accounts", "Stories", "Reports", "Crisis notices"])
    expect(terms.map((row) => row.term)).toContain(term);
});

it("the privacy policy names everything that is kept in the browser", () => {
  const rows = privacy.sections
    .flatMap((section) => section.blocks)
    .flatMap((block) => (block.kind === "table" ? block.rows : []));
  for (const name of ["Session number", "Referral", "Account", "Guest session", "Drafts", "Reading settings"])
    expect(rows.map(([first]) => first)).toContain(name);
});

it("the privacy policy names every cookie with its true age", () => {
  const rows = privacy.sections
    .flatMap((section) => section.blocks)
    .flatMap((block) => (block.kind === "table" ? block.rows : []));
  for (const cookie of Object.values(cookies)) {
    const row = rows.find(([names]) => names?.split(", ").includes(cookie.name));
    expect(row?.at(-1), cookie.name).toBe(`${cookie.days} days`);
  }
});

it.each([
  ["legal", legalHead()],
  ["privacy", privacyHead()],
  ["status", statusHead()],
  ["down", downHead()],
  ["blocked", blockedHead()],
])("%s fits a search result", (_, head) => {
  expect(head.title.length).toBeGreaterThanOrEqual(40);
  expect(head.title.length).toBeLessThanOrEqual(62);
  expect(head.description.length).toBeGreaterThanOrEqual(130);
  expect(head.description.length).toBeLessThanOrEqual(165);
});

describe("status", () => {
  it.each([
    ["ok", "up"],
    ["up", "up"],
    ["degraded", "degraded"],
    ["down", "down"],
    ["toString", "unknown"],
    ["", "unknown"],
  ] as const)("%s is %s", (reported, level) => {
    expect(statusLevel(reported)).toBe(level);
  });

  it("is as good as its worst news", () => {
    expect(overall("up", ["up", "up"])).toBe("up");
    expect(overall("up", ["up", "down"])).toBe("degraded");
    expect(overall("degraded", [])).toBe("degraded");
    expect(overall("down", ["up"])).toBe("down");
    expect(overall("unknown", ["up"])).toBe("unknown");
  });

  it("writes names and times as people do", () => {
    expect(partName("image_store")).toBe("Image store");
    expect(partName("")).toBe("Unnamed part");
    expect(clockUtc("2026-11-21T03:04:05.123Z")).toBe("03:04 UTC");
    expect(clockUtc("2026-11-21T03:04:05+02:00")).toBe("");
  });
});
