import { expect, type Locator, type Page } from "@playwright/test";
import type { asPerson } from "./people.ts";
import { open } from "./test.ts";

/** The editor of scenarios, as somebody uses it. */

/** A draft as the API answers it, as far as journeys look. */
export interface DraftView {
  id: string;
  version: number;
  missing: { field: string }[];
  draft: {
    title: string;
    tagline: string;
    setting: string;
    rating: string | null;
    tags: string[];
    actors: { id: string; name: string; personality: string; portrait: { key: string } | null }[];
    openings: { text: string; speaker: string | null }[];
  };
}

type Api = Awaited<ReturnType<typeof asPerson>>;

/** A draft as it is stored. */
export const storedDraft = (api: Api, id: string): Promise<DraftView> =>
  api<DraftView>("GET", `/scenarios/scenario/${id}/draft`);

/** The id of the draft that is open. */
export const idIn = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";

/** Waits until everything that was written is stored. */
export const saved = (page: Page): Promise<void> =>
  expect(page.locator("[data-save]")).toHaveAttribute("data-save", "saved");

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Begins a draft of this title, which stays open; answers its id. */
export async function begun(page: Page, site: string, title: string): Promise<string> {
  await open(page, `${site}/my-scenarios/new`);
  await field(page, "Title").fill(title);
  await saved(page);
  return idIn(page);
}

/** Begins a draft and stores this in it, beside the editor; answers its id. */
export async function begunWith(
  page: Page,
  site: string,
  api: Api,
  change: Partial<DraftView["draft"]>,
): Promise<string> {
  const id = await begun(page, site, change.title ?? "Untitled");
  // Another page: the editor would take the change for one of another window.
  await open(page, `${site}/my-scenarios`);
  const { version, draft } = await storedDraft(api, id);
  await api("PUT", `/scenarios/scenario/${id}?version=${version}`, { ...draft, ...change });
  return id;
}
