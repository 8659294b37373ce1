// People. Heads come from the Lorelei set (CC0 1.0, Lisa Wischofsky) by way of DiceBear; dress, hats and light are drawn here.
// Everything is in Lorelei's own space: head centre near (495, 430), neck ending near y = 850, shoulders drawn to y = 1500.
import { createAvatar } from "@dicebear/core";
import * as lorelei from "@dicebear/lorelei";
import { mix, shift } from "./colour.mjs";
import { coat, creatureHead, creatureOf } from "./creatures.mjs";
import { drawProp } from "./props.mjs";
import { random } from "./random.mjs";

export const BOX = { x: -250, y: -60, w: 1480, h: 1620 };
/** The same space down to the feet, which stand at y = 3300. */
export const TALL = { x: -250, y: -60, w: 1480, h: 3420 };

const v = (k) => `variant${String(k).padStart(2, "0")}`;
const HAIR = {
  short: [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 22, 39, 43, 44, 47].map(v),
  bald: [25, 28, 25, 28, 1].map(v),
  long: [10, 13, 14, 15, 16, 17, 18, 19, 21, 23, 24, 26, 29, 30, 31, 32, 33, 35, 36, 37, 38, 40, 41, 42, 45, 46, 48].map(v),
  bun: [14, 26, 29, 38, 45, 46, 33, 37].map(v),
  any: [5, 20, 18, 24, 37, 6, 9, 12, 39, 44, 10, 17].map(v),
};
const EYES = { calm: [4, 6, 8, 11, 12, 14, 20, 23, 24].map(v), stern: [8, 11, 23, 14, 3].map(v), wide: [2, 10, 21, 24].map(v), closed: [1, 19].map(v) };
const MOUTH = { calm: ["happy02", "happy04", "happy10", "sad03", "happy01", "happy01"], glad: ["happy05", "happy06", "happy01", "happy02"], stern: ["sad03", "sad05", "sad09", "sad09"], voice: ["happy03", "happy18", "happy02"] };
const SKIN = ["#f3d3bd", "#ecc3a4", "#e0ac88", "#cf9468", "#bd8259", "#a56d48", "#8d5a3c", "#774a33"];
const HAIRS = ["#1d1715", "#2b1d16", "#43291b", "#6b3f22", "#8f5a2b", "#b5823f", "#8a3b22", "#20232c", "#3a2226"];
const GREY = ["#b9bcc2", "#d8d8d6", "#8e949c"];

const compiled = new Map();
const pattern = (words, flags) => {
  const key = `${flags}:${words}`;
  if (!compiled.has(key)) compiled.set(key, new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, flags));
  return compiled.get(key);
};
const has = (text, words) => pattern(words, "iu").test(text);
const countOf = (text, words) => (text.match(pattern(words, "giu")) ?? []).length;

/** Years from which a face shows its middle age, and its old age. Everybody is grown up. */
const MIDDLE_FROM = 36;
const OLD_FROM = 57;

/** What can be told of a character from what was written about it. */
export function read(actor, job) {
  const who = `${actor.name}, ${actor.role}`;
  const all = `${who}. ${actor.about}`;
  const she = countOf(all, "she|her|hers|herself|lady|woman|girl|mother|sister|daughter|wife|widow|queen|princess|duchess|countess|witch|mrs|miss|ms|madame|señora|doña|elle|ella|sie|grandmother|aunt|empress|priestess|actress|dame|mevrouw|frau");
  const he = countOf(all, "he|him|his|himself|sir|man|boy|father|brother|son|husband|widower|king|prince|duke|count|baron|mr|lord|señor|signor|don|il|él|er|grandfather|uncle|emperor|monsieur|herr");
  const sex = she > he ? "f" : he > she ? "m" : "n";
  const old = actor.years === null || actor.years === undefined ? has(all, "old|elderly|aged|ancient|grandmother|grandfather|granny|retired|pensionierter?|sixty|seventy|eighty|ninety|sixty-\\p{L}+|seventy-\\p{L}+|eighty-\\p{L}+|veteran|white-haired|grey-haired|emeritus|abuel[oa]|alte[rn]?|viej[oa]") : actor.years >= OLD_FROM;
  const grown = actor.years ?? (random(`years/${actor.seed}`).chance(0.5) ? 28 : 42);
  return { who, all, sex, age: old ? "old" : grown >= MIDDLE_FROM ? "middle" : "young", setting: `${job.genre} ${job.tags.join(" ")} ${job.text}` };
}

