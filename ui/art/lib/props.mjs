// Things that stories turn on: a letter, a kettle, a lens. Each is drawn about (0, 0) in a box of 400 by 400 and belongs into a hand, on a table or on
// the ground. `[look] prop` of a scenario names one; without it the words of the story choose, and its genre where they say nothing.
import { mix, shift } from "./colour.mjs";

const WOOD = "#8a5a34";
const STEEL = "#9aa6b2";
const PAPER = "#f2e6cc";
const GLASS = "#cfe6ea";
const LEAF = "#5f8a4c";
const CLAY = "#b5653c";

/** The pens with which props are drawn: fills have the dark outline of the faces. */
const pens = (k) => ({
  fill: (d, colour, more = "") => `<path d="${d}" fill="${colour}" stroke="${k.ink}" stroke-width="9" stroke-linejoin="round" ${more}/>`,
  flat: (d, colour, more = "") => `<path d="${d}" fill="${colour}" ${more}/>`,
  line: (d, colour, width, more = "") => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`,
  dot: (x, y, q, colour, outlined = true) => `<circle cx="${x}" cy="${y}" r="${q}" fill="${colour}"${outlined ? ` stroke="${k.ink}" stroke-width="9"` : ""}/>`,
  oval: (x, y, rx, ry, colour, outlined = true) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}"${outlined ? ` stroke="${k.ink}" stroke-width="9"` : ""}/>`,
});

const steam = ({ line }) => [-40, 10, 60].map((x) => line(`M${x} -110c-26 -30 26 -50 0 -84`, "#ffffff", 9, 'opacity="0.55"')).join("");
const cog = ({ fill, dot }, x, y, q, colour, hole) => {
  const teeth = Array.from({ length: 20 }, (_, i) => {
    const a = (i / 20) * Math.PI * 2;
    const r = q * (i % 2 ? 1 : 0.8);
    return `${i ? "L" : "M"}${(x + Math.cos(a) * r).toFixed(0)} ${(y + Math.sin(a) * r).toFixed(0)}`;
  }).join("");
  return fill(`${teeth}Z`, colour) + dot(x, y, q * 0.32, hole);
};

