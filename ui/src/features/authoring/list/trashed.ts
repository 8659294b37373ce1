import type { MyScenario } from "../types";

/** A scenario that is to be named where it went to the trash. */
export type Trashed = Pick<MyScenario, "id" | "displayName">;

let latest: Trashed | null = null;

/** The editor put a scenario into the trash: the shelf, which comes next, says so. */
export function noteTrashed(scenario: Trashed): void {
  latest = scenario;
}

/** What the editor put into the trash, once. */
export function takeTrashed(): Trashed | null {
  const taken = latest;
  latest = null;
  return taken;
}