function dressOf(info, r) {
  const { who, setting } = info;
  const period = `${setting} ${who}`;
  if (has(who, "knight|paladin|sir|warrior|guard|guardian|champion|squire|hero|templar|ritter")) return "armour";
  if (has(who, "astronaut|cosmonaut|pilot|commander|navigator|crew|engineer|station|flight") && has(setting, "science-fiction|space|station|orbit|ship|stars|comet|planet")) return "suit";
  if (has(who, "captain|admiral|general|colonel|lieutenant|officer|marshal|soldier|sergeant|conductor|guard|constable|bosun|mate|kapit\\p{L}+|major")) return "uniform";
  if (has(who, "king|queen|prince|princess|emperor|empress|duke|duchess|baron|baroness|count|countess|lord|lady|regent|heir|wife|bride")) return has(period, "fantasy|historical|fairy|castle|regency|myth|court") ? (info.sex === "f" ? "gown" : "ruff") : "tailored";
  if (has(who, "witch|wizard|mage|sorcer\\p{L}+|oracle|seer|monk|nun|priest|priestess|druid|hermit|abbot|abbess|sage|prophet|necromancer|alchemist|spirit|ghost|fortune")) return "robe";
  if (has(who, "smith|blacksmith|baker|cook|chef|carpenter|mechanic|mecánico|tinker|gardener|farmer|miller|brewer|potter|cobbler|innkeeper|fisher\\p{L}*|apprentice|clockmaker|maker|mender|keeper|welder|grower|housekeeper|stagehand|plumber|vendor|seller")) return "apron";
  if (has(who, "detective|inspector|professor|doctor|lawyer|solicitor|judge|banker|broker|clerk|registrar|secretary|butler|librarian|archivist|teacher|curator|journalist|editor|host|manager|director|chair|agent|notary|partner|senior|critic|producer|magistrate")) return "tailored";
  if (has(who, "thief|rogue|ranger|scout|hunter|traveller|smuggler|courier|outlaw|assassin|guide|bergführerin|wanderer|pilgrim|tracker|shepherd|ferryman|nomad|pirate|explorer|messenger")) return "cloak";
  if (has(setting, "historical|regency|victorian|gothic|western|1[5-8]\\d\\d|19[0-3]\\d")) return r.pick(["tailored", "tailored", info.sex === "f" ? "gown" : "tailored", "cloak"]);
  if (has(setting, "fantasy|fairy-tale|fairy tale|mythology|myth|folklore|legend|sword|court|castle|queen|king|palace|emperor|kingdom|gothic|historical|medieval|edo")) return r.pick(["cloak", "robe", "cloak", info.sex === "f" ? "gown" : "apron"]);
  if (has(setting, "science-fiction|space|cyberpunk")) return r.pick(["suit", "suit", "jumper"]);
  return r.pick(["jumper", "scarf", "tailored", "jumper", "shirt"]);
}

function hatOf(info, r) {
  const { who, all, setting } = info;
  if (has(who, "king|queen|emperor|empress|regent|sultan|monarch")) return "crown";
  if (has(who, "princess|prince|duchess|countess|oracle|priestess|goddess|fae|fairy|nymph|spirit|muse")) return "circlet";
  if (has(who, "witch|wizard|mage|sorcer\\p{L}+|warlock")) return "pointed";
  if (has(who, "pirate|admiral|privateer|buccaneer|highwayman|bosun")) return "tricorn";
  if (has(who, "captain|conductor|officer|constable|stationmaster|porter|chauffeur|commander|ferryman|pilot|piloto|guard|kapit\\p{L}+|mate|navigator")) return has(setting, "space|science-fiction") ? null : "cap";
  if (has(who, "cowboy|sheriff|outlaw|gunslinger|rancher|marshal|rider|drover|detective|inspector|archaeologist|explorer|private eye|adventurer") || has(all, "hat|fedora|stetson")) return r.chance(0.8) || has(all, "hat") ? "brim" : null;
  if (has(who, "magician|ringmaster|impresario|undertaker|baron|count|conjuror|gentleman|illusionist|banker")) return r.chance(0.7) ? "top" : null;
  if (has(who, "thief|rogue|assassin|hermit|monk|ghost|death|reaper|stranger|hooded|pilgrim|nun|necromancer|seer|ranger|smuggler")) return "hood";
  if (has(who, "baker|cook|chef")) return "toque";
  if (has(who, "painter|poet|artist|sculptor|paperboy|newspaper|cabbie|fisher\\p{L}*|mechanic|mecánico|miller|docker")) return r.pick(["flat", "beret", "flat"]);
  if (has(all, "cap|beret|gorra|mütze")) return "flat";
  return null;
}

