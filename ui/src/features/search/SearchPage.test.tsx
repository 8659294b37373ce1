// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import type { Me } from "../../api/person";
import { reads } from "../../api/reads";
import { SIGNED_OUT, setSession, viewerOf } from "../../api/session-store";
import type { ScenarioSummary, TagData } from "../../api/types";
import { answers, serve } from "../../testing/api";
import { type Fetched, failed, fetched, renderPage } from "../../testing/page";
import { aMe } from "../../testing/people";
import { aPoster, aScenario } from "../../testing/render";
import * as searchPage from "./SearchPage";

const tag = (slug: string, displayName: string): TagData => ({
  id: `id-${slug}`,
  displayName,
  scenarioCount: 12,
  properties: { slug, kind: "genre", explicit: false },
});
const noir = tag("noir", "Film noir");
const sea = tag("sea", "By the sea");
const popular = fetched(readUri(reads.popularTags), { results: [noir, sea], nextCursor: null });
const found = (asked: { q?: string; wlTags?: string[]; blTags?: string[]; blNotes?: string[] }) =>
  readUri(reads.searchScenarios, asked);

const list = (count: number, nextCursor: string | null = null, correctedQuery: string | null = null) => ({
  results: Array.from({ length: count }, (_, i) => aPoster({ id: `s${i}`, displayName: `Scenario ${i}` })),
  nextCursor,
  correctedQuery,
  tags: [],
});

const show = (address: string, results: Fetched) =>
  renderPage("search", searchPage, address, [popular, results]);

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("filters", () => {
  test("a chip shows whether its tag is wanted, and its links turn it round or remove it", () => {
    show("/search?wlTags=noir&blTags=sea", fetched(found({ wlTags: ["noir"], blTags: ["sea"] }), list(2)));
    const chips = within(screen.getByRole("list", { name: "Active filters" }));
    expect(chips.getByRole("link", { name: /Including Film noir/ }).getAttribute("href")).toBe(
      "/search?blTags=noir&blTags=sea",
    );
    expect(chips.getByRole("link", { name: /Excluding By the sea/ }).getAttribute("href")).toBe(
      "/search?wlTags=noir&wlTags=sea",
    );
    expect(chips.getByRole("link", { name: "Remove Film noir" }).getAttribute("href")).toBe(
      "/search?blTags=sea",
    );
    expect(chips.getByRole("link", { name: "Clear all" }).getAttribute("href")).toBe("/search");
  });

  test("content can be excluded, and is named and removed like a tag", () => {
    show("/search?blNotes=war", fetched(found({ blNotes: ["war"] }), list(2)));
    const offered = within(screen.getByRole("list", { name: "Content to exclude" }));
    expect(offered.queryByRole("link", { name: "War" })).toBeNull();
    expect(offered.getByRole("link", { name: "Self-harm" }).getAttribute("href")).toBe(
      "/search?blNotes=selfHarm&blNotes=war",
    );
    const chips = within(screen.getByRole("list", { name: "Active filters" }));
    expect(chips.getByText("War").closest("li")?.textContent).toContain("Excluding");
    expect(chips.getByRole("link", { name: "Remove War" }).getAttribute("href")).toBe("/search");
    expect(screen.getByRole("link", { name: "Cards" }).getAttribute("href")).toBe("/search?tab=cards");
  });

  test("an order can be chosen until words are given", () => {
    show("/search?sort=likes", fetched(readUri(reads.orderLikes), list(1)));
    expect(screen.getByRole("link", { name: "Most loved" }).getAttribute("aria-current")).toBe("true");
    expect(screen.getByRole("link", { name: "Newest" }).getAttribute("href")).toBe("/search?sort=newest");
    cleanup();
    show("/search?search=elf", fetched(found({ q: "elf" }), list(1)));
    expect(screen.queryByRole("link", { name: "Newest" })).toBeNull();
  });

  test("the search form carries the tags along", () => {
    const { container } = show("/search?wlTags=noir", fetched(found({ wlTags: ["noir"] }), list(1)));
    const form = container.querySelector<HTMLFormElement>('form[action="/search"]');
    expect(form?.getAttribute("action")).toBe("/search");
    expect([...new FormData(form ?? undefined).entries()]).toEqual([
      ["search", ""],
      ["wlTags", "noir"],
      ["author", ""],
    ]);
  });
});

