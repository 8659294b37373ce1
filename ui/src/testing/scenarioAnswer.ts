import type { Scenario } from "../api/types";
import { aScenario } from "./render";

/** What the server answers about a scenario, with everything that its page shows. For tests. */
export function aScenarioAnswer(changes: Partial<Scenario> = {}): Scenario {
  const { scenarioStats, recommendationMetadata: _none, ...displayData } = aScenario();
  return {
    id: "s1",
    displayData,
    scenarioStats: {
      ...scenarioStats,
      chatsCreated: 1,
      loveCount: 1,
      userRatings: { likes: 3, dislikes: 1 },
    },
    scenarioEngram: {
      description: "Every evening at four.\n\nUntil *tonight*.",
      setting: "A town without a harbour.",
      playerRole: { name: "", description: "" },
      openings: [
        { title: "The ladder", text: '*He climbs.* "You are early."', speaker: "a1" },
        { title: "The dark street", text: "One lamp is missing.", speaker: null },
      ],
      exampleDialogue: [{ speaker: "Osric", text: '"Mind the oil." <em>Now.</em>' }],
      authorNote: "Slow by design.",
      language: "en",
      open: false,
    },
    interface: null,
    authorship: { author: "u1", authorname: "wren", avatar_url: null, bio: "Writes at dusk." },
    tags: ["t1"],
    tagData: [
      {
        id: "t1",
        displayName: "Fantasy",
        scenarioCount: 4,
        properties: { slug: "fantasy", kind: "genre", explicit: false },
      },
    ],
    hidden: false,
    contentNotes: [],
    credits: { creator: null, source: [] },
    avatar: null,
    coverAlt: "",
    bannerAlt: "",
    series: null,
    actors: [
      {
        actorId: "a1",
        name: "Osric",
        role: "lamplighter",
        description: "Knows every lamp.",
        avatar: null,
        avatarAlt: "",
      },
    ],
    ...changes,
  };
}
