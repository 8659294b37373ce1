import type { Viewer } from "../../../api/person";
import type { Scenario, ScenarioPoster, TagData } from "../../../api/types";
import { ALL_NOTES } from "../../scenarios/public";
import { imageUrl } from "../model/draft";
import type { Draft, DraftOpening } from "../types";
import { asPublished, withoutPictures } from "./publishedText";

/**
 * What readers would get of a draft if it were published now: the rules by which the server freezes it
 * (`publishing/freeze.rs`).
 */

/** Of a new draft. */
const NO_ID = "new";

/** The openings that can be offered: those for groups only if there is a group. */
export function offeredOpenings({ actors, openings }: Draft): DraftOpening[] {
  const isGroup = actors.length > 1;
  return openings.filter(({ text, groupOnly }) => text.trim() !== "" && (isGroup || !groupOnly));
}

/** A tag as its chip shows it. */
const tagOf = (name: string): TagData => ({
  id: name,
  displayName: name,
  scenarioCount: 0,
  properties: { slug: "", kind: "other", explicit: false },
});

interface Written {
  id: string | null;
  draft: Draft;
  author: Viewer | null;
  /** When it would be published, as an ISO date. */
  now: string;
}

/** The scenario of a draft. Nobody has played it. */
export function scenarioOf({ id, draft, author, now }: Written): Scenario {
  const url = (image: { key: string } | null) => (image === null ? null : imageUrl(image.key));
  const { userID = "", authorname = "", avatarUrl = null } = author ?? {};
  const scenarioId = id ?? NO_ID;
  const notes = draft.contentNotes;
  const tagData = draft.tags.map(tagOf);
  const tags = tagData.map((tag) => tag.id);
  return {
    id: scenarioId,
    displayData: {
      id: scenarioId,
      displayName: draft.title,
      tagline: draft.tagline,
      avatar_urls: {
        thumbnail: null,
        thumbnail_mobile: null,
        avatar: url(draft.cover),
        banner: url(draft.banner),
        fullres: url(draft.cover),
      },
      author: userID,
      authorname,
      createdOn: now,
      updatedOn: now,
      tags,
      tagData,
      avatarMetrics: [],
      explicit: false,
      rating: draft.rating ?? "explicit",
      public: true,
    },
    scenarioEngram: {
      description: withoutPictures(draft.description),
      setting: "",
      openings: offeredOpenings(draft).map(({ title, text, speaker }, at) => ({
        title: title.trim() === "" ? `Opening ${at + 1}` : title,
        text: asPublished(
          draft.actors.find((actor) => actor.id === speaker),
          text,
        ),
        speaker,
      })),
      exampleDialogue: [],
      authorNote: null,
      language: draft.language,
      open: draft.making === "open",
    },
    scenarioStats: {
      chatsCreated: 0,
      favorites: 0,
      ratings: 0,
      messagesSent: 0,
      shekelsSpent: 0,
      userRatings: { likes: 0, dislikes: 0 },
      loveCount: 0,
    },
    interface: null,
    authorship: { author: userID, authorname, avatar_url: avatarUrl, bio: null },
    tags,
    tagData,
    hidden: false,
    contentNotes: notes?.kind === "listed" ? ALL_NOTES.filter((note) => notes.notes.includes(note)) : null,
    credits: creditsOf(draft),
    series: null,
    avatar: url(draft.cover),
    actors: draft.actors.map(({ id: actorId, name, role, portrait }) => ({
      actorId,
      name,
      role,
      description: "",
      avatar: url(portrait),
    })),
  };
}

/** Who made the cards that it was made from, and where they are from. */
function creditsOf({ actors }: Draft): Scenario["credits"] {
  const creators = actors.map(({ kept }) => kept.creator.trim()).filter((name) => name !== "");
  const source = actors.flatMap(({ kept }) => kept.source);
  return {
    creator: creators.length === 0 ? null : [...new Set(creators)].join(", "),
    source: [...new Set(source)],
  };
}

/** The poster of a scenario in lists. */
export function posterOf({ id, displayData, authorship }: Scenario): ScenarioPoster {
  const { displayName, tagline, avatar_urls: images, explicit } = displayData;
  return {
    id,
    displayName,
    tagline,
    picture: images.avatar,
    author: authorship.author,
    authorname: authorship.authorname,
    explicit,
    messagesSent: 0,
  };
}