describe("results", () => {
  test("further pages are real links, and loading them in place keeps what is there", async () => {
    const next = { ...list(0), results: [aPoster({ id: "s20", displayName: "The next" })] };
    const sent = serve(answers("GET /posters/search", 200, next));
    show("/search?search=elf", fetched(found({ q: "elf" }), list(20, "c2")));
    expect(screen.getByText("20 scenarios, more below")).toBeTruthy();
    const more = screen.getByRole("link", { name: "Load more scenarios" });
    expect(more.getAttribute("href")).toBe("/search?cursor=c2&search=elf");
    fireEvent.click(more);
    await waitFor(() => expect(screen.getByText("21 scenarios")).toBeTruthy());
    expect(sent.map(({ call }) => call)).toEqual(["GET /posters/search?q=elf&cursor=c2"]);
    expect(screen.getByRole("link", { name: "Scenario 0" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "The next" })).toBeTruthy();
  });

  test("a corrected spelling is named", () => {
    show("/search?search=witsh", fetched(found({ q: "witsh" }), list(1, null, "witch")));
    expect(screen.getByRole("link", { name: "witch" }).getAttribute("href")).toBe("/search?search=witch");
  });

  test("nothing found offers to loosen each filter", () => {
    show("/search?search=elf&wlTags=noir", fetched(found({ q: "elf", wlTags: ["noir"] }), list(0)));
    expect(screen.getByRole("heading", { name: "No scenarios for “elf”" })).toBeTruthy();
    const ways = within(screen.getByRole("list", { name: "Suggestions" }));
    expect(ways.getByRole("link", { name: "Remove all filters" }).getAttribute("href")).toBe(
      "/search?search=elf",
    );
    expect(ways.getByRole("link", { name: "Remove “Film noir”" }).getAttribute("href")).toBe(
      "/search?search=elf",
    );
  });

  describe("with blocked tags", () => {
    const signIn = (changes: Partial<Me> = { blockedTagData: [noir, sea] }) =>
      setSession({
        state: "signedIn",
        viewer: viewerOf(aMe()),
        me: aMe(changes),
        identity: null,
      });

    afterEach(() => setSession(SIGNED_OUT));

    const visitorFinds = (...results: ScenarioSummary[]) =>
      serve(
        answers("GET /scenarios/search", 200, ({ headers }) => {
          expect(headers.get("authorization")).toBeNull();
          return { results, nextCursor: null, correctedQuery: null };
        }),
      );

    test("a search that is empty because of them names them, and how to change them", async () => {
      signIn();
      visitorFinds(aScenario({ tagData: [noir] }));
      show("/search?search=elf", fetched(found({ q: "elf" }), list(0)));
      const link = await screen.findByRole("link", { name: "Change blocked tags" });
      expect(link.getAttribute("href")).toBe("/profile?section=content");
      const words = link.closest("p")?.textContent;
      expect(words).toContain("you’ve blocked Film noir.");
      expect(words).not.toContain("By the sea");
    });

    test("a search that is empty because of hidden content says so", async () => {
      signIn({ blockedNotes: ["war"] });
      visitorFinds(aScenario());
      show("/search?search=elf", fetched(found({ q: "elf" }), list(0)));
      const link = await screen.findByRole("link", { name: "Change what you hide" });
      expect(link.closest("p")?.textContent).toContain("they contain what you hide");
    });

    test("a search that finds nothing without them, either, does not blame them", async () => {
      signIn();
      const sent = visitorFinds();
      show("/search?search=elf", fetched(found({ q: "elf" }), list(0)));
      await waitFor(() => expect(sent).toHaveLength(1));
      await expect(screen.findByText(/Try fewer/)).resolves.toBeTruthy();
      expect(screen.queryByRole("link", { name: "Change blocked tags" })).toBeNull();
    });
  });

  test("a failed search keeps the words and can be tried again", async () => {
    serve(answers("GET /posters/search", 200, list(1)));
    show("/search?search=elf", failed(found({ q: "elf" }), 503));
    expect(screen.getByRole("alert")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("elf");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getByText("1 scenario")).toBeTruthy());
  });

  test("the cards say where characters are that were written here", () => {
    const cards = { ...list(0), results: [] };
    show("/search?search=elf&tab=cards", fetched(readUri(reads.searchCards, { q: "elf" }), cards));
    const link = within(screen.getByText(/^Cards are characters in the older format/)).getByRole("link");
    expect(link.getAttribute("href")).toBe("/search?search=elf");
  });

  test("tags are listed by kind and lead to their scenarios", () => {
    show("/search?tab=tags", fetched(readUri(reads.searchTags), { results: [noir, sea], nextCursor: null }));
    expect(screen.getByRole("heading", { name: "Genres" })).toBeTruthy();
    expect(screen.getByRole("link", { name: /Film noir/ }).getAttribute("href")).toBe("/search?wlTags=noir");
  });
});

describe("the head", () => {
  test("of one tag is a landing page with its list", () => {
    const { head } = show("/search?wlTags=noir", fetched(found({ wlTags: ["noir"] }), list(2)));
    expect(head.title).toBe("Film noir scenarios to read and play · Dramatis");
    expect(head.canonical).toBe("/search?wlTags=noir");
    expect(head.robots).toBeNull();
    expect(JSON.stringify(head.jsonLd)).toContain('"/scenario/s1"');
  });

  test("of combinations and of empty lists keeps search engines out", () => {
    const combined = show("/search?search=elf", fetched(found({ q: "elf" }), list(2)));
    expect(combined.head.robots).toBe("noindex,follow");
    cleanup();
    const empty = show("/search?wlTags=none", fetched(found({ wlTags: ["none"] }), list(0)));
    expect(empty.head.robots).toBe("noindex,follow");
  });
});
