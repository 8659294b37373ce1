// Heads that are not human, drawn here in the same space and the same three-quarter turn as the human ones, so that the
// same dress, hats and light fit them.
import { mix, shift } from "./colour.mjs";

const p = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const l = (d, c, w, more = "") => `<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
const c = (x, y, r, fill, more = "") => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const e = (x, y, rx, ry, fill, more = "") => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;

const KINDS = [
  ["robot", "robot|android|automaton|drone|machine|construct|cyborg|roboter|maszyna|máquina|service unit|ai|artificial intelligence|computer|ship's mind|golem"],
  ["dragon", "dragon|wyrm|wyvern|drache|serpent"],
  ["wolf", "wolf|werewolf|lobo|loup"],
  ["fox", "fox|vixen|kitsune|fuchs"],
  ["dog", "dog|hound|terrier|spaniel|sheepdog|perro|hund|chien"],
  ["cat", "cat|tomcat|kitten|lion|lioness|tiger|panther|gato|katze|chat"],
  ["goat", "goat|faun|satyr|ram"],
  ["hedgehog", "hedgehog|porcupine|igel"],
  ["parrot", "parrot|macaw|cockatoo"],
  ["owl", "owl|eule"],
  ["raven", "raven|crow|magpie|rook|jackdaw|rabe|heron|gull"],
  ["badger", "badger|dachs"],
  ["otter", "otter|beaver|seal|weasel|stoat|marten"],
  ["bear", "bear|bär"],
  ["hare", "hare|rabbit|leveret|hase"],
];
const TRADES = "driver|keeper|walker|burglar|tamer|hunter|trainer|rider|breeder|catcher|master|mistress|operator|whisperer|lover|sitter|slayer|thief|doctor|handler|expert|owner|shop|café|herder|feeder|watcher|charmer|engineer|mechanic";

const PATTERNS = KINDS.map(([kind, words]) => [kind, new RegExp(`(?<![\\p{L}'-])(?:${words})(?![\\p{L}-])(?!\\s+(?:${TRADES}))(?!\\s+\\p{L}+\\s+(?:${TRADES}))`, "iu")]);

/** The kind of creature a character is, from its role and name; null for people. */
export function creatureOf(actor) {
  const role = ` ${actor.role} `.toLowerCase();
  for (const [kind, words] of PATTERNS) {
    const hit = words.exec(role);
    // "knows cats" or "of the dragon" speak of somebody else; a creature comes first, after an article or an adjective.
    if (hit && !/(knows|loves|hunts|of|with|for|to|and|his|her|their|against|without|from|who|the only human)\s+(the\s+|a\s+|an\s+)?$/u.test(role.slice(0, hit.index))) return kind;
  }
  return null;
}

/** Fur, feather or metal colours for the kind: [main, light, dark]. */
export function coat(kind, r, P) {
  const tone = {
    wolf: ["#7d8590", "#c9cdd2", "#3d434d"], fox: ["#c8652b", "#f3e3cf", "#5a2a16"], dog: r.pick([["#a9743f", "#e9d2ab", "#5a3a1f"], ["#6b5344", "#d9c3a6", "#33261d"], ["#cfc4b2", "#f4ecdf", "#6d5f4e"]]),
    cat: r.pick([["#3a3f4a", "#c9c5bd", "#1d2027"], ["#c98441", "#f2dfc2", "#7a4a20"], ["#8d8f96", "#e4e2dd", "#4a4c53"]]), goat: ["#d8cdb9", "#f3ecdf", "#6f6151"], hedgehog: ["#e0c39c", "#f3e2c6", "#5b4634"],
    parrot: [P.ac, mix(P.ac, P.lt, 0.65), P.acDeep], owl: ["#9a7b57", "#efe0c4", "#4e3a26"], raven: ["#2c3340", "#566074", "#141820"], bear: ["#7a5436", "#d8b58a", "#3e2817"], badger: ["#e6e4df", "#f6f4ef", "#2b2d33"], otter: ["#6a5342", "#d9c2a2", "#382a20"], hare: ["#b39a7d", "#efe3d0", "#5f4d3b"],
    dragon: [shift(P.acDeep, 0.1, 1.1), mix(P.warm, P.ac, 0.35), mix(P.acDeep, P.ink, 0.45)], robot: [mix("#b9c2cc", P.ac, 0.2), mix("#e9eef2", P.lt, 0.3), mix("#3a4552", P.ground, 0.4)],
  }[kind];
  return [mix(tone[0], P.lt, 0.05), tone[1], mix(tone[2], P.ink, 0.15)];
}

const eye = (x, y, q, iris, k, pupil = "round") =>
  e(x, y, q * 1.08, q * 0.92, k.ink) + e(x, y, q * 0.86, q * 0.74, iris) + (pupil === "slit" ? e(x + q * 0.08, y, q * 0.2, q * 0.7, k.ink) : pupil === "bar" ? `<rect x="${x - q * 0.6}" y="${y - q * 0.2}" width="${q * 1.2}" height="${q * 0.42}" rx="${q * 0.2}" fill="${k.ink}"/>` : c(x + q * 0.1, y, q * 0.52, k.ink)) + c(x + q * 0.36, y - q * 0.3, q * 0.2, "#ffffff");
const neck = (fur) => p("M345 470C335 700 300 800 240 880L740 880C690 800 650 720 650 620Z", fur[0]) + p("M640 650C650 740 690 810 740 880L500 880C560 820 590 740 560 680Z", fur[2], 'opacity="0.35"');

function hareEars(k, main) {
  const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
  const left = p("M380 300C280 160 250 20 300 -40C370 -40 460 120 470 270Z", main, o) + p("M392 250C330 140 300 50 318 10C360 30 420 140 436 250Z", "#d9a79b");
  const rite = p("M560 260C560 120 640 -30 720 -50C760 20 740 180 670 290Z", main, o) + p("M600 250C604 140 660 30 706 4C724 70 700 170 650 260Z", "#d9a79b");
  // Under a hat the ears go to the sides and come up behind the brim.
  return k.hat ? `<g transform="rotate(-34 420 280)">${left}</g><g transform="rotate(30 620 280)">${rite}</g>` : left + rite;
}

const heads = {
  canine(k, [main, light, dark], { fox = false, droop = false }) {
    const ear = droop
      ? p("M330 250C250 230 190 330 200 470C210 540 260 560 300 520C350 460 380 350 400 270Z", dark) + p("M690 230C760 230 800 310 800 400C796 440 760 440 740 410C715 360 690 300 680 260Z", dark)
      : p("M300 330L262 40L500 205Z", main, `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`) + p("M330 290L300 110L440 212Z", fox ? dark : light) + p("M640 215L742 46L770 330Z", main, `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`) + p("M676 226L730 118L748 290Z", dark);
    return (droop ? "" : ear)
      + p("M262 430C250 270 370 175 520 175C660 175 750 250 770 372C796 420 862 478 884 520C896 560 866 596 824 606C776 646 706 690 622 704L560 752L520 706L450 740L410 690L320 712L300 650L214 640L262 566L206 500Z", main, `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`)
      + p("M548 650C590 560 640 490 706 452C770 446 862 484 882 524C894 560 864 594 822 604C774 644 704 688 622 702L560 750L520 704L450 738L410 688L320 710L300 650C390 676 490 690 548 650Z", light)
      + (fox ? "" : p("M520 178C560 260 640 330 700 352L720 300C690 240 610 180 520 178Z", dark, 'opacity="0.4"'))
      + e(862, 512, 42, 33, k.ink) + e(872, 500, 12, 8, "#ffffff", 'opacity="0.7"') + l("M848 548C832 600 760 616 690 598", k.ink, 10)
      + eye(600, 408, 42, mix("#e0a83a", light, 0.2), k) + eye(752, 396, 32, mix("#e0a83a", light, 0.2), k) + l("M540 350C570 328 620 326 648 344M724 340C746 328 772 330 786 342", k.ink, 11) + (droop ? ear : "");
  },
  wolf: (k, f) => heads.canine(k, f, {}),
  fox: (k, f) => heads.canine(k, f, { fox: true }),
  dog: (k, f) => heads.canine(k, f, { droop: true }),
  cat(k, [main, light, dark]) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return p("M270 330L268 70L470 215Z", main, o) + p("M305 290L304 140L418 222Z", "#d99a93") + p("M610 212L770 60L786 330Z", main, o) + p("M655 225L742 136L752 288Z", "#d99a93")
      + p("M240 470C232 300 350 190 520 190C690 190 800 300 800 450C800 520 780 560 750 600L770 650L700 650C650 700 590 716 520 716C440 716 370 690 320 640L240 650L270 590C250 560 242 520 240 470Z", main, o)
      + p("M470 192C480 260 500 300 520 310C540 296 556 250 560 194ZM380 220C400 270 420 290 440 296L440 208ZM620 208L622 290C650 280 670 250 680 236Z", dark, 'opacity="0.7"')
      + p("M510 600C510 530 590 500 632 540C690 500 760 540 750 600C740 670 680 700 620 704C560 700 512 664 510 600Z", light) + p("M606 528Q636 516 666 528Q654 562 636 566Q616 560 606 528Z", "#b8606a") + l("M636 566V600M636 600C610 632 572 626 560 604M636 600C662 630 700 622 708 600", k.ink, 9)
      + eye(508, 440, 52, "#b9c65a", k, "slit") + eye(716, 434, 42, "#b9c65a", k, "slit") + l("M540 600L360 570M544 622L370 640M724 600L870 566M720 622L866 636", light, 5);
  },
  badger: (k, f) => heads.bear(k, f, 0, p("M352 700C270 610 240 480 268 380C300 300 380 230 470 196C400 300 380 480 420 600C432 650 430 690 410 706ZM598 190C690 210 770 280 796 380C812 460 806 560 760 630C770 520 750 400 690 330C650 280 610 240 598 190Z", f[2])),
  otter: (k, f) => heads.bear(k, f, 0, "", 0.72),
  bear(k, [main, light, dark], _lot, stripes = "", ears = 1) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return c(300 - (1 - ears) * 60, 240 + (1 - ears) * 190, 92 * ears, stripes ? dark : main, o) + c(306 - (1 - ears) * 60, 246 + (1 - ears) * 190, 48 * ears, stripes ? light : dark) + c(740 + (1 - ears) * 60, 224 + (1 - ears) * 190, 80 * ears, stripes ? dark : main, o) + c(738 + (1 - ears) * 60, 230 + (1 - ears) * 190, 40 * ears, stripes ? light : dark)
      + p("M236 460C230 280 360 180 520 180C690 180 806 290 806 450C806 600 700 716 530 716C350 716 240 610 236 460Z", main, o) + stripes + (ears < 1 ? l("M540 600L390 572M544 622L400 644M740 600L880 566M736 622L876 638", light, 5) : "") + e(640, 566, ears < 1 ? 170 : 152, ears < 1 ? 112 : 124, light) + e(676, 510, 54, 38, k.ink) + e(690, 496, 14, 9, "#fff", 'opacity="0.6"') + l("M676 548V596C650 626 600 622 584 596M676 596C700 622 744 616 756 592", k.ink, 10) + eye(520, 424, 32, "#5a3a1f", k) + eye(728, 412, 28, "#5a3a1f", k);
  },
  hare(k, [main, light, dark]) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return hareEars(k, main)
      + p("M260 470C250 320 380 220 530 220C690 220 790 320 796 450C800 600 690 712 540 712C380 712 270 620 260 470Z", main, o) + e(648, 580, 126, 104, light) + p("M640 530Q668 518 694 530Q684 558 668 562Q650 558 640 530Z", "#b8606a") + l("M668 562V596C650 620 616 618 604 600M668 596C688 618 722 612 732 594", k.ink, 9) + eye(530, 430, 44, "#7a5230", k) + eye(734, 424, 36, "#7a5230", k) + l("M560 590L400 580M564 612L410 640M742 590L870 574M738 612L864 636", dark, 4);
  },
  goat(k, [main, light, dark]) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return p("M400 240C340 120 240 60 130 90C220 120 300 190 330 300Z", dark, o) + p("M610 215C600 90 660 0 780 -10C720 60 700 150 712 260Z", dark, o) + l("M180 96C240 120 320 180 350 250M330 150L370 130M290 118L320 96M640 190C640 110 680 50 740 16M636 120L690 130M650 70L700 84", mix(dark, light, 0.35), 8)
      + p("M320 330C240 320 150 360 120 420C180 470 280 450 340 400Z", main, o) + p("M160 414C200 380 260 364 310 366C290 410 220 436 160 414Z", "#d9a79b") + p("M750 300C800 280 860 300 890 340C850 380 790 380 755 360Z", main, o)
      + p("M310 380C310 260 420 190 540 190C670 190 760 260 768 370C776 470 790 540 770 610C752 690 680 730 610 720C530 716 480 660 450 600C390 570 310 500 310 380Z", main, o)
      + p("M520 620C520 560 600 530 660 540C730 540 782 560 774 610C756 690 682 730 610 720C560 714 522 680 520 620Z", light) + l("M640 590C630 604 634 618 646 622M724 588C738 600 736 616 724 622M600 668C650 690 710 686 748 660", k.ink, 10)
      + p("M560 716C540 800 570 880 620 920C650 870 690 800 690 706C650 730 600 730 560 716Z", light, o) + eye(524, 402, 40, "#d8b24a", k, "bar") + eye(712, 392, 34, "#d8b24a", k, "bar") + l("M470 345C500 325 540 326 566 342M682 336C704 322 730 326 744 338", k.ink, 11) + p("M500 192C520 250 560 280 590 260C600 230 580 200 560 190Z", light);
  },
  hedgehog(k, [main, light, dark]) {
    let spikes = "";
    for (let ring = 0; ring < 3; ring++) for (let i = 0; i < 19; i++) {
      const a = Math.PI * (0.62 + (i / 18) * 1.06) + ring * 0.03;
      const q = 330 - ring * 62;
      const [x, y] = [480 + Math.cos(a) * (q - 110), 440 + Math.sin(a) * (q - 110)];
      const [tx, ty] = [480 + Math.cos(a) * q, 440 + Math.sin(a) * q];
      const [nx, ny] = [-Math.sin(a) * 34, Math.cos(a) * 34];
      spikes += p(`M${(x + nx).toFixed(0)} ${(y + ny).toFixed(0)}L${tx.toFixed(0)} ${ty.toFixed(0)}L${(x - nx).toFixed(0)} ${(y - ny).toFixed(0)}Z`, ring === 1 ? mix(dark, main, 0.35) : ring ? mix(dark, main, 0.15) : dark);
    }
    return spikes + p("M330 330C400 250 560 220 650 290C700 340 730 420 800 480C850 520 880 540 876 566C868 600 800 610 740 620C680 670 600 716 500 710C390 700 300 620 290 500C288 430 300 370 330 330Z", main, `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`)
      + p("M330 330C380 280 440 255 500 250L470 330L430 290L410 370L370 340L350 430L300 440C300 400 312 360 330 330Z", dark) + e(590, 600, 120, 74, light, 'opacity="0.7"') + c(866, 540, 40, k.ink) + c(878, 526, 10, "#fff", 'opacity="0.7"') + l("M800 606C760 640 700 646 660 620", k.ink, 10) + c(400, 390, 54, main, `stroke="${k.ink}" stroke-width="10"`) + c(404, 394, 28, "#d9a79b") + eye(600, 440, 36, "#4a2c18", k) + eye(724, 436, 28, "#4a2c18", k) + l("M560 380C580 366 612 366 630 378", k.ink, 10);
  },
  parrot(k, [main, light, dark]) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return p("M420 230C340 120 300 60 230 40C250 90 290 150 330 230C290 180 240 150 190 150C240 190 300 260 350 320Z", dark, o)
      + p("M250 500C230 320 350 190 520 190C670 190 760 280 772 400C760 500 700 560 690 640C680 720 600 740 520 740C380 740 270 640 250 500Z", main, o) + p("M620 330C700 310 772 350 776 420C766 500 700 540 650 520C590 500 570 350 620 330Z", light)
      + p("M690 330C800 300 900 380 890 500C884 570 850 610 820 630C826 570 800 540 750 540C700 536 670 420 690 330Z", mix(k.gold, k.ink, 0.25), o) + p("M740 548C780 550 806 580 800 620C770 630 730 610 720 570Z", k.ink) + l("M716 360C780 350 850 400 862 470", "#ffffff", 9, 'opacity="0.4"')
      + eye(640, 400, 38, "#f2e6b8", k) + l("M340 560C380 590 400 590 440 570M360 630C400 660 430 660 470 640M320 480C350 510 380 510 410 490M460 590C500 612 530 610 560 590", dark, 12);
  },
  raven(k, [main, light, dark]) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return p("M250 520C230 320 350 190 520 190C650 190 730 260 756 350C740 450 720 520 720 620C720 720 640 760 560 740L520 790L470 736L420 780L380 710L310 730L310 640Z", main, o)
      + p("M720 330C820 340 930 400 990 470C900 470 840 490 740 480C710 440 706 370 720 330Z", dark, o) + p("M744 486C830 494 880 484 950 478C890 520 810 540 750 528Z", mix(dark, light, 0.3), o) + l("M770 372C820 384 860 404 890 424", light, 8) + eye(640, 388, 36, "#e3d9b0", k) + l("M360 480C400 510 430 510 470 490M340 570C380 600 420 600 460 580M470 640C510 660 540 660 580 640M430 260C470 240 520 236 560 244", light, 11, 'opacity="0.55"');
  },
  owl(k, [main, light, dark]) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return p("M250 360C220 260 220 160 240 90C320 120 380 160 420 210ZM620 205C670 150 740 110 810 80C820 160 816 260 786 360Z", dark, o) + p("M226 470C226 300 350 190 520 190C690 190 812 300 812 470C812 640 690 740 520 740C350 740 226 640 226 470Z", main, o)
      + c(430, 430, 142, light) + c(680, 426, 126, light) + [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => { const a = (i / 10) * 6.283; return l(`M${(430 + Math.cos(a) * 100).toFixed(0)} ${(430 + Math.sin(a) * 100).toFixed(0)}L${(430 + Math.cos(a) * 136).toFixed(0)} ${(430 + Math.sin(a) * 136).toFixed(0)}M${(680 + Math.cos(a) * 90).toFixed(0)} ${(426 + Math.sin(a) * 90).toFixed(0)}L${(680 + Math.cos(a) * 120).toFixed(0)} ${(426 + Math.sin(a) * 120).toFixed(0)}`, main, 8); }).join("")
      + eye(440, 430, 66, "#e7a92f", k) + eye(682, 426, 58, "#e7a92f", k) + p("M540 470Q566 450 592 470L572 560Q562 572 552 558Z", k.gold, o) + p("M520 192L556 330L600 196Z", dark, 'opacity="0.8"') + l("M400 640q20 24 40 0M470 660q20 24 40 0M540 670q20 24 40 0M610 660q20 24 40 0M680 640q20 24 40 0", dark, 11);
  },
  dragon(k, [main, light, dark]) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    return p("M340 270C270 150 170 70 60 60C130 120 180 220 250 360Z", light, o) + p("M560 205C540 90 590 -10 700 -50C670 40 670 140 690 230Z", light, o)
      + p("M280 420L130 400L230 490L110 540L230 580L150 660L280 650Z", dark, o) + p("M262 440C250 290 370 190 520 190C640 190 720 240 752 330C800 380 880 420 910 480C926 540 900 590 850 606C790 620 760 650 700 690C640 726 540 730 450 716C340 700 270 600 262 440Z", main, o)
      + p("M450 716C500 640 600 600 700 610C780 612 850 600 906 540C900 580 880 598 850 606C790 620 760 650 700 690C640 726 540 730 450 716Z", light) + l("M906 540C850 600 760 590 690 590C640 592 600 600 560 624", k.ink, 11) + p("M820 586L832 618L846 578ZM740 592L752 626L768 590ZM670 594L680 622L694 592Z", "#fff8e8") + e(868, 456, 18, 12, k.ink) + e(806, 440, 14, 9, k.ink)
      + [[420, 300], [480, 260], [360, 380], [430, 390], [350, 480], [420, 500], [400, 600], [490, 560]].map(([x, y]) => l(`M${x} ${y}q24 26 48 0`, dark, 10)).join("") + eye(610, 390, 46, k.warm, k, "slit") + eye(744, 380, 34, k.warm, k, "slit") + l("M540 332C580 306 640 312 668 340M716 330C740 316 768 322 780 334", k.ink, 14) + p("M470 196L500 130L530 190L565 128L590 192Z", dark);
  },
  robot(k, [main, light, dark], r) {
    const o = `stroke="${k.ink}" stroke-width="11" stroke-linejoin="round"`;
    const glow = k.warm;
    const round = r < 0.5;
    const shell = round ? p("M250 440C250 290 370 190 520 190C680 190 800 290 800 440C800 590 700 690 520 690C350 690 250 590 250 440Z", main, o) : p("M290 220H740Q800 220 800 290V600Q800 680 720 680H330Q250 680 250 600V290Q250 220 290 220Z", main, o);
    return l("M470 200L440 90", dark, 16) + c(436, 76, 32, glow, o) + e(236, 450, 40, 82, dark, o) + shell + (round ? p("M270 380C300 270 400 200 520 200C440 240 390 330 380 440C376 540 400 620 440 676C340 650 262 560 262 440Z", light, 'opacity="0.55"') : p("M262 300Q262 240 300 232H360V670H330Q262 668 262 600Z", light, 'opacity="0.5"'))
      + `<rect x="400" y="340" width="376" height="170" rx="${round ? 85 : 34}" fill="${dark}" ${o}/>` + c(516, 424, 50, glow) + c(516, 424, 27, "#fffdf2") + c(694, 424, 44, glow) + c(694, 424, 23, "#fffdf2") + l("M520 590H690M548 562V618M592 562V618M636 562V618M672 566V614", dark, 12) + c(330, 620, 13, dark) + c(330, 290, 13, dark) + c(744, 630, 12, dark)
      + l("M420 362C440 352 470 350 490 352", "#ffffff", 8, 'opacity="0.4"');
  },
};

const pipes = (f, k) => p("M400 660H640V900H400Z", f[2]) + [690, 740, 790, 840].map((y) => `<rect x="380" y="${y}" width="280" height="30" rx="15" fill="${f[0]}" stroke="${k.ink}" stroke-width="7"/>`).join("");

/** Neck and head as SVG inner markup. */
export const creatureHead = (kind, k, fur, lot) => (kind === "robot" ? pipes(fur, k) : neck(fur)) + heads[kind](k, fur, lot);
