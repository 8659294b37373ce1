// The twenty motifs by the name that the catalogue uses.
import { city, castle, harbour, interior, library, market, ruins, stage, train, workshop } from "./built.mjs";
import { desert, forest, garden, moon, mountains, river, sea, snow, starfield, storm } from "./nature.mjs";

export const scenes = {
  sea, forest, mountains, city, castle, stars: starfield, desert, interior, library, train, garden, storm, snow, stage, harbour, ruins, market, river, moon, workshop,
};
