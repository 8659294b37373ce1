import { withGuestSession } from "../../api/guest";
import { keepGuestStory } from "../../api/guest-store";
import { sessionKnown } from "../../api/session";
import { storiesApi } from "./api";
import { playPath, storyPath } from "./storyPath";

/** What a story is to begin with. */
export interface NewStory {
  scenarioId: string;
  /** Which of the scenario's openings, from 0. */
  opening: number;
  /** How many characters the scenario has. */
  characters: number;
  /** Whether a guest wants another story beside the one they have; else they are led to that one. */
  anew: boolean;
}

/**
 * Begins a story and answers where it is played: as the person who is signed in, or as a guest (spec section 4, "Guest story
 * flow"). `key` makes one story of several tries. Rejects with a `FailedRequest`.
 */
export async function begin(
  { scenarioId, opening, characters, anew }: NewStory,
  key: string,
): Promise<string> {
  const body = { scenarioId, opening, ...(anew && { startAnew: true }) };
  const { state } = await sessionKnown();
  if (state === "signedIn") {
    return storyPath(await storiesApi.create(body, key));
  }
  const { storyId } = await withGuestSession(async (as) => {
    const begun = await storiesApi.createAsGuest(body, key, as);
    return { storyId: "storyId" in begun ? begun.storyId : begun.id };
  });
  const path = playPath(storyId, characters);
  keepGuestStory(path);
  return path;
}