/** [words that call for it, drawing]. The first whose words stand in the text is taken, so the particular comes before the general. */
const PROPS = {
  letter: ["letters?|post|mail|postmaster|envelopes?|correspondence|correo|brief|briefe", (k, { fill, line, dot }) => fill("M-170 -100H170V120H-170Z", PAPER) + line("M-165 -95L0 40L165 -95M-165 115L-40 5M165 115L40 5", mix(PAPER, k.ink, 0.4), 9) + dot(0, 34, 34, k.accent) + line("M-14 34l10 12l20 -22", mix(k.accent, "#ffffff", 0.6), 8)],
  teapot: ["apothecary|tea house|teas?|teapot|auntie|spices?", (k, { fill, line, dot }) => steam({ line }) + fill("M-130 -40C-130 -90 120 -90 130 -40C150 60 90 130 0 130C-90 130 -150 60 -130 -40Z", k.accent) + fill("M122 -10C190 -40 170 -100 215 -108L200 -70C196 -10 170 60 118 66Z", k.accent) + line("M-128 -30C-220 -40 -210 90 -112 70", k.accent, 30) + fill("M-70 -74C-60 -110 60 -110 70 -74Z", shift(k.accent, -0.06)) + dot(0, -112, 18, k.gold) + line("M-90 10C-40 60 40 60 96 6", mix(k.accent, "#ffffff", 0.45), 10)],
  bowl: ["noodles?|soup|ramen|kitchen|chef|cook|sous|spoon|stew|restaurant", (k, { fill, line }) => steam({ line }) + fill("M-170 -20H170C160 90 90 140 0 140C-90 140 -160 90 -170 -20Z", k.accent) + line("M-150 -20C-110 -70 -70 -10 -30 -40C10 -74 50 -10 100 -46", k.gold, 22) + line("M30 -170L70 -30M80 -170L96 -34", WOOD, 12) + line("M-140 30H140", mix(k.accent, "#ffffff", 0.5), 10)],
  cheese: ["parmesan|cheese", (k, { fill, dot }) => fill("M-180 70L120 -110C160 -60 180 0 180 70Z", "#e9b949") + fill("M-180 70H180V130H-180Z", "#f3d27a") + dot(20, 20, 24, "#c98f2e") + dot(100, -20, 18, "#c98f2e") + dot(-50, 98, 16, "#d9a743") + dot(90, 98, 22, "#d9a743")],
  bread: ["baker|bakery|sourdough|starter|bread|oven|flour", (k, { fill, line }) => steam({ line }) + fill("M-180 60C-190 -60 -90 -100 0 -100C90 -100 190 -60 180 60C180 110 -180 110 -180 60Z", "#c98a4b") + line("M-110 -50l60 70M-20 -74l60 90M74 -66l50 70", "#f0d3a0", 16)],
  cup: ["coffee|café|cocoa|counter|diner|canteen", (k, { fill, line, oval }) => steam({ line }) + fill("M-110 -70H100C100 60 70 130 0 130H-20C-80 130 -110 60 -110 -70Z", k.linen) + line("M104 -30C190 -40 180 70 84 70", k.linen, 26) + oval(-5, -70, 105, 24, "#5a3a26") + line("M-70 20H60", k.accent, 14)],
  lens: ["telescope|observatory|comet|astronom\\p{L}+|stargazer|constellation", (k, { fill, line, dot }) => fill("M-190 40L90 -100L130 -20L-160 100Z", k.gold) + fill("M70 -120L150 -160L200 -50L120 -14Z", shift(k.gold, -0.06)) + dot(166, -104, 40, GLASS) + line("M-60 60L-110 190M-30 50L30 190", WOOD, 20) + dot(-46, 52, 20, k.accent)],
  lantern: ["lighthouse|lamp|lantern|light|keeper|miner|cave|night watch|faro", (k, { fill, line, dot }) => `<circle cx="0" cy="20" r="180" fill="${k.glow}" opacity="0.28"/>` + line("M-50 -130C-50 -200 50 -200 50 -130", STEEL, 14) + fill("M-80 -110H80L60 -140H-60Z", STEEL) + fill("M-70 -110H70L90 110H-90Z", mix(k.glow, "#ffffff", 0.35)) + fill("M0 -50C40 0 40 70 0 80C-40 70 -40 10 0 -50Z", k.gold) + fill("M-100 110H100V150H-100Z", STEEL) + line("M-30 -108L-40 108M30 -108L40 108", k.ink, 7)],
  key: ["keys?|locksmith|lock|safecracker|door|housekeeper|mansion|court|tuesdays?", (k, { fill, line, dot }) => dot(-90, 0, 86, k.gold) + dot(-90, 0, 42, k.back) + fill("M-10 -20H190V70H150V24H120V60H86V22H-10Z", k.gold) + line("M-130 -46C-120 -66 -100 -72 -84 -72", mix(k.gold, "#ffffff", 0.6), 10)],
  piano: ["pianos?|pianist|tuner|keyboard", (k, { fill, line }) => fill("M-190 -80H190V120H-190Z", k.linen) + [-136, -82, -28, 26, 80, 134].map((x) => line(`M${x} -76V116`, mix(k.linen, k.ink, 0.5), 6)).join("") + [-136, -82, 26, 80, 134].map((x) => fill(`M${x - 20} -80h40v110h-40Z`, k.ink)).join("") + fill("M-200 -110H200V-74H-200Z", WOOD)],
  fiddle: ["violin\\p{L}*|fiddle|musician|milonga|tango|fado|guitar|lute|accordion|bellows|song|singer|concert|orchestra", (k, { fill, line, dot }) => fill("M-60 -10C-110 20 -130 90 -70 140C-20 170 20 170 70 140C130 90 110 20 60 -10C40 -30 96 -60 60 -96C30 -120 -30 -120 -60 -96C-96 -60 -40 -30 -60 -10Z", "#a9582c") + fill("M-14 -200H14V40H-14Z", k.ink) + line("M-30 60C-40 90 -36 110 -24 122M30 60C40 90 36 110 24 122", k.ink, 8) + line("M-24 96H24", k.gold, 12) + line("M150 -170L110 150", WOOD, 10) + line("M166 -166L126 152", "#efe6d6", 5)],
  microphone: ["radio|podcast|broadcast|weather|announcer|voice|switchboard|operators?|telephone|please hold", (k, { fill, line, dot }) => fill("M-70 -150C-70 -190 70 -190 70 -150V10C70 50 -70 50 -70 10Z", STEEL) + [-120, -86, -52, -18].map((y) => line(`M-64 ${y}H64`, k.ink, 6)).join("") + line("M-110 -30C-110 120 110 120 110 -30M0 84V170M-70 176H70", k.gold, 16) + dot(0, 34, 12, k.accent)],
  shirt: ["launderette|laundry|wash|ironed|tailor|seamstress|costurera|trousers|coat|sew\\p{L}*|thread|embroider\\p{L}*", (k, { fill, line, dot }) => fill("M-90 -130L-190 -60L-150 10L-110 -14V150H110V-14L150 10L190 -60L90 -130C60 -96 -60 -96 -90 -130Z", k.linen) + fill("M-60 -126L0 -60L60 -126L30 -104H-30Z", mix(k.linen, "#ffffff", 0.5)) + line("M0 -56V148", mix(k.linen, k.ink, 0.4), 6) + [-20, 30, 80].map((y) => dot(0, y, 9, k.accent, false)).join("")],
  book: ["books?|library|librarian|novel|reader|reading|story|stories|scheherazade|school|lessons|teacher|pupils?|errata|monk|scribe", (k, { fill, line }) => fill("M0 -90C-60 -130 -140 -130 -190 -104V110C-140 86 -60 86 0 126C60 86 140 86 190 110V-104C140 -130 60 -130 0 -90Z", PAPER) + line("M0 -90V122", mix(PAPER, k.ink, 0.6), 8) + [-60, -20, 20, 60].map((y) => line(`M-150 ${y - 6}C-110 ${y - 16} -70 ${y - 12} -36 ${y + 6}M150 ${y - 6}C110 ${y - 16} 70 ${y - 12} 36 ${y + 6}`, mix(PAPER, k.ink, 0.35), 7)).join("") + line("M110 -116V-20", k.accent, 16)],
  gavel: ["judge|trial|court of law|jury|witness|stand|testif\\p{L}+|magistrate|lawyer|verdict|truth", (k, { fill, line }) => line("M-20 20L150 170", WOOD, 34) + `<g transform="rotate(-42)">${fill("M-130 -90H70V10H-130Z", shift(WOOD, 0.05))}${fill("M-160 -104H-120V24H-160ZM60 -104H100V24H60Z", WOOD)}</g>` + fill("M-190 150H-10V190H-190Z", k.gold)],
  magnifier: ["mystery|detective|inspector|clue|case|sleuth|evidence|hudson", (k, { fill, line, dot }) => line("M60 60L170 170", WOOD, 40) + dot(-30, -30, 124, k.gold) + dot(-30, -30, 96, mix(GLASS, k.glow, 0.3)) + line("M-90 -60C-80 -90 -50 -104 -20 -104", "#ffffff", 14)],
  watch: ["clock\\p{L}*|watch\\p{L}*|stopwatch|late|hours?|time|minutes?|tide\\p{L}*|almanac", (k, { fill, line, dot }) => line("M0 -150V-190", k.gold, 30) + dot(0, 10, 150, k.gold) + dot(0, 10, 118, PAPER) + Array.from({ length: 12 }, (_, i) => line(`M${(Math.sin((i / 12) * 6.283) * 96).toFixed(0)} ${(10 - Math.cos((i / 12) * 6.283) * 96).toFixed(0)}l0.1 0`, k.ink, 12)).join("") + line("M0 10V-62M0 10L48 44", k.ink, 12) + dot(0, 10, 12, k.accent)],
  compass: ["map|expedition|explorer|captain|navigator|pilot|voyage|caravan|salt|desert|route|north", (k, { fill, dot, line }) => dot(0, 0, 160, k.gold) + dot(0, 0, 126, PAPER) + fill("M0 -100L34 0L0 100L-34 0Z", STEEL) + fill("M0 -100L34 0H-34Z", k.accent) + dot(0, 0, 16, k.gold) + line("M0 -126V-108M0 126V108M-126 0H-108M126 0H108", k.ink, 9)],
  ship: ["ship|harbour|sail\\p{L}*|ferry|boat|sailor|oars?|fisher\\p{L}*|island|sea", (k, { fill, line }) => fill("M-180 70H180C160 140 110 160 60 160H-70C-120 160 -160 130 -180 70Z", WOOD) + line("M0 70V-180", WOOD, 16) + fill("M14 -170C110 -130 140 -40 136 40H14Z", k.linen) + fill("M-14 -140C-90 -110 -130 -40 -130 40H-14Z", mix(k.linen, k.accent, 0.35)) + fill("M0 -184L54 -166L0 -150Z", k.accent)],
  helmet: ["space|orbit|starship|station|astronaut|salvage|crew|android|robot|planet", (k, { fill, dot, line }) => dot(0, -10, 160, k.linen) + fill("M-110 -20C-110 -120 110 -120 110 -20C110 60 60 86 0 86C-60 86 -110 60 -110 -20Z", mix(GLASS, k.ink, 0.55)) + line("M-70 -40C-60 -80 -30 -92 0 -94", "#ffffff", 14, 'opacity="0.8"') + fill("M-120 120H120V170H-120Z", STEEL) + dot(150, 10, 26, k.accent)],
  gears: ["inventor|mechanic|workshop|machine|clockwork|engineer|repair|plumber|salvag\\p{L}+|garage", (k, p) => cog(p, -50, 20, 120, k.gold, k.back) + cog(p, 100, -70, 84, STEEL, k.back)],
  potion: ["witch|wizard|potion|alchem\\p{L}+|curse|spell|cure|magic|enchant\\p{L}*|sorcer\\p{L}+|mage", (k, { fill, line, dot }) => fill("M-44 -170H44V-60C110 -30 150 40 130 110C110 160 60 170 0 170C-60 170 -110 160 -130 110C-150 40 -110 -30 -44 -60Z", GLASS) + fill("M-118 40C-60 10 60 70 118 40C140 90 120 164 0 164C-120 164 -140 90 -118 40Z", k.accent) + fill("M-56 -196H56V-160H-56Z", WOOD) + dot(-40, 90, 16, mix(k.accent, "#ffffff", 0.5), false) + dot(36, 110, 11, mix(k.accent, "#ffffff", 0.5), false) + line("M-94 30C-90 0 -70 -20 -50 -30", "#ffffff", 12, 'opacity="0.8"')],
  crown: ["queen|king|emperor|prince\\p{L}*|throne|royal|palace|court|crown|duchess", (k, { fill, dot }) => fill("M-170 110L-190 -80L-90 10L0 -140L90 10L190 -80L170 110Z", k.gold) + fill("M-170 110H170V160H-170Z", shift(k.gold, -0.08)) + dot(0, -140, 24, k.accent) + dot(-190, -80, 20, k.accent) + dot(190, -80, 20, k.accent) + dot(0, 132, 18, k.accent)],
  sword: ["knight|sword|duel|warrior|champion|samurai|paladin|quixote|squire|battle|rebel\\p{L}*", (k, { fill, line, dot }) => `<g transform="rotate(38)">${fill("M-22 -230L0 -270L22 -230V60H-22Z", "#dfe6ea")}${line("M0 -236V50", STEEL, 7)}${fill("M-110 60H110V96H-110Z", k.gold)}${fill("M-20 96H20V180H-20Z", WOOD)}${dot(0, 196, 26, k.gold)}</g>`],
  mask: ["theatre|stage|actor|actress|prompter|souffleur|circus|circo|carnival|masque|performance|play", (k, { fill, line }) => fill("M-160 -110C-60 -150 60 -150 160 -110C180 40 90 160 0 170C-90 160 -180 40 -160 -110Z", k.linen) + fill("M-104 -30C-80 -70 -40 -60 -26 -20C-60 0 -90 0 -104 -30ZM104 -30C80 -70 40 -60 26 -20C60 0 90 0 104 -30Z", k.ink) + fill("M-70 60C-40 110 40 110 70 60C30 80 -30 80 -70 60Z", k.accent) + line("M-150 -90C-190 -60 -210 0 -200 60M150 -90C190 -60 210 0 200 60", k.gold, 14)],
  brush: ["paint\\p{L}*|portrait|artist|sculptor|studio|gallery|museum|picture|easel", (k, { fill, dot, line }) => fill("M-180 0C-180 -100 -60 -150 60 -130C160 -110 200 -30 170 40C150 90 100 40 70 70C40 110 90 140 20 150C-90 160 -180 100 -180 0Z", "#d9b380") + dot(-100, -30, 28, k.accent) + dot(-20, -80, 28, k.gold) + dot(80, -60, 28, LEAF) + dot(-80, 60, 28, STEEL) + line("M150 170L30 10", WOOD, 18) + line("M36 18L14 -12", k.ink, 26)],
  bell: ["bells?|church|monastery|abbey|tower|chapel", (k, { fill, dot }) => fill("M-40 -130C-40 -170 40 -170 40 -130C110 -100 110 0 120 60C130 96 160 104 160 120H-160C-160 104 -130 96 -120 60C-110 0 -110 -100 -40 -130Z", k.gold) + dot(0, 140, 34, shift(k.gold, -0.1)) + fill("M-120 70C-40 90 40 90 120 70L128 92C40 112 -40 112 -128 92Z", mix(k.gold, "#ffffff", 0.4))],
  flower: ["flowers?|garden\\p{L}*|rose|florist|moss|fern|greenhouse|botan\\p{L}*|plot|herbs?", (k, { fill, line, dot }) => line("M0 190C-10 90 10 40 0 -30", LEAF, 18) + fill("M0 120C-60 110 -110 70 -120 20C-60 20 -10 60 0 120ZM4 90C50 76 96 40 104 -6C56 0 10 40 4 90Z", LEAF) + Array.from({ length: 6 }, (_, i) => `<g transform="translate(0 -80) rotate(${i * 60})">${fill("M0 -24C-50 -50 -40 -120 0 -124C40 -120 50 -50 0 -24Z", k.accent)}</g>`).join("") + dot(0, -80, 30, k.gold)],
  umbrella: ["rain|umbrella|storm|wet|monsoon", (k, { fill, line }) => line("M0 -170V130C0 190 80 190 80 130", WOOD, 16) + fill("M-190 10C-190 -110 -90 -170 0 -170C90 -170 190 -110 190 10C150 -20 110 -20 66 10C44 -16 -44 -16 -66 10C-110 -20 -150 -20 -190 10Z", k.accent) + line("M-66 8C-56 -70 -30 -140 0 -168C30 -140 56 -70 66 8", mix(k.accent, k.ink, 0.4), 7)],
  ticket: ["train|railway|platform|tram|bus|conductor|station|locomotive|dacha|travel\\p{L}*|tourist", (k, { fill, line, dot }) => `<g transform="rotate(-12)">${fill("M-180 -80H180V-30C150 -30 150 30 180 30V80H-180V30C-150 30 -150 -30 -180 -30Z", PAPER)}${line("M70 -74V74", k.ink, 7, 'stroke-dasharray="4 20"')}${line("M-130 -30H30M-130 6H10M-130 42H40", mix(PAPER, k.ink, 0.45), 10)}${dot(122, 0, 26, k.accent)}</g>`],
  suitcase: ["hotel|guest|luggage|journey|refugee|moving|lodger|departure|passenger|ambassador|interpreter|airport", (k, { fill, line, dot }) => line("M-60 -90C-60 -150 60 -150 60 -90", k.ink, 20) + fill("M-180 -90H180V140H-180Z", CLAY) + fill("M-120 -90H-80V140H-120ZM80 -90H120V140H80Z", WOOD) + dot(-100, -10, 12, k.gold) + dot(100, -10, 12, k.gold) + fill("M-40 10H40V70H-40Z", PAPER)],
  hammer: ["blacksmith|smith|forge|builder|carpenter|mason|tools?|weld\\p{L}*|shipwright|foundry", (k, { fill, line }) => line("M-110 160L60 -60", WOOD, 34) + `<g transform="translate(60 -60) rotate(38)">${fill("M-110 -54H90V40H-110Z", STEEL)}${fill("M90 -40L150 -10L90 26Z", STEEL)}</g>`],
  skate: ["ice|snow|glacier|arctic|winter|polar|ski|sled\\p{L}*|avalanche|berge|mountain\\p{L}*|climb\\p{L}*|summit", (k, { fill, line }) => `<g transform="rotate(24)">${line("M0 190V-140", WOOD, 26)}${fill("M-180 -96C-100 -150 90 -160 190 -90C90 -120 -80 -116 -180 -96Z", STEEL)}${fill("M-26 -160H26V-100H-26Z", STEEL)}</g>` + line("M-150 150C-90 120 -60 180 0 150", k.accent, 16)],
  ball: ["football|team|coach|league|boxing|referee|match|athlete|stadium|santa-rita", (k, { dot, fill, line }) => dot(0, 0, 160, "#f4f1ea") + fill("M0 -64L62 -20L38 52H-38L-62 -20Z", k.ink) + line("M0 -64V-154M62 -20L150 -50M38 52L96 128M-38 52L-96 128M-62 -20L-150 -50", k.ink, 9)],
  chess: ["chess|game|gambl\\p{L}*|wager|cards|riddle|puzzle", (k, { fill, dot }) => fill("M-110 150H110V190H-110ZM-80 150C-80 80 -50 60 -60 0C-110 10 -140 -10 -120 -50C-100 -90 -70 -110 -60 -150L-20 -130C70 -140 120 -60 90 60C84 100 84 120 84 150Z", k.linen) + dot(-30, -70, 11, k.ink, false)],
  scroll: ["prophec\\p{L}*|scroll|ancient|bureau|archiv\\p{L}*|ledger|contract|treaty|myth\\p{L}*|oracle|legend", (k, { fill, line, dot }) => fill("M-120 -130H130V120H-120Z", PAPER) + fill("M-150 -160H150V-120H-150ZM-160 110H160V152H-160Z", mix(PAPER, WOOD, 0.45)) + [-70, -30, 10, 50].map((y) => line(`M-84 ${y}H${y === 50 ? 10 : 88}`, mix(PAPER, k.ink, 0.45), 9)).join("") + dot(70, 70, 28, k.accent)],
  egg: ["dragon|hedgehog|bird|parrot|nest|hens?|farm\\p{L}*|egg|zoo|animal", (k, { fill, dot }) => `${fill("M-170 90C-170 170 170 170 170 90C120 120 -120 120 -170 90Z", WOOD)}${fill("M0 -150C90 -150 130 -20 110 60C90 130 -90 130 -110 60C-130 -20 -90 -150 0 -150Z", mix(k.accent, k.linen, 0.45))}${dot(-30, -40, 20, k.accent, false)}${dot(40, 10, 26, k.accent, false)}${dot(-40, 50, 14, k.accent, false)}${fill("M-180 100L-120 80L-60 110L0 86L60 112L120 80L180 100L150 160H-150Z", shift(WOOD, 0.08))}`],
  mirror: ["mirror|shadow|twin|ghost\\p{L}*|haunt\\p{L}*|spirit|phantom|reflection|double", (k, { fill, oval, line }) => line("M0 70V190", k.gold, 34) + oval(0, -50, 116, 150, k.gold) + oval(0, -50, 90, 122, mix(GLASS, k.glow, 0.4)) + line("M-50 -90C-44 -130 -20 -146 10 -150", "#ffffff", 13)],
  candle: [null, (k, { fill, line, dot }) => `<circle cx="0" cy="-120" r="150" fill="${k.glow}" opacity="0.3"/>` + fill("M-46 -60H46V130H-46Z", k.linen) + fill("M0 -190C40 -140 36 -90 0 -80C-36 -90 -36 -140 0 -190Z", k.gold) + fill("M-130 130H130C120 180 -120 180 -130 130Z", k.gold) + line("M-46 -20C-60 0 -60 30 -46 40", mix(k.linen, k.ink, 0.3), 8) + dot(120, 130, 24, k.gold)],
  rose: [null, (k, { fill, line }) => line("M0 190C-6 100 8 40 0 -20", LEAF, 16) + fill("M0 110C-70 100 -100 60 -110 14C-50 14 -6 50 0 110Z", LEAF) + fill("M0 10C-110 0 -130 -90 -80 -150C-40 -190 60 -190 90 -140C130 -80 100 0 0 10Z", k.accent) + line("M-60 -110C-20 -150 50 -140 50 -96C50 -56 -20 -56 -20 -92C-20 -112 14 -114 20 -96", mix(k.accent, k.ink, 0.45), 10)],
};