/** Chooses face, hair, dress and colours. Deterministic in the actor's seed and text. */
export function cast(actor, job, P) {
  const r = random(`figure/${actor.seed}`);
  const info = read(actor, job);
  const dress = dressOf(info, r);
  const hat = hatOf(info, r);
  const sex = info.sex === "n" ? r.pick(["f", "m"]) : info.sex;
  const mood = has(info.all, "stern|cold|grim|severe|angry|bitter|cruel|proud|gruff|brusque|dangerous|formidable|menacing|haughty|grave|dour") ? "stern" : has(info.all, "cheerful|merry|warm|laughs|jolly|bright|smiles|joyful|kind|enthusiastic|delighted|playful|gallant|charming") ? "glad" : "calm";
  const style = sex === "f" ? (info.age === "old" ? HAIR.bun : HAIR.long) : info.age === "old" ? [...HAIR.bald, ...HAIR.short.slice(0, 4)] : r.chance(0.14) ? HAIR.any : HAIR.short;
  let hair = r.pick(style);
  if (hat && ["brim", "top", "cap", "flat", "tricorn", "pointed", "crown", "toque", "beret"].includes(hat)) hair = sex === "f" ? r.pick([13, 15, 19, 23, 10, 32, 35].map(v)) : r.pick([1, 2, 8, 9, 47, 7].map(v));
  const tone = has(info.all, "fair skin|pale skin") ? r.int(0, 1) : has(info.all, "olive skin") ? r.int(2, 3) : has(info.all, "brown skin") ? r.int(4, 5) : has(info.all, "dark skin") ? r.int(6, 7) : r.int(0, SKIN.length - 1);
  const skin = mix(SKIN[tone], P.lt, 0.08);
  // What `figure` leaves out is not there; prose leaves room for chance.
  const maybe = (p) => !actor.told && r.chance(p);
  const bearded = sex === "m" && (has(info.all, "beard|bearded|barbe|barba|bart") || (info.age === "old" && maybe(0.4)) || (info.age !== "old" && maybe(0.08)));
  const hairColour = info.age === "old" ? r.pick(GREY) : has(info.all, "red-haired|redhead|ginger|red hair") ? "#a9441f" : has(info.all, "fair hair|blond|blonde|golden hair|fair-haired") ? r.pick(["#c99a4e", "#b5823f"]) : r.pick(has(info.all, "dark hair|black hair|dark-haired") || tone > 3 ? HAIRS.slice(0, 3) : tone > 1 ? HAIRS.slice(0, 4) : HAIRS);
  const glasses = has(info.all, "spectacles|glasses|bespectacled|lens|gafas|brille|pince-nez|monocle") || maybe(info.age === "old" ? 0.3 : 0.08);
  const creature = creatureOf(actor);
  const fur = creature ? coat(creature, random(`coat/${actor.seed}`), P) : null;
  const ghost = !creature && has(info.who, "ghost|spectre|phantom|apparition|drowned|geist|fantasma|fantôme|haunting|poltergeist|deceased");
  const pale = (colour, t) => (ghost ? mix(colour, mix(P.lt, P.ac, 0.25), t) : colour);
  return {
    creature, fur, ghost, warm: P.warm,
    info, dress: creature === "robot" ? r.pick(["suit", "apron", "uniform"]) : creature && dress === "gown" ? "robe" : dress, hat: creature && !["crown", "cap", "top", "brim"].includes(hat) ? null : hat, sex, hair, hairColour: pale(hairColour, 0.72), skin: creature ? fur[0] : pale(skin, 0.8), bearded, glasses,
    eyes: r.pick(mood === "stern" ? EYES.stern : r.chance(0.16) ? EYES.wide : r.chance(0.06) ? EYES.closed : EYES.calm),
    mouth: r.pick(sex === "f" && r.chance(0.45) ? MOUTH.voice : MOUTH[mood]),
    brows: r.pick((mood === "stern" ? [10, 11, 13, 12] : sex === "m" ? [1, 2, 5, 7, 9, 10, 12, 3] : [1, 2, 5, 7, 9, 12]).map(v)),
    nose: r.pick(Object.keys(NOSES)),
    build: has(info.all, "thin|lean|slim|slender|gaunt|wiry|narrow|lanky") ? 0.87 : has(info.all, "broad|burly|stout|big|large|heavy|round|strong|massive|huge") ? 1.16 : r.pick([0.9, 1, 1, 1.07, 1.14]),
    head: r.pick((sex === "f" ? [2, 3, 4, 4] : [1, 1, 2, 3]).map(v)),
    freckles: r.chance(info.age === "young" ? 0.2 : 0.05),
    earrings: sex === "f" ? r.chance(0.4) : r.chance(0.05),
    flowers: sex === "f" && !hat && r.chance(0.12),
    cloth: pale(r.pick([mix(P.acDeep, P.ground, 0.2), P.acDeep, mix(P.ground, P.ac, 0.3), shift(P.acDeep, -0.03, 0.9, 55), mix(P.ground, P.mid, 0.5)]), 0.45),
    cloth2: pale(r.pick([P.ac, mix(P.warm, P.acDeep, 0.35), mix(P.lt, P.ac, 0.4)]), 0.5),
    linen: mix(P.lt, P.ground, 0.12), gold: mix(P.warm, P.acDeep, 0.18), ink: mix(P.ink, P.ground, 0.2),
    pick: r.f(),
  };
}

