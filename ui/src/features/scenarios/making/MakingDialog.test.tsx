// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import { reads } from "../../../api/reads";
import type { Scenario } from "../../../api/types";
import { answers, problem, serve } from "../../../testing/api";
import { fetched, renderPage } from "../../../testing/page";
import { aDraftBook } from "../../../testing/sampleDraft";
import { aScenarioAnswer } from "../../../testing/scenarioAnswer";
import { newEntry } from "../../authoring/lore/entry";
import * as scenarioPage from "../ScenarioPage";

const show = (scenario: Scenario) =>
  renderPage("scenario", scenarioPage, "/scenario/s1", [
    fetched(readUri(reads.scenario, { scenarioID: "s1" }), scenario),
    fetched(readUri(reads.similarScenarios, { scenarioID: "s1" }), { results: [] }),
  ]);

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
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A scenario whose readers may see how it is made. */
function open(): Scenario {
  const { scenarioEngram, ...others } = aScenarioAnswer();
  return aScenarioAnswer({ ...others, scenarioEngram: { ...scenarioEngram, open: true } });
}

test("a closed scenario offers nothing of how it is made", () => {
  show(aScenarioAnswer());
  expect(screen.queryByRole("button", { name: "How it is made" })).toBeNull();
});

const MAKING = answers("GET /scenarios/scenario/{id}/making", 200, {
  setting: "The tower has no door.",
  playerRole: { name: "Ash", description: "Found on the beach." },
  actors: [
    {
      id: "a1",
      name: "Osric",
      description: "He put the lamp out.",
      persona: "",
      examples: "",
      systemPrompt: "",
      postHistory: "",
      note: { text: "It is dusk.", depth: 2, role: "system" },
      talkativeness: null,
    },
  ],
  openings: [],
  lore: [
    { id: "b1", kind: "actor", targetId: "a1", book: aDraftBook([loreEntry("The cellar is dry.")]).book },
  ],
});

function loreEntry(content: string) {
  return { ...newEntry("e1"), keys: ["ebb", "tide"], comment: "Who drowned", content };
}

test("how an open scenario is made is read when it is asked for, and each text shows after another tap", async () => {
  const sent = serve(MAKING);
  show(open());
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "How it is made" }));
  const making = within(await screen.findByRole("dialog", { name: "How it is made" }));
  await making.findByText(/It may give the story away/);
  const titles = making.getAllByRole("heading", { level: 3 }).map((one) => one.textContent);
  expect(titles).toEqual(["The scenario", "Osric", "Coast (Osric)"]);
  for (const [name, text] of [
    ["Setting", "The tower has no door."],
    ["Description", "He put the lamp out."],
    ["Entry 1", "Keywords: ebb, tide"],
  ] as const) {
    expect(making.queryByText(text)).toBeNull();
    fireEvent.click(making.getByRole("button", { name: name }));
    expect(making.getByText(text)).toBeTruthy();
  }
  expect(making.getByText("The cellar is dry.")).toBeTruthy();
  expect(making.queryByText(/Who drowned/)).toBeNull();
  expect(making.queryByRole("button", { name: "System prompt" })).toBeNull();
});

test("a closed scenario says so", async () => {
  serve(problem("GET /scenarios/scenario/{id}/making", 403, "FORBIDDEN"));
  show(open());
  fireEvent.click(screen.getByRole("button", { name: "How it is made" }));
  await screen.findByRole("heading", { name: "The author keeps this closed" });
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
