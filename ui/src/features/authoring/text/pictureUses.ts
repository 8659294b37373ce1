import { LIMITS } from "../model/draft";
import type { DraftActor, DraftPicture } from "../types";
import { draftTexts, type ScenarioDraft } from "./draftTexts";

/**
 * Where the texts of a draft show pictures, found as the server finds them (`card_fields/references.rs`,
 * `card_fields/shown.rs`).
 */

/** How a text refers to a picture; the names of the groups follow the server's. */
const FORMS = new RegExp(
  [
    String.raw`\{\{\s*(?<macro>img|image|emotion|asset|bg)\s*::?\s*(?<name>[^{}]*?)\s*\}\}`,
    String.raw`<img\s*=\s*["']?(?<risu>[^"'<>]*)["']?\s*/?>`,
    String.raw`<img\b[^<>]*?\bsrc\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'<>]+))[^<>]*>`,
    String.raw`!\[[^\[\]]*\]\(\s*<?(?<markdown>[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)>?[^()]*\)`,
    String.raw`(?<embedded>embedd?ed://[^\s"'<>(){}\[\]]+)`,
    String.raw`(?<chunk>__asset:[\w./-]+)`,
    String.raw`(?<inline>data:image/[\w.+-]+(?:;[\w=.+-]+)*,[\w+/=%-]*)`,
    String.raw`(?<link>https?://[^\s"'<>(){}\[\]]+)`,
  ].join("|"),
  "gi",
);

/** What a text refers to: a picture by its name, an expression first or not, or a picture by its address. */
interface Reference {
  by: "name" | "mood" | "address";
  target: string;
}

function referenceOf(groups: Readonly<Record<string, string | undefined>>): Reference {
  if (groups.macro !== undefined)
    return { by: groups.macro.toLowerCase() === "emotion" ? "mood" : "name", target: groups.name ?? "" };
  if (groups.risu !== undefined) return { by: "name", target: groups.risu };
  const html = groups.double ?? groups.single ?? groups.bare;
  // The address can be a macro that names a picture.
  if (html !== undefined) return referencesIn(html)[0] ?? { by: "address", target: html };
  const target = groups.markdown ?? groups.embedded ?? groups.chunk ?? groups.inline ?? groups.link ?? "";
  return { by: "address", target };
}

function referencesIn(text: string): Reference[] {
  return Array.from(text.matchAll(FORMS), ({ groups = {} }) => referenceOf(groups));
}

/** A name without its case and without the ending of a file. */
function plain(name: string): string {
  const dot = name.lastIndexOf(".");
  return (dot > 0 && name.length - dot <= 5 ? name.slice(0, dot) : name).toLowerCase();
}

const isNamed = (name: string, wanted: string) => wanted !== "" && plain(name) === plain(wanted);

/** The path in an address; null for addresses elsewhere. */
function pathOf(uri: string): string | null {
  const own = /^embedd?ed:\/\/\/*(.*)$/s.exec(uri);
  if (own !== null) return own[1] ?? "";
  return uri === "" || /^(?:https?:)?\/\//i.test(uri) || uri.startsWith("data:") ? null : uri;
}

function isAt(uri: string, address: string): boolean {
  const path = pathOf(uri);
  return uri !== "" && (uri === address || (path !== null && path === pathOf(address)));
}

type Found = DraftPicture | "other";

/** The picture of this actor that a reference means; `other` is an expression or the portrait. */
function pictureOf(actor: DraftActor, { by, target }: Reference): Found | null {
  const stored = actor.pictures.filter(({ key }) => key !== null);
  const { portrait, expressions } = actor;
  if (by === "address") {
    const images = [portrait, ...expressions.map(({ image }) => image)];
    if (images.some((image) => image !== null && isAt(image.uri, target))) return "other";
    return stored.find(({ uri }) => isAt(uri, target)) ?? null;
  }
  const named = stored.find(({ name }) => isNamed(name, target)) ?? null;
  const mood = expressions.find(({ name }) => isNamed(name, target));
  const isMood = mood !== undefined && mood.image !== null;
  if (by === "mood") return isMood ? "other" : named;
  return named ?? (isMood ? "other" : null);
}

/** A text that shows a picture. */
export interface PictureUse {
  /** The text’s place, as a JSON pointer. */
  field: string;
  /** Its place in words. */
  label: string;
  /** How often it shows the picture there. */
  count: number;
}

/** Whose pictures a text shows first: those of the actor whose text it is, or who speaks it. */
function actorOf(draft: ScenarioDraft, field: string): DraftActor | undefined {
  const [, list, place] = field.split("/");
  if (list === "actors") return draft.actors[Number(place)];
  const speaker = list === "openings" ? draft.openings[Number(place)]?.speaker : null;
  return draft.actors.find(({ id }) => id === speaker);
}

/** Where this draft's texts show each of its actors’ further pictures; those that none shows are not in it. */
export function pictureUses(draft: ScenarioDraft): ReadonlyMap<DraftPicture, readonly PictureUse[]> {
  const uses = new Map<DraftPicture, PictureUse[]>();
  for (const { field, text, label, kind } of draftTexts(draft)) {
    if (kind !== "text") continue;
    const own = actorOf(draft, field);
    const actors = own === undefined ? draft.actors : [own, ...draft.actors];
    for (const reference of referencesIn(text)) {
      let found: Found | null = null;
      for (const actor of actors) found ??= pictureOf(actor, reference);
      if (found === null || found === "other") continue;
      const list = uses.get(found) ?? [];
      uses.set(found, list);
      const last = list.at(-1);
      if (last?.field === field) last.count += 1;
      else list.push({ field, label, count: 1 });
    }
  }
  return uses;
}

/** What is put into a text to show a picture; null if nothing can name it. */
export function referenceTo({ name, uri }: Pick<DraftPicture, "name" | "uri">): string | null {
  if (name.trim() !== "" && !/[{}]/.test(name)) return `{{img::${name.trim()}}}`;
  return uri === "" ? null : `![](${uri})`;
}

/** A name for a picture from the name of its file, which none of `taken` has. */
export function pictureName(file: string, taken: readonly string[]): string {
  const base =
    file
      .replace(/\.[^.]+$/, "")
      .replaceAll(/[{}]/g, "")
      .trim()
      .slice(0, LIMITS.name - 5) || "picture";
  const isTaken = (name: string) => taken.some((each) => isNamed(each, name));
  let name = base;
  for (let number = 2; isTaken(name); number += 1) name = `${base} ${number}`;
  return name;
}