/** Where neither the author nor the words choose, by genre. */
const BY_GENRE = { romance: "rose", mystery: "magnifier", fantasy: "potion", "science-fiction": "helmet", horror: "candle", historical: "scroll", comedy: "mask", adventure: "compass", "slice-of-life": "cup" };

const WORDS = Object.entries(PROPS).filter(([, [words]]) => words).map(([name, [words]]) => [name, new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, "giu")]);

/** Names that `[look] prop` may have. */
export const propNames = Object.keys(PROPS);

/** What a story turns on. Title and tagline weigh more than the rest. */
export function propOf(job) {
  if (PROPS[job.prop]) return job.prop;
  const count = (text, pattern) => (text.match(pattern) ?? []).length;
  let best = null;
  let most = 0;
  for (const [name, pattern] of WORDS) {
    const score = 4 * count(job.title, pattern) + count(`${job.text} ${job.tags.join(" ")}`, pattern) + 2 * job.actors.filter((actor) => count(actor.role, pattern) > 0).length;
    if (score > most) [best, most] = [name, score];
  }
  return best ?? BY_GENRE[job.genre] ?? "candle";
}

/** A prop about (0, 0), 400 across. `k`: ink, gold, accent, linen, glow and what lies behind it. */
export const drawProp = (name, k) => PROPS[name][1](k, pens(k));
