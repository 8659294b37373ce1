/** What moves over the play in High. */
export type Weather = "rain" | "lamp";

/** Words of wet places, in the languages of the starter catalogue. */
const WET =
  /rain|storm|flood|drown|tide|harbou?r|sea\b|ocean|ferry|river|lighthouse|regen|sturm|flut|hafen|meer|fluss|pluie|orage|mer\b|port\b|lluvia|tormenta|mar\b|r[ií]o\b/iu;

/** Rain where the story's name speaks of water and weather; lamp light everywhere else. */
export function weatherOf(words: string): Weather {
  return WET.test(words) ? "rain" : "lamp";
}
