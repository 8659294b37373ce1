/** What two readers of cards by others make of a card in V2 or V3 on standard input (`scripts/card-peers` asks). */
import { readFileSync } from "node:fs";
import { CCardLib } from "@risuai/ccardlib";
import { v2 } from "character-card-utils";

const card = JSON.parse(readFileSync(0, "utf8"));
const kind = CCardLib.character.check(card);
const other = kind === "v2" ? "v3" : "v2";

process.stdout.write(
  JSON.stringify({
    kind,
    card: card.data,
    [`as ${other}, by ccardlib`]: CCardLib.character.convert(card, { to: other }).data,
    ...(kind === "v2" && { "by character-card-utils": v2.parse(card).data }),
  }),
);
