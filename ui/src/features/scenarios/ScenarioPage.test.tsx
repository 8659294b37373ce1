// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import { reads } from "../../api/reads";
import { startSession } from "../../api/session";
import { SIGNED_OUT, setSession, viewerOf } from "../../api/session-store";
import type { Scenario, SimilarPosters } from "../../api/types";
import { answers, serve } from "../../testing/api";
import { fetched, renderPage } from "../../testing/page";
import { aMe } from "../../testing/people";
import { aPublishingStatus } from "../../testing/publishing";
import { aScenarioAnswer } from "../../testing/scenarioAnswer";
import * as scenarioPage from "./ScenarioPage";

const show = (scenario: Scenario, similar: SimilarPosters = { results: [] }, prefs = {}) =>
  renderPage(
    "scenario",
    scenarioPage,
    "/scenario/s1",
    [
      fetched(readUri(reads.scenario, { scenarioID: "s1" }), scenario),
      fetched(readUri(reads.similarScenarios, { scenarioID: "s1" }), similar),
    ],
    prefs,
  );

beforeEach(() => {
  for (const name of ["IntersectionObserver", "ResizeObserver"]) {
    vi.stubGlobal(
      name,
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  }
});

afterEach(() => {
  cleanup();
  setSession(SIGNED_OUT);
  vi.unstubAllGlobals();
});

function stubDialogs() {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
}

test("the page shows everything a reader wants before starting", () => {
  const { container } = show(aScenarioAnswer());
  const text = container.textContent ?? "";
  for (const part of [
    "The Lamplighter",
    "wren",
    "He lights the last lamp at four.",
    "Every evening at four.",
    "A town without a harbour.",
    "Knows every lamp.",
    "You are early.",
    "One lamp is missing.",
    "Mind the oil.",
    "Slow by design.",
    "Writes at dusk.",
    "75% liked, 4 ratings",
    "1 story started",
    "1 January 2026",
    "English",
  ]) {
    expect(text).toContain(part);
  }
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  for (const start of screen.getAllByRole<HTMLButtonElement>("button", { name: "Start story" })) {
    // Without script it leads to where an account is made, and back here.
    expect(start.form?.getAttribute("action")).toBe("/signup");
    expect(new FormData(start.form ?? undefined).get("returnTo")).toMatch(/^\/scenario\//);
  }
  expect(screen.getByRole("link", { name: "Fantasy" }).getAttribute("href")).toBe("/search?wlTags=fantasy");
});

test("authors' texts are text: marks become emphasis, markup stays text", () => {
  const { container } = show(aScenarioAnswer());
  expect(container.querySelector("article article em")?.textContent).toBe("He climbs.");
  expect(container.textContent).toContain("<em>Now.</em>");
  expect(container.querySelector("[style]")).toBeNull();
});

test("openings are a radio group with every text in the page", () => {
  show(aScenarioAnswer());
  const group = within(screen.getByRole("radiogroup", { name: "Choose your opening" }));
  expect(group.getByRole<HTMLInputElement>("radio", { name: "The ladder" }).checked).toBe(true);
  fireEvent.click(group.getByRole("radio", { name: "The dark street" }));
  expect(group.getByRole<HTMLInputElement>("radio", { name: "The dark street" }).checked).toBe(true);
});

test("openings name who speaks and the player, as the story will", () => {
  const scenario = aScenarioAnswer();
  const openings = [
    { title: "One", text: "{{char}} looks at {{user}}.", speaker: "a1" },
    { title: "Two", text: "Nobody sees {{char}}.", speaker: null },
  ];
  const { container } = show({ ...scenario, scenarioEngram: { ...scenario.scenarioEngram, openings } });
  expect(container.textContent).toContain("Osric looks at you.");
  expect(container.textContent).toContain("Nobody sees Osric.");
});

test("whom the author suggests the player plays is named in every text", () => {
  const scenario = aScenarioAnswer();
  const { container } = show({
    ...scenario,
    scenarioEngram: {
      ...scenario.scenarioEngram,
      description: "{{user}} comes home.",
      setting: "The house waits for {{user}}.",
      playerRole: { name: "The Varre heir", description: "{{user}} has been away." },
      openings: [{ title: "{{user}} knocks", text: "Nobody before {{user}} has knocked.", speaker: null }],
    },
  });
  for (const text of [
    "The Varre heir comes home.",
    "waits for The Varre heir.",
    "The Varre heir has been away.",
    "The Varre heir knocks",
    "Nobody before The Varre heir has knocked.",
  ]) {
    expect(container.textContent).toContain(text);
  }
});

test("a single opening needs no choice", () => {
  const scenario = aScenarioAnswer();
  show({
    ...scenario,
    scenarioEngram: { ...scenario.scenarioEngram, openings: scenario.scenarioEngram.openings.slice(0, 1) },
  });
  expect(screen.queryByRole("radiogroup")).toBeNull();
  expect(screen.getByRole("heading", { name: "How it opens" })).toBeTruthy();
});

test("a bare scenario leaves its empty parts out", () => {
  const scenario = aScenarioAnswer({ actors: [], tagData: [], tags: [] });
  const { container } = show({
    ...scenario,
    scenarioStats: { ...scenario.scenarioStats, userRatings: { likes: 0, dislikes: 0 } },
    scenarioEngram: {
      ...scenario.scenarioEngram,
      description: "",
      setting: "",
      openings: [],
      exampleDialogue: [],
      authorNote: null,
    },
  });
  for (const heading of ["Cast", "The story", "A taste of the dialogue"]) {
    expect(screen.queryByRole("heading", { name: heading })).toBeNull();
  }
  expect(container.textContent).toContain("Not rated yet");
});

test("explicit pictures are blurred until the visitor confirms their age", () => {
  const scenario = aScenarioAnswer();
  const explicit = aScenarioAnswer({ displayData: { ...scenario.displayData, explicit: true } });
  const blurred = show(explicit);
  expect(blurred.container.querySelector("header.is-blurred")).not.toBeNull();
  expect(screen.getByRole("button", { name: "Show pictures" })).toBeTruthy();
  expect(blurred.head.rating).toBe("adult");
  cleanup();
  const open = show(explicit, { results: [] }, { showNSFW: true });
  expect(open.container.querySelector(".is-blurred")).toBeNull();
  // What its head preloads is what the page shows, and no picture of it keeps the address of its blurred form.
  const banner = open.container.querySelector("header > :first-child img")?.getAttribute("src");
  expect(open.head.preloadImages[0]?.href).toBe(banner);
  const seen = 'header > :first-child img, header .poster img, [aria-labelledby="cast"] img';
  for (const image of open.container.querySelectorAll(seen)) {
    expect(image.getAttribute("src")).toContain("shown%3D1");
  }
});

test("sharing copies the address and confirms it where the device has no share sheet", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  show(aScenarioAnswer());
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  await waitFor(() =>
    expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain("Link copied"),
  );
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/scenario/s1`);
});

test("the head describes the work", () => {
  const { head } = show(aScenarioAnswer());
  expect(head.title).toBe("The Lamplighter – fantasy story by wren · Dramatis");
  expect(head.canonical).toBe("/scenario/s1");
  expect(head.og.image).toBe("/og/scenario/s1.png");
  const graph = JSON.stringify(head.jsonLd);
  for (const part of [
    '"CreativeWork"',
    '"BreadcrumbList"',
    '"datePublished"',
    '"userInteractionCount":1',
    '"genre":["Fantasy"]',
  ]) {
    expect(graph).toContain(part);
  }
});

test("libraries are counted once there is one", () => {
  show(aScenarioAnswer());
  expect(screen.queryByText("In libraries")).toBeNull();
  cleanup();
  const { scenarioStats } = aScenarioAnswer();
  show(aScenarioAnswer({ scenarioStats: { ...scenarioStats, favorites: 2 } }));
  expect(screen.getByText("In libraries").nextElementSibling?.textContent).toBe("2");
});

test("the scenario and each of its pictures can be reported, each picture once", async () => {
  stubDialogs();
  const scenario = aScenarioAnswer();
  const avatar = "/media/s1/face.webp";
  show({
    ...scenario,
    actors: scenario.actors.flatMap((actor) => [
      { ...actor, avatar },
      { ...actor, actorId: "a2", avatar },
    ]),
  });
  fireEvent.click(screen.getByRole("button", { name: "Report" }));
  const form = within(await screen.findByRole("dialog", { name: "Report" }));
  const about = within(form.getByRole("combobox", { name: "What is it about?" }));
  expect(about.getAllByRole("option").map((one) => one.textContent)).toEqual([
    "The scenario",
    "The poster",
    "The portrait of Osric",
  ]);
});

test("what it contains stands before the start", () => {
  const { container } = show(aScenarioAnswer({ contentNotes: ["violence", "selfHarm", "war"] }));
  const note = screen.getByText("Contains violence, self-harm and war.");
  const start = container.querySelector("header form");
  expect(start && note.compareDocumentPosition(start)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  cleanup();
  show(aScenarioAnswer({ contentNotes: null }));
  expect(screen.getByText("The author chose not to say what it contains.")).toBeTruthy();
  cleanup();
  show(aScenarioAnswer());
  expect(screen.queryByText(/^Contains/)).toBeNull();
  expect(screen.getByText("Content notes").nextElementSibling?.textContent).toBe("None apply");
});

test("for whom it is rated stands before the start and among the facts", () => {
  const answer = aScenarioAnswer({ contentNotes: ["war"] });
  show({ ...answer, displayData: { ...answer.displayData, rating: "mature" } });
  expect(screen.getByText("Rated Mature. Contains war.")).toBeTruthy();
  expect(screen.getByText("Rated").nextElementSibling?.textContent).toBe("Mature");
});

test("its author can edit it from here, and nobody else", () => {
  show(aScenarioAnswer());
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  cleanup();
  const me = aMe({ userID: "u1" });
  setSession({ state: "signedIn", viewer: viewerOf(me), me, identity: null });
  serve();
  show(aScenarioAnswer());
  expect(screen.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe("/my-scenarios/s1");
});

test("a visitor is “you” within a sentence of a text that names the player", () => {
  const answer = aScenarioAnswer();
  show({
    ...answer,
    scenarioEngram: {
      ...answer.scenarioEngram,
      openings: [
        { title: "{{char}} and {{user}}", text: "“{{user}}?” Rest, {{user}}.", speaker: "a1" },
        { title: "", text: "One lamp is missing.", speaker: null },
      ],
    },
  });
  expect(screen.getByText("“You?” Rest, you.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Osric and you" })).toBeTruthy();
});

test("a reader who hides what it contains is asked before it starts", async () => {
  stubDialogs();
  const me = aMe({ blockedNotes: ["war", "gore"] });
  setSession({ state: "signedIn", viewer: viewerOf(me), me, identity: null });
  const sent = serve(answers("GET /stories/", 200, { results: [], nextCursor: null }));
  const begun = () => sent.filter(({ call }) => call.startsWith("POST /stories")).length;
  show(aScenarioAnswer({ contentNotes: ["violence", "war"] }));
  fireEvent.click(screen.getAllByRole("button", { name: "Start story" })[0] as HTMLElement);
  const asked = within(await screen.findByRole("dialog", { name: "Before you start" }));
  expect(asked.getByText("war")).toBeTruthy();
  expect(begun()).toBe(0);
  fireEvent.click(asked.getByRole("button", { name: "Not now" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(begun()).toBe(0);
  fireEvent.click(screen.getAllByRole("button", { name: "Start story" })[0] as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "Start anyway" }));
  await waitFor(() => expect(begun()).toBe(1));
});

test("a press that comes before the reader's record waits for it, and is asked about", async () => {
  stubDialogs();
  const me = aMe({ blockedNotes: ["war"] });
  const identity = {
    id: "ann",
    email: "ann@example.org",
    emailVerified: true,
    totpEnabled: false,
    totpRequired: false,
    hasPassword: true,
    providers: [],
  };
  const sent = serve(
    answers("GET /stories/", 200, { results: [], nextCursor: null }),
    answers("POST /auth/refresh", 200, { hasRecord: true, accessToken: "t", expiresIn: 3_600, identity }),
    answers("GET /users/me", 200, me),
  );
  const started = startSession(viewerOf(me));
  show(aScenarioAnswer({ contentNotes: ["violence", "war"] }));
  fireEvent.click(screen.getAllByRole("button", { name: "Start story" })[0] as HTMLElement);
  expect(await screen.findByRole("dialog", { name: "Before you start" })).toBeTruthy();
  await started;
  expect(sent.filter(({ call }) => call.startsWith("POST /stories"))).toEqual([]);
});

test("creator and source of the card are named; an address is a link that passes nothing on", () => {
  show(
    aScenarioAnswer({
      credits: { creator: "Ann Lee", source: ["https://cards.example/lamp", "javascript:alert(1)"] },
    }),
  );
  expect(screen.getByText("Card by").nextElementSibling?.textContent).toBe("Ann Lee");
  const link = screen.getByRole("link", { name: "cards.example/lamp" });
  expect(link.getAttribute("href")).toBe("https://cards.example/lamp");
  expect(link.getAttribute("rel")).toBe("ugc nofollow noopener noreferrer");
  expect(screen.getByText("javascript:alert(1)").closest("a")).toBeNull();
  cleanup();
  show(aScenarioAnswer());
  expect(screen.queryByText("Card by")).toBeNull();
  expect(screen.queryByText("Card from")).toBeNull();
});

test("a former author has no page", () => {
  const scenario = aScenarioAnswer({
    authorship: { author: "", authorname: "a former author", avatar_url: null, bio: null },
  });
  const { container, head } = show(scenario);
  expect(screen.getAllByText("a former author").length).toBeGreaterThan(1);
  expect(container.querySelector('a[href^="/user"]')).toBeNull();
  expect(JSON.stringify(head.jsonLd)).not.toContain("/user");
});

const PART = { title: "The Fog Cycle", position: 2, total: 3 };

test("a part of a series leads to the part before and the part after", () => {
  const previous = { id: "s0", displayName: "The Bell" };
  const next = { id: "s2", displayName: "" };
  const { head } = show(aScenarioAnswer({ series: { ...PART, previous, next } }));
  const series = within(screen.getByRole("navigation", { name: "The Fog Cycle Part 2 of 3" }));
  const leads = series.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(leads).toEqual([
    ["Previous partThe Bell", "/scenario/s0"],
    ["Next partUntitled", "/scenario/s2"],
  ]);
  expect(JSON.stringify(head.jsonLd)).toContain(
    '"isPartOf":{"@type":"CreativeWorkSeries","name":"The Fog Cycle"}',
  );
});

test("of a series with one part that readers see, nothing is said", () => {
  const { head } = show(
    aScenarioAnswer({ series: { ...PART, position: 1, total: 1, previous: null, next: null } }),
  );
  expect(JSON.stringify(head.jsonLd)).not.toContain("isPartOf");
  expect(screen.queryByText("The Fog Cycle")).toBeNull();
  cleanup();
  show(aScenarioAnswer());
  expect(screen.queryByRole("navigation", { name: "The Fog Cycle" })).toBeNull();
});

/** The page of one's own scenario that is in no list, and how its publishing stands. */
async function showOwn(state: "private" | "unlisted"): Promise<void> {
  const status = aPublishingStatus({ id: "s1", state, publishedVersion: 1 });
  const sent = serve(answers("GET /scenarios/scenario/{id}/publishing", 200, status));
  const scenario = aScenarioAnswer();
  const me = aMe({ userID: scenario.authorship.author });
  setSession({ state: "signedIn", viewer: viewerOf(me), me, identity: null });
  show({ ...scenario, displayData: { ...scenario.displayData, public: false } });
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
  await waitFor(() => expect(sent.some(({ call }) => call.endsWith("/publishing"))).toBe(true));
}

test("an author reads that nobody else sees the page, and where that is changed", async () => {
  await showOwn("private");
  const line = await screen.findByText(/^Only you can see this page\./);
  expect(within(line).getByRole("link").getAttribute("href")).toBe("/my-scenarios/s1?part=publish");
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
});

test("an author can share what is unlisted", async () => {
  await showOwn("unlisted");
  expect(await screen.findByRole("button", { name: "Share" })).toBeTruthy();
  expect(screen.queryByText(/^Only you can see this page/)).toBeNull();
});
