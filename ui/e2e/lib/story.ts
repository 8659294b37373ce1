import { expect, type Locator, type Page } from "@playwright/test";
import { asPerson, type Person } from "./people.ts";
import { stage } from "./stage.ts";

/** Stories from a walk's point of view: scenarios to begin them from, what stands on screen, what the server holds. */

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
  const response = await fetch(`${stage().site}/api/v1${path}`);
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  return (await response.json()) as T;
}

let played: Promise<PlayedScenario[]> | null = null;

/** The starter's scenarios with their casts. */
function scenarios(): Promise<PlayedScenario[]> {
  played ??= (async () => {
    const { results } = await read<{ results: { id: string }[] }>("/scenarios/newest?limit=30");
    const full = results.map(({ id }) =>
      read<{
        id: string;
        displayData: { displayName: string };
        actors: Actor[];
        scenarioEngram: { openings: unknown[] };
      }>(`/scenarios/scenario/${id}`),
    );
    return (await Promise.all(full)).map(({ id, displayData, actors, scenarioEngram }) => ({
      id,
      name: displayData.displayName,
      actors,
      openings: scenarioEngram.openings.length,
    }));
  })();
  return played;
}

/** A scenario of the starter with at least that many characters and openings, and not this other one. */
export async function scenarioWith(
  actors: number,
  openings = 1,
  other?: PlayedScenario,
): Promise<PlayedScenario> {
  const found = (await scenarios()).find(
    (one) => one.actors.length >= actors && one.openings >= openings && one.id !== other?.id,
  );
  if (found === undefined) throw new Error(`The starter has no scenario with ${actors} characters`);
  return found;
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
export class Manuscript {
  readonly page: Page;
  readonly scroll: Locator;
  readonly lines: Locator;
  readonly field: Locator;

  constructor(page: Page) {
    this.page = page;
    this.scroll = page.getByRole("region", { name: "The story so far" });
    this.lines = this.scroll.getByRole("article");
    this.field = page.locator(".composer textarea");
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

  /** Says something, and waits for the whole answer. */
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

  /** Opens the menu of a line and chooses from it. */
  async choose(line: Locator, item: string): Promise<void> {
    await line.hover();
    await line.getByRole("button", { name: "More", exact: true }).click();
    await this.page.getByRole("menuitem", { name: item, exact: true }).click();
  }
}
