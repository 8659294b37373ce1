import type { ContentNote, Rating } from "../../api/types";
import { joined } from "../../lib/format";

/** The age ratings, as authors choose and readers see them. */
export const RATING_NAMES: Readonly<Record<Rating, string>> = {
  everyone: "Everyone",
  mature: "Mature",
  explicit: "Explicit",
  extreme: "Extreme",
};

/** The fixed list of content notes, in the order of the server's (`scenarios/content_notes.rs`). */
export const CONTENT_NOTES: Readonly<Record<ContentNote, string>> = {
  violence: "Violence",
  gore: "Gore",
  torture: "Torture",
  death: "Death of somebody close",
  suicide: "Suicide",
  selfHarm: "Self-harm",
  war: "War",
  horror: "Horror",
  bodyHorror: "Body horror",
  sex: "Sex",
  nudity: "Nudity",
  sexualViolence: "Sexual violence",
  dubiousConsent: "Unclear consent",
  domesticAbuse: "Domestic abuse",
  manipulation: "Manipulation",
  stalking: "Stalking",
  captivity: "Captivity",
  infidelity: "Infidelity",
  drugs: "Drugs",
  alcohol: "Alcohol",
  mentalIllness: "Mental illness",
  eatingDisorders: "Eating disorders",
  illness: "Serious illness",
  bullying: "Bullying",
  discrimination: "Discrimination",
  animalCruelty: "Cruelty to animals",
};

/** Every note, in the order of the list. */
export const ALL_NOTES = Object.keys(CONTENT_NOTES) as ContentNote[];

/** Notes within a sentence: `violence, torture and self-harm`. */
export const notesText = (notes: readonly ContentNote[]): string =>
  joined(notes.map((note) => CONTENT_NOTES[note].toLowerCase()));
