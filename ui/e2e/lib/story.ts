import { existsSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { asPerson, type Person } from "./people.ts";
import { servers } from "./setup.ts";

/** Stories from a journey's point of view: scenarios to begin them from, what stands on screen, what the server holds. */

interface Actor {
  actorId: string;
  name: string;
}

export interface PlayedScenario {
  id: string;
  name: string;
  actors: readonly Actor[];
  openings: number;
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${servers().site}/api/v1${path}`);
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  return (await response.json()) as T;
}

interface Listed {
  id: string;
  displayName: string;
}

/** Whether a scene of the demo was written for a scenario; its file is called like it. */
function hasScene({ displayName }: Listed): boolean {
  const slug = displayName
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-");
  return existsSync(new URL(`../../../catalogue/scenes/${slug}.toml`, import.meta.url));
}

/** Enough for every journey, few enough to be asked for at once. */
const MOST_READ = 40;

const played: { scene?: Promise<PlayedScenario[]>; none?: Promise<PlayedScenario[]> } = {};

/** The starter's scenarios with their casts, with a scene or without, the newest first. */
function scenarios(kind: keyof typeof played): Promise<PlayedScenario[]> {
  played[kind] ??= (async () => {
    const { results } = await read<{ results: Listed[] }>("/scenarios/newest?limit=100");
    return inFull(results.filter((one) => hasScene(one) === (kind === "scene")).slice(0, MOST_READ));
  })();
  return played[kind];
}

/** Of those who fit the one with the smallest cast: a line to a crowd may be answered by one of them or by all. */
async function fitting(
  kind: keyof typeof played,
  fits: (one: PlayedScenario) => boolean,
): Promise<PlayedScenario> {
  const [found] = (await scenarios(kind)).filter(fits).sort((a, b) => a.actors.length - b.actors.length);
  if (found === undefined) throw new Error("The starter has no scenario for this journey");
  return found;
}

function inFull(listed: readonly Listed[]): Promise<PlayedScenario[]> {
  const full = listed.map(({ id }) =>
    read<{
      id: string;
      displayData: { displayName: string };
      actors: Actor[];
      scenarioEngram: { openings: unknown[] };
    }>(`/scenarios/scenario/${id}`).then(({ displayData, actors, scenarioEngram }) => ({
      id,
      name: displayData.displayName,
      actors,
      openings: scenarioEngram.openings.length,
    })),
  );
  return Promise.all(full);
}

/** A scenario for which the demo has three replies, with one character. */
export function scenarioWithoutScene(): Promise<PlayedScenario> {
  return fitting("none", (one) => one.actors.length === 1);
}

/** A scenario that the demo plays for some twenty turns, with at least that many characters and openings, and not this other one. */
export function scenarioWith(actors: number, openings = 1, other?: PlayedScenario): Promise<PlayedScenario> {
  return fitting(
    "scene",
    (one) => one.actors.length >= actors && one.openings >= openings && one.id !== other?.id,
  );
}

export interface Begun {
  id: string;
  path: string;
  title: string;
}

/** Begins a story without a browser. */
export async function beginStory(person: Person, scenario: PlayedScenario): Promise<Begun> {
  const api = await asPerson(person);
  const story = await api<{ id: string; title: string }>("POST", "/stories/", { scenarioId: scenario.id });
  return { ...story, path: `/${scenario.actors.length > 1 ? "story" : "chat"}/${story.id}` };
}

/** A story on screen. */
export class StoryPage {
  readonly page: Page;
  readonly scroll: Locator;
  readonly lines: Locator;
  readonly field: Locator;

  constructor(page: Page) {
    this.page = page;
    this.scroll = page.getByRole("region", { name: "The story so far" });
    this.lines = this.scroll.getByRole("article");
    this.field = page.getByTestId("composer");
  }

  /** Waits until the story is there. */
  async open(): Promise<void> {
    await expect(this.lines.first()).toBeVisible();
    await expect(this.field).toBeVisible();
  }

  line(text: string | RegExp): Locator {
    return this.lines.filter({ hasText: text });
  }

  get last(): Locator {
    return this.lines.last();
  }

  /** Nobody is speaking. */
  async quiet(): Promise<void> {
    await expect(this.scroll).toHaveAttribute("data-busy", "false", { timeout: 60_000 });
  }

  /** Sends a message, and waits for the whole answer. */
  async say(text: string): Promise<void> {
    await this.send(text);
    await this.quiet();
    await expect(this.last).not.toContainText(text);
  }

  async send(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press("Enter");
    await expect(this.line(text)).toBeVisible();
  }

  /** Opens the menu of a line and chooses from it; again if the line was drawn anew meanwhile, which closes its menu. */
  async choose(line: Locator, item: string): Promise<void> {
    const found = this.page.getByRole("menuitem", { name: item, exact: true });
    await expect(async () => {
      await line.hover();
      if (!(await found.isVisible())) await line.getByRole("button", { name: "More", exact: true }).click();
      await found.click({ timeout: 5000 });
    }).toPass();
  }
}
