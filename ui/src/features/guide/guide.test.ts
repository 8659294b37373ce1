import { describe, expect, it } from "vitest";
import { routes } from "../../app/routes";
import { blockTexts } from "../../lib/article";
import { inline, plainText } from "../../lib/prose";
import { guideSections } from "./content";
import { findPlace } from "./model";

const topics = guideSections.flatMap((section) => section.topics.map((topic) => ({ section, topic })));

describe("the guide", () => {
  it("covers the product: several sections, two dozen topics", () => {
    expect(guideSections.length).toBeGreaterThanOrEqual(6);
    expect(topics.length).toBeGreaterThanOrEqual(24);
  });

  it("has stable, unique ids", () => {
    const ids = [...guideSections.map((section) => section.id), ...topics.map(({ topic }) => topic.id)];
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]{2,40}$/);
    expect(new Set(guideSections.map((section) => section.id)).size).toBe(guideSections.length);
    expect(new Set(topics.map(({ topic }) => topic.id)).size).toBe(topics.length);
  });

  it.each(topics.map(({ topic }) => [topic.id, topic] as const))("fits a search result: %s", (_, topic) => {
    expect(topic.summary.length).toBeGreaterThanOrEqual(110);
    expect(topic.summary.length).toBeLessThanOrEqual(165);
    // With "– guide · Dramatis".
    expect(topic.title.length + 19).toBeLessThanOrEqual(65);
    expect(topic.blocks.length).toBeGreaterThan(0);
  });

  it("says nothing twice", () => {
    const texts = topics.flatMap(({ topic }) => [topic.summary, ...topic.blocks.flatMap(blockTexts)]);
    const long = texts.filter((text) => text.length > 30);
    expect(new Set(long).size).toBe(long.length);
  });

  it("links only to places that exist", () => {
    const known = new Set(routes.map((row) => row.path));
    for (const text of topics.flatMap(({ topic }) => topic.blocks.flatMap(blockTexts))) {
      for (const part of inline(text, true)) {
        if (typeof part === "string" || part.mark !== "link") continue;
        const url = new URL(part.href, "http://host.test");
        expect(known, part.href).toContain(url.pathname);
        if (url.pathname !== "/guide") continue;
        const section = url.searchParams.get("section") ?? undefined;
        const topic = url.searchParams.get("topic") ?? undefined;
        expect(
          topics.some((step) => step.section.id === section && step.topic.id === topic),
          part.href,
        ).toBe(true);
      }
    }
  });

  it("leaves no stray marks", () => {
    for (const text of topics.flatMap(({ topic }) => topic.blocks.flatMap(blockTexts))) {
      expect(plainText(text)).not.toMatch(/[*[\]]/);
    }
  });
});

describe("an address", () => {
  it.each([
    ["playing", "branches", "branches"],
    ["playing", undefined, "starting"],
    ["playing", "no-such-topic", "starting"],
    [undefined, "branches", "branches"],
    ["no-such-section", "branches", "branches"],
    ["no-such-section", "no-such-topic", "what-is-dramatis"],
    [undefined, undefined, "what-is-dramatis"],
  ])("section %s, topic %s opens %s", (section, topic, expected) => {
    expect(findPlace(guideSections, section, topic).topic.id).toBe(expected);
  });

  it("knows its neighbours across sections", () => {
    const order: string[] = [];
    let place = findPlace(guideSections, undefined, undefined);
    expect(place.previous).toBeNull();
    for (;;) {
      order.push(place.topic.id);
      if (place.next === null) break;
      place = findPlace(guideSections, place.next.section.id, place.next.topic.id);
    }
    expect(order).toEqual(topics.map(({ topic }) => topic.id));
  });
});

describe("what is so today", () => {
  const everything = topics.flatMap(({ section, topic }) => [
    section.title,
    section.promise,
    topic.title,
    topic.summary,
    ...topic.blocks.flatMap(blockTexts),
  ]);

  it("promises nothing that cannot be done here", () => {
    for (const text of everything)
      expect(text).not.toMatch(
        /streak|gift|redeem|referral|invit\w+ a friend|subscri|package|arrives?\b|soon\b/i,
      );
  });
});
