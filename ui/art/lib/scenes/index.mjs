// The twenty motifs by the name that the catalogue uses. A motif with several compositions draws one of them by lot, the
// same one for poster and banner.
import { random } from "../random.mjs";
import { city, castle, harbour, interior, library, market, ruins, stage, train, workshop } from "./built.mjs";
import { alley, counter, forge, hall, orbit, pillars, pond, salon, tarn, tempest } from "./more.mjs";
import { desert, forest, garden, moon, mountains, river, sea, snow, starfield, storm } from "./nature.mjs";

export const scenes = {
  sea: [sea], forest: [forest], mountains: [mountains, tarn, pillars], city: [city, alley], castle: [castle], stars: [starfield, orbit], desert: [desert],
  interior: [interior, salon, hall, counter], library: [library], train: [train], garden: [garden, pond], storm: [storm, tempest], snow: [snow], stage: [stage],
  harbour: [harbour], ruins: [ruins], market: [market], river: [river], moon: [moon], workshop: [workshop, forge],
};

/** Words that settle which composition of a motif fits the text; without any, the lot decides. */
const HINTS = [
  [forge, /\b(forge|smith|anvil|foundry|furnace|kiln|glassblow)/iu], [counter, /\b(caf|kitchen|bakery|restaurant|tea|bar|diner|noodle|soup|inn|shop|canteen|cook)/iu],
  [hall, /\b(ball|palace|opera|hotel|manor|mansion|court|gala|museum|school|academy)/iu], [salon, /\b(parlour|salon|club|country house|drawing room|study|seance|séance|fireside)/iu],
  [tempest, /\b(ship|sea|sail|crew|vessel|wave|captain|boat)/iu], [orbit, /\b(station|orbit|colony|crew|habitat)/iu], [pond, /\b(pond|bridge|japan|kyoto|lotus|lily|tea house|moon)/iu],
  [alley, /\b(street|alley|lane|old town|quarter|detective|noir|lisbon|fado)/iu], [pillars, /\b(monaster|temple|cloud|sect|sword|immortal|dragon|china|qing|tang)/iu], [tarn, /\b(lake|fjord|tarn|alp)/iu],
];

/** The composition for a subject: `key` must be the same for all its pictures. */
export function sceneFor(motif, key, text = "") {
  // Pillars in the mist are a place of their own, and a station in orbit is of its time; elsewhere mountains are mountains and stars are stars.
  const fits = (make) => (make !== pillars || /fantasy|myth|legend|wuxia|folklore|temple|monaster|immortal|star/iu.test(text)) && (make !== orbit || /science-fiction|\b(orbit|space|station|colony)\b/iu.test(text));
  const list = scenes[motif].filter(fits);
  const r = random(`composition/${key}`);
  const hinted = HINTS.filter(([make, words]) => list.includes(make) && words.test(text)).map(([make]) => make);
  return hinted.length && r.chance(0.75) ? r.pick(hinted) : r.pick(list);
}