const p = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const l = (d, c, w, more = "") => `<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
const BODY = "M-150 1560C-150 1220 -60 1010 130 945C250 905 310 880 330 810L650 810C665 880 730 905 850 945C1040 1010 1130 1220 1130 1560Z";

const dresses = {
  cloak: (k) => p("M-220 1560C-200 1150 -60 985 150 905C240 872 305 850 325 795L650 795C672 850 735 872 830 905C1040 985 1180 1150 1200 1560Z", k.cloth)
    + p("M440 985C400 1140 380 1340 370 1560L610 1560C600 1340 580 1140 530 985Z", mix(k.cloth, k.ink, 0.55))
    + p("M190 905C240 800 300 770 332 782C400 862 570 862 646 782C682 770 735 800 785 905C710 985 600 1024 488 1024C378 1024 262 985 190 905Z", mix(k.cloth, k.cloth2, 0.32)) + l("M258 880C330 940 400 962 488 962C576 962 650 940 716 880", mix(k.cloth, k.ink, 0.4), 8)
    + l("M400 1006Q485 1062 570 1006", k.gold, 14) + `<circle cx="485" cy="1034" r="34" fill="${k.gold}"/><circle cx="485" cy="1034" r="17" fill="${k.cloth2}"/>`
    + l("M150 940C110 1100 110 1300 100 1560M830 940C860 1100 870 1300 880 1560M0 1060C-30 1200 -50 1400 -50 1560M980 1060C1010 1200 1030 1400 1030 1560", mix(k.cloth, k.ink, 0.5), 9),
  tailored: (k) => p(BODY, k.cloth) + p("M360 860L485 1240L610 860L560 840L410 840Z", k.linen)
    + (k.pick < 0.5 ? p("M455 905L515 905L540 1180L485 1260L430 1180Z", k.cloth2) + p("M450 870L520 870L512 925L458 925Z", shift(k.cloth2, -0.06)) : p("M485 900L390 850L385 945ZM485 900L580 850L585 945Z", k.cloth2) + `<circle cx="485" cy="898" r="24" fill="${shift(k.cloth2, -0.07)}"/>`)
    + p("M330 830C300 900 280 960 250 1000L330 1060L290 1110L470 1420L485 1270L380 900Z", shift(k.cloth, 0.05)) + p("M640 830C670 900 700 960 730 1000L650 1060L690 1110L500 1420L485 1270L590 900Z", shift(k.cloth, 0.05))
    + p("M345 815L400 900L470 905L410 830ZM625 815L570 900L500 905L560 830Z", k.linen) + l("M60 1130C70 1280 90 1420 110 1560M910 1130C900 1280 880 1420 860 1560", mix(k.cloth, k.ink, 0.5), 9),
  uniform: (k) => p(BODY, k.cloth) + p("M330 775C326 840 328 880 345 930L485 980L625 930C644 880 646 840 644 775C560 850 420 850 330 775Z", shift(k.cloth, 0.05)) + l("M345 925L485 975L625 925", k.gold, 14)
    + l("M485 975V1560", mix(k.cloth, k.ink, 0.5), 8) + [1060, 1180, 1300, 1420].map((y, i) => `<circle cx="${370 - i * 6}" cy="${y}" r="20" fill="${k.gold}"/><circle cx="${600 + i * 6}" cy="${y}" r="20" fill="${k.gold}"/>`).join("")
    + [[130, -1], [850, 1]].map(([x, d]) => p(`M${x} 935C${x + d * 60} 940 ${x + d * 150} 990 ${x + d * 190} 1070C${x + d * 130} 1080 ${x + d * 30} 1030 ${x - d * 30} 985Z`, k.gold) + Array.from({ length: 7 }, (_, i) => l(`M${x + d * (50 + i * 22)} ${1030 + i * 9}v62`, shift(k.gold, -0.1), 13)).join("")).join("") + l("M250 1010C330 1160 420 1190 485 1180", k.gold, 11),
  gown: (k) => p("M-120 1560C-110 1240 -40 1040 110 960C200 985 340 1075 485 1075C630 1075 770 985 860 960C1010 1040 1090 1240 1100 1560Z", k.cloth)
    + p("M100 970C150 935 220 915 250 905C320 885 340 860 340 800L640 800C640 860 660 885 730 905C760 915 820 935 870 970C770 990 630 1078 485 1078C340 1078 200 990 100 970Z", k.skin)
    + p("M130 945C60 930 -20 960 -70 1030C-130 1120 -140 1240 -110 1330C-20 1330 70 1250 105 1150C125 1090 140 1010 130 945ZM840 945C910 930 990 960 1040 1030C1100 1120 1110 1240 1080 1330C990 1330 900 1250 865 1150C845 1090 830 1010 840 945Z", shift(k.cloth, 0.05)) + l("M122 956C210 985 340 1077 485 1077C630 1077 760 985 850 956", k.gold, 12)
    + l("M352 868C380 930 430 965 485 965C540 965 590 930 618 868", k.gold, 9) + `<circle cx="485" cy="984" r="25" fill="${k.cloth2}"/><circle cx="485" cy="984" r="25" fill="none" stroke="${k.gold}" stroke-width="8"/>` + l("M300 1300C340 1400 350 1480 350 1560M670 1300C630 1400 620 1480 620 1560M485 1260V1560", mix(k.cloth, k.ink, 0.45), 9),
  ruff: (k) => p(BODY, k.cloth) + Array.from({ length: 15 }, (_, i) => { const a = Math.PI * (0.02 + (i / 14) * 0.96); const x = 488 + Math.cos(a) * 270; const y = 830 + Math.sin(a) * 118; return `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="52" ry="76" fill="${i % 2 ? k.linen : mix(k.linen, k.cloth, 0.22)}" transform="rotate(${((a * 180) / Math.PI - 90).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})"/>`; }).join("")
    + l("M485 1010V1560", k.gold, 12) + l("M250 1010C260 1200 290 1400 310 1560M720 1010C710 1200 680 1400 660 1560", k.gold, 10) + [1090, 1200, 1310, 1420].map((y) => `<circle cx="485" cy="${y}" r="17" fill="${k.cloth2}"/>`).join(""),
  robe: (k) => p(BODY, k.cloth) + p("M320 820C340 1000 420 1200 540 1420L420 1560L200 1560C230 1300 200 1050 250 910Z", shift(k.cloth, 0.06)) + p("M655 820C640 960 580 1110 470 1260L560 1560L790 1560C750 1300 770 1050 725 910Z", shift(k.cloth, 0.03)) + p("M345 800L485 1110L625 800L600 830L370 830Z", mix(k.cloth, k.ink, 0.6))
    + l("M325 815C350 1000 430 1200 545 1420M652 815C636 960 575 1112 470 1262", k.cloth2, 24) + l("M-40 1230C20 1140 60 1080 90 1040M1010 1230C960 1140 920 1080 890 1040", mix(k.cloth, k.ink, 0.5), 9) + l("M370 900C400 1010 440 1060 486 1070C530 1060 575 1010 605 900", k.gold, 7) + p("M486 1060L512 1100L486 1140L460 1100Z", k.gold),
  armour: (k) => { const m = mix(k.linen, k.cloth, 0.45); const hi = mix(k.linen, k.cloth, 0.15); return p(BODY, mix(k.cloth, k.ink, 0.3)) + p("M300 960C330 1200 400 1400 485 1560C570 1400 640 1200 670 960C600 1020 370 1020 300 960Z", m) + p("M485 1010V1560C570 1400 640 1200 670 960C620 1000 550 1012 485 1010Z", mix(m, k.ink, 0.25))
    + p("M320 790C310 860 300 900 270 940C400 1010 570 1010 700 940C670 900 660 860 652 790C560 880 420 880 320 790Z", hi) + l("M272 938C400 1008 570 1008 698 938", k.gold, 10)
    + [[1, 250], [-1, 720]].map(([d, x]) => p(`M${x} 930C${x - d * 130} 930 ${x - d * 300} 1010 ${x - d * 350} 1200C${x - d * 250} 1230 ${x - d * 80} 1170 ${x + d * 30} 1020Z`, hi) + p(`M${x - d * 345} 1205C${x - d * 250} 1240 ${x - d * 90} 1180 ${x} 1070L${x + d * 10} 1190C${x - d * 90} 1290 ${x - d * 220} 1330 ${x - d * 340} 1310Z`, m) + l(`M${x - d * 350} 1200C${x - d * 250} 1230 ${x - d * 80} 1170 ${x + d * 30} 1020`, k.gold, 9)).join("") + p("M485 1090L520 1140L485 1250L450 1140Z", k.cloth2); },
  apron: (k) => p(BODY, mix(k.linen, k.cloth, 0.35)) + p("M350 815L430 930L485 900L540 930L622 815L570 850L400 850Z", mix(k.linen, k.cloth, 0.18)) + l("M485 905V1010", mix(k.cloth, k.ink, 0.3), 8) + p("M270 1080C400 1110 570 1110 700 1080L740 1560L230 1560Z", k.cloth) + p("M268 1085L330 870L380 850L345 1092ZM702 1085L642 870L592 850L628 1092Z", k.cloth) + l("M270 1080C400 1110 570 1110 700 1080", k.cloth2, 11) + p("M360 1260H610V1420Q485 1450 360 1420Z", shift(k.cloth, 0.05)) + l("M60 1140C80 1280 90 1420 100 1560M910 1140C890 1280 880 1420 870 1560", mix(k.cloth, k.ink, 0.3), 9),
  suit: (k) => { const m = mix(k.linen, k.cloth, 0.3); return p(BODY, m) + `<ellipse cx="486" cy="850" rx="262" ry="108" fill="${mix(m, k.ink, 0.4)}"/>` + p("M224 845C230 960 370 1010 486 1010C610 1010 745 960 748 845C740 900 620 945 486 945C350 945 235 900 224 845Z", k.cloth2) + p("M300 1040L360 1560L610 1560L670 1040C560 1080 410 1080 300 1040Z", mix(m, k.cloth, 0.5)) + p("M400 1150H580V1290H400Z", k.cloth) + `<circle cx="440" cy="1195" r="15" fill="${k.cloth2}"/><circle cx="490" cy="1195" r="15" fill="${k.gold}"/><path d="M430 1245H550" stroke="${k.linen}" stroke-width="12"/>` + l("M120 1010C150 1200 150 1400 140 1560M850 1010C830 1200 830 1400 835 1560", mix(m, k.ink, 0.45), 10) + p("M30 1030C-10 1080 -60 1160 -80 1240L40 1290C60 1200 90 1110 130 1050ZM940 1030C980 1080 1030 1160 1050 1240L930 1290C910 1200 880 1110 840 1050Z", k.cloth2); },
  jumper: (k) => p(BODY, k.cloth) + p("M330 770C320 830 318 880 330 920C420 985 550 985 645 920C655 880 650 830 642 770C560 850 420 850 330 770Z", shift(k.cloth, 0.06)) + Array.from({ length: 12 }, (_, i) => l(`M${345 + i * 26} ${838 + Math.sin((i / 11) * 3.14) * 34}v${70}`, mix(k.cloth, k.ink, 0.35), 5)).join("") + [1080, 1150, 1220].map((y, i) => l(`M${60 - i * 14} ${y}` + Array.from({ length: 22 }, (_, j) => `l${(43).toFixed(0)} ${j % 2 ? 26 : -26}`).join(""), i === 1 ? k.cloth2 : k.linen, 12, 'opacity="0.8"')).join(""),
  scarf: (k) => p(BODY, mix(k.cloth, k.ink, 0.15)) + l("M485 1010V1560", mix(k.cloth, k.ink, 0.6), 9) + p("M300 760C250 830 250 920 330 970C440 1030 580 1020 660 960C730 900 710 820 660 760C600 850 390 860 300 760Z", k.cloth2) + p("M560 960C600 1120 600 1300 570 1440L700 1450C730 1280 720 1090 670 930Z", shift(k.cloth2, -0.05)) + l("M320 860C420 930 580 920 670 840M315 920C430 980 570 970 672 900", mix(k.cloth2, k.ink, 0.35), 9) + Array.from({ length: 6 }, (_, i) => l(`M${578 + i * 22} 1445v54`, shift(k.cloth2, -0.08), 9)).join("") + p("M300 960L200 1120L400 1300L470 1060ZM680 950L770 1120L720 1200Z", shift(k.cloth, 0.05)),
  shirt: (k) => p(BODY, k.linen) + p("M-150 1560C-150 1220 -60 1010 130 945C200 922 262 905 300 870C310 1100 300 1350 290 1560ZM1130 1560C1130 1220 1040 1010 850 945C780 922 710 905 672 870C662 1100 672 1350 682 1560Z", k.cloth) + p("M345 800L415 950L486 890L556 950L628 800L570 850L405 850Z", mix(k.linen, "#ffffff", 0.3)) + l("M486 900V1560", mix(k.linen, k.cloth, 0.5), 7) + [1020, 1150, 1280, 1410].map((y) => `<circle cx="486" cy="${y}" r="11" fill="${mix(k.linen, k.cloth, 0.6)}"/>`).join(""),
};

// Hats sit on the brow line: an ellipse about (512, 262), 250 wide, tilted a little back.
const hats = {
  crown: (k) => p("M262 280L250 90L345 190L420 50L510 180L610 50L670 190L770 100L742 290C600 232 400 226 262 280Z", k.gold) + l("M262 272C400 222 600 226 742 282", shift(k.gold, -0.12), 16) + `<circle cx="420" cy="52" r="20" fill="${k.cloth2}"/><circle cx="610" cy="52" r="20" fill="${k.cloth2}"/><circle cx="505" cy="215" r="20" fill="${k.cloth2}"/>`,
  circlet: (k) => l("M268 330C380 255 610 250 738 322", k.gold, 15) + p("M512 232L540 275L512 330L484 275Z", k.cloth2),
  pointed: (k) => p("M60 330C200 250 780 220 950 300C900 370 760 350 520 350C300 352 160 390 60 330Z", k.cloth) + p("M262 300C330 120 380 -20 470 -60C560 -110 640 -50 700 -30C620 -20 600 20 620 80C660 180 700 240 742 292C600 330 400 336 262 300Z", shift(k.cloth, 0.04)) + p("M262 300C275 265 285 245 296 222C420 270 600 268 708 228C722 255 734 275 742 292C600 330 400 336 262 300Z", k.cloth2) + p("M470 258h70v58h-70z", k.gold),
  tricorn: (k) => p("M120 300C190 180 330 160 500 120C680 150 830 190 890 310C770 240 640 300 512 312C380 300 250 230 120 300Z", k.cloth) + p("M290 210C330 60 690 60 730 215C600 180 420 180 290 210Z", shift(k.cloth, 0.05)) + l("M120 300C250 230 380 300 512 312C640 300 770 240 890 310", k.gold, 14) + p("M760 230C830 120 880 80 960 60C940 140 890 220 800 262Z", k.linen),
  cap: (k) => p("M240 250C220 110 380 60 520 64C680 66 800 120 772 262C620 210 400 205 240 250Z", shift(k.cloth, 0.05)) + p("M258 300L245 240C400 195 620 200 770 255L752 310C600 262 400 258 258 300Z", k.cloth) + p("M470 312C560 250 720 260 800 330C720 350 600 350 500 352C480 345 468 330 470 312Z", k.ink) + l("M262 290C400 250 600 252 752 300", k.gold, 11) + `<circle cx="560" cy="220" r="36" fill="${k.gold}"/><circle cx="560" cy="220" r="17" fill="${k.cloth2}"/>`,
  brim: (k) => p("M70 300C220 210 800 200 960 300C860 350 700 318 512 322C330 322 170 360 70 300Z", k.cloth) + p("M268 280C270 130 340 60 420 72C470 80 500 110 530 92C600 50 740 80 748 282C600 312 400 312 268 280Z", shift(k.cloth, 0.05)) + p("M268 282L270 218C400 255 620 255 746 222L750 284C600 314 400 314 268 282Z", k.cloth2),
  top: (k) => p("M150 300C260 230 760 226 870 300C760 350 620 330 512 330C390 330 250 352 150 300Z", k.cloth) + p("M280 290L250 -40C400 -70 640 -70 780 -36L742 290C600 320 420 320 280 290Z", shift(k.cloth, 0.05)) + p("M280 290L273 210C420 240 610 240 751 212L742 290C600 320 420 320 280 290Z", k.cloth2),
  toque: (k) => p("M260 300L256 220C180 200 160 90 270 70C300 -30 460 -50 520 10C600 -50 740 -20 760 70C860 90 850 200 770 220L752 305C600 255 400 252 260 300Z", k.linen) + l("M256 222C400 180 620 184 770 222", mix(k.linen, k.cloth, 0.35), 9),
  flat: (k) => p("M232 290C210 150 380 90 540 110C700 126 840 210 830 300C790 350 700 322 610 316C470 300 350 270 232 290Z", k.cloth) + p("M560 300C640 270 790 280 840 318C800 350 680 345 580 338Z", shift(k.cloth, -0.06)) + l("M300 250C420 180 600 180 760 250", mix(k.cloth, k.ink, 0.4), 8),
  beret: (k) => p("M220 300C120 240 130 130 290 100C470 60 760 90 800 210C812 262 770 290 740 300C600 240 400 236 260 312Z", k.cloth) + l("M262 306C400 240 600 240 742 296", mix(k.cloth, k.ink, 0.5), 14) + l("M500 92v-40", k.cloth, 18),
};
const hoodBack = (k) => p("M120 900C40 640 120 260 330 120C470 20 700 40 820 190C930 340 930 700 860 900Z", mix(k.cloth, k.ink, 0.55));
const hoodFront = (k) => p("M120 900C40 640 110 250 330 110C480 10 720 30 840 200C950 360 940 700 860 900C800 860 770 800 772 700C820 520 790 340 690 270C570 200 400 220 320 320C240 420 230 560 262 680C290 790 250 860 120 900Z", k.cloth) + l("M262 680C230 560 240 420 320 320C400 220 570 200 690 270C790 340 820 520 772 700", mix(k.cloth, k.cloth2, 0.5), 14);

/** Noses in three-quarter view, from the bridge to the wing. */
const NOSES = {
  straight: "M611 448C618 490 632 520 640 545C640 565 610 567 590 566",
  button: "M604 518C626 500 654 530 637 552C626 567 604 564 594 557",
  aquiline: "M604 434C640 462 664 516 654 552C640 575 606 572 588 566",
  broad: "M612 472C618 508 628 522 652 540C666 562 640 580 612 573C588 585 562 572 570 550",
  snub: "M602 486C610 520 636 524 655 510C654 545 630 567 596 561",
  long: "M610 438C616 492 642 560 650 578C640 598 606 594 588 585",
  bulbous: "M608 458C612 496 610 512 620 524C656 514 672 560 642 577C620 589 596 581 586 566",
};

/** What the years and the family have done to a face. */
function features(k) {
  const dark = mix(k.skin, "#2a0f0a", 0.72);
  const soft = (d, a = 0.5) => l(d, dark, 7, `opacity="${a}"`);
  const nose = l(NOSES[k.nose], dark, 10);
  if (k.info.age === "young") return nose;
  const middle = soft("M556 566C538 588 528 604 523 626M678 566C690 588 692 602 687 618") + soft("M428 503C448 515 478 515 498 504M632 494C648 503 666 502 678 494", 0.38);
  if (k.info.age === "middle") return nose + middle;
  return nose + middle + soft("M398 446L372 434M396 462L366 462M400 478L374 490", 0.6) + soft("M436 522C456 532 480 530 496 520M640 512C654 519 668 517 678 510", 0.35) + soft("M520 628C512 650 514 668 522 684M690 622C694 640 690 656 684 668", 0.45) + soft("M536 690C560 678 598 678 620 692", 0.5) + soft("M380 700C420 742 470 764 520 772", 0.35);
}

/** The dress, as wide as its wearer. */
const garmentOf = (k) => `<g transform="translate(488 0) scale(${k.build} 1) translate(-488 0)">${dresses[k.dress](k)}</g>`;

const propPens = (k) => ({ ink: k.ink, gold: k.gold, accent: k.cloth2, linen: k.linen, glow: mix(k.gold, "#ffffff", 0.6), back: k.cloth });
const bare = (k) => (k.creature ? k.fur[0] : k.skin);

/** A hand closed round something, its back to us, about (0, 0). */
const fist = (k) =>
  `<g stroke="${k.ink}" stroke-width="9" stroke-linejoin="round">${p("M-74 -10C-80 -60 -30 -84 20 -76C70 -70 92 -30 84 20C76 64 20 84 -30 74C-64 66 -72 30 -74 -10Z", bare(k))}</g>`
  + l("M-64 -30C-30 -40 10 -40 40 -30M-66 4C-32 -4 8 -4 42 4M-58 38C-28 32 6 32 34 38", mix(bare(k), k.ink, 0.55), 8)
  + `<g stroke="${k.ink}" stroke-width="9">${p("M60 -56C96 -66 112 -30 92 -6C76 8 50 0 44 -20Z", bare(k))}</g>`;

/** A forearm that comes up into the picture and holds something before the chest. */
function held(k) {
  const sleeve = mix(k.dress === "gown" ? k.skin : k.cloth, k.ink, 0.14);
  return l("M1010 1600C940 1500 870 1420 800 1350", k.ink, 196) + l("M1010 1600C940 1500 870 1420 800 1350", sleeve, 180)
    + l("M842 1286L734 1398", mix(sleeve, k.linen, 0.5), 30)
    + `<g transform="translate(680 1150) rotate(6) scale(1.25)">${drawProp(k.holds, propPens(k))}</g>`
    + `<g transform="translate(742 1312) rotate(-42)">${fist(k)}</g>`;
}

/** The whole figure, from hat to shoes, in TALL space. */
function standing(k) {
  const dark = mix(k.cloth, k.ink, 0.45);
  const long = ["gown", "robe", "cloak"].includes(k.dress);
  const skirted = long || (k.sex === "f" && ["apron", "ruff", "tailored"].includes(k.dress) && k.pick > 0.4);
  const wide = (d, fill) => `<g transform="translate(488 0) scale(${k.build} 1) translate(-488 0)">${p(d, fill)}</g>`;
  const shoes = p("M262 3180H452V3270C452 3300 420 3304 400 3304H230C220 3250 240 3210 262 3180ZM524 3180H714C736 3210 756 3250 746 3304H576C556 3304 524 3300 524 3270Z", k.ink);
  const legs = skirted ? wide("M200 1780H780C860 2300 930 2800 960 3210C700 3270 280 3270 20 3210C50 2800 120 2300 200 1780Z", long ? k.cloth : dark) + l("M330 1900C300 2400 250 2800 210 3190M650 1900C680 2400 730 2800 770 3190M488 1900V3220", mix(k.cloth, k.ink, 0.5), 10)
    : wide("M190 1780H790L736 3210H524L500 2050H476L452 3210H240Z", dark) + (["tailored", "uniform", "suit", "armour", "shirt", "scarf"].includes(k.dress) ? wide("M180 1740H796L846 2300C700 2350 560 2330 500 2320L488 1960L476 2320C410 2330 270 2350 130 2300Z", shift(k.cloth, -0.03)) : "");
  const torso = '<clipPath id="torso"><path d="M330 700L640 700C690 880 800 920 862 990C890 1110 850 1320 806 1500C790 1640 790 1760 800 1860L176 1860C186 1760 186 1640 170 1500C126 1320 86 1110 114 990C176 920 280 880 330 700Z"/></clipPath>';
  const sleeve = k.dress === "gown" ? bare(k) : shift(k.cloth, 0.03);
  const limb = (d) => l(d, mix(k.cloth, k.ink, 0.6), 172) + l(d, sleeve, 158);
  const loose = limb("M158 1050C70 1300 60 1560 96 1830") + `<g transform="translate(100 1930) rotate(86)">${fist(k)}</g>`;
  const bent = limb("M826 1050C950 1290 960 1440 900 1560") + limb("M900 1560C820 1640 740 1640 660 1600");
  const prop = k.holds ? `<g transform="translate(570 1390) scale(1.25)">${drawProp(k.holds, propPens(k))}</g>` : "";
  return `<defs>${torso}</defs>${shoes}${legs}${loose}<g clip-path="url(#torso)">${wide("M-200 700H1200V1900H-200Z", k.cloth)}${garmentOf(k)}</g>${headOf(k, "")}${collar(k)}${bent}${prop}<g transform="translate(640 1590) rotate(-70)">${fist(k)}</g>`;
}

/** The figure as SVG inner markup in BOX space, or in TALL space where it stands. */
export const draw = (k) => (k.stands ? standing(k) : headOf(k, garmentOf(k)) + (k.holds ? held(k) : ""));

function headOf(k, dress) {
  if (k.creature) return creatureHead(k.creature, k, k.fur, k.pick) + dress + (k.hat && k.hat !== "hood" ? `<g transform="translate(10 -40)">${hats[k.hat](k)}</g>` : "");
  const avatar = createAvatar(lorelei, {
    seed: "x", hair: [k.hair], eyes: [k.eyes], mouth: [k.mouth], eyebrows: [k.brows], nose: [v(1)], head: [k.head],
    hairColor: [k.hairColour.slice(1)], skinColor: [k.skin.slice(1)],
    eyesColor: ["14100f"], eyebrowsColor: [mix(k.hairColour, "#14100f", 0.6).slice(1)], noseColor: [k.skin.slice(1)], mouthColor: [mix("#7a1f2a", "#14100f", k.sex === "f" ? 0.25 : 0.7).slice(1)],
    beard: [k.pick < 0.5 ? "variant01" : "variant02"], beardProbability: k.bearded ? 100 : 0,
    glasses: [["variant01", "variant03", "variant04", "variant05"][Math.floor(k.pick * 4)]], glassesProbability: k.glasses ? 100 : 0, glassesColor: [k.ink.slice(1)],
    freckles: ["variant01"], frecklesProbability: k.freckles ? 100 : 0, frecklesColor: [mix(k.skin, "#5a2416", 0.5).slice(1)],
    earrings: [["variant01", "variant02", "variant03"][Math.floor(k.pick * 3)]], earringsProbability: k.earrings ? 100 : 0, earringsColor: [k.gold.slice(1)],
    hairAccessories: ["flowers"], hairAccessoriesProbability: k.flowers ? 100 : 0, hairAccessoriesColor: [k.cloth2.slice(1)],
  }).toString();
  const outline = mix(k.ink, mix(k.skin, "#2a0f0a", 0.8), 0.4);
  const head = avatar.replace(/<metadata[\s\S]*?<\/metadata>/, "").replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "").replace(/<mask id="viewboxMask">[\s\S]*?<\/mask>/, "").replace(/mask="url\(#viewboxMask\)"/, "").replace(/fill="#000"/g, `fill="${outline}"`);
  const face = features(k);
  const behind = k.hat === "hood" ? hoodBack(k) : "";
  const above = k.hat === "hood" ? hoodFront(k) : k.hat ? hats[k.hat](k) : "";
  const long = ["variant13", "variant15", "variant16", "variant18", "variant21", "variant23", "variant35", "variant40", "variant41", "variant10", "variant31", "variant32", "variant42", "variant24", "variant19"].includes(k.hair);
  // Long hair falls over the dress; short hair and necks are tucked into it.
  return behind + (long ? `${dress}${head}${face}${dress ? collar(k) : ""}` : `<g clip-path="url(#bare)">${head}</g>${face}${dress}`) + above;
}
// When the head lies over the dress its bare neck would cover the collar: draw the low part of the dress again inside the neck.
const collar = (k) => `<g clip-path="url(#neck)">${garmentOf(k)}</g>`;
export const NECK = '<clipPath id="neck"><path d="M285 785C380 838 600 838 695 785L780 1560L200 1560Z"/></clipPath><clipPath id="bare"><path d="M-300 -100H1300V772H640L622 800V960H346V800L330 772H-300Z"/></clipPath>';

export function svg(k) {
  const box = k.stands ? TALL : BOX;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x} ${box.y} ${box.w} ${box.h}" width="${box.w}" height="${box.h}"><defs>${NECK}</defs>${draw(k)}</svg>`;
}
