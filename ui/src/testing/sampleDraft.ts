import type { components } from "../api/schema.gen";

type Schemas = components["schemas"];
type ScenarioDraft = Schemas["ScenarioDraft"];
type DraftActor = ScenarioDraft["actors"][number];
type Entry = Schemas["LorebookEntry"];

/** An actor of a draft; give what matters to the test. */
export function aDraftActor(changes: Partial<DraftActor> = {}): DraftActor {
  return {
    id: "a1",
    name: "Mira",
    nickname: "",
    role: "",
    portrait: null,
    description: "",
    personality: "",
    voice: "",
    exampleDialogue: "",
    systemPrompt: "",
    postHistoryInstructions: "",
    note: { text: "", depth: 4, role: "system" },
    expressions: [],
    pictures: [],
    talkativeness: null,
    lorebooks: [],
    kept: {
      creator: "",
      source: [],
      characterVersion: "",
      creationDate: null,
      modificationDate: null,
      tags: [],
      assets: [],
    },
    ...changes,
  };
}

/** A draft with one actor; give what matters to the test. */
export function aDraft(changes: Partial<ScenarioDraft> = {}): ScenarioDraft {
  return {
    title: "",
    tagline: "",
    description: "",
    setting: "",
    language: "",
    tags: [],
    rating: null,
    contentNotes: null,
    actors: [aDraftActor()],
    openings: [],
    lorebooks: [],
    playerRole: { name: "", description: "" },
    cover: null,
    banner: null,
    origin: null,
    making: "closed",
    ...changes,
  };
}

/** A lorebook of a draft with these entries. */
export function aDraftBook(entries: Entry[], changes: Partial<Schemas["Book"]> = {}): Schemas["DraftBook"] {
  return {
    id: "b1",
    book: {
      name: "Coast",
      description: "",
      scanDepth: null,
      tokenBudget: null,
      recursive: true,
      entries,
      ...changes,
    },
  };
}
