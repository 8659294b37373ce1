import type { components } from "../../../api/schema.gen";
import { bookName } from "../lore/entry";
import { nameOf } from "../model/draft";
import { pointerPart, segmentsOf, withValueAt } from "../model/path";

/**
 * The texts of a draft, by the place the server names them with (server/catalogue/src/authoring/texts.rs).
 */

type Schemas = components["schemas"];
export type ScenarioDraft = Schemas["ScenarioDraft"];
type DraftActor = Schemas["DraftActor"];
type DraftBook = Schemas["DraftBook"];

/** What a text is to the story, for those who must tell names from references. */
export type TextKind =
  | "text"
  /** A keyword of a lorebook entry. */
  | "key"
  /** A name by which other texts refer to something: a tag, an expression, a picture. */
  | "reference"
  /** Kept of an imported card: never changed. */
  | "kept";

export interface DraftText {
  /** Its place, as a JSON pointer (RFC 6901). */
  field: string;
  text: string;
  /** Its place in words. */
  label: string;
  kind: TextKind;
}

/** Collects texts that are not empty. */
class Texts {
  readonly list: DraftText[] = [];

  add(field: string, text: string, label: string, kind: TextKind = "text"): void {
    if (text !== "") this.list.push({ field, text, label, kind });
  }

  alt(at: string, image: { alt: string } | null, label: string): void {
    if (image !== null) this.add(`${at}/alt`, image.alt, `${label}, alternative text`);
  }

  actor(at: string, actor: DraftActor): void {
    const who = nameOf(actor);
    this.add(`${at}/name`, actor.name, `${who}, name`);
    this.add(`${at}/nickname`, actor.nickname, `${who}, nickname`);
    this.add(`${at}/role`, actor.role, `${who}, role`);
    this.alt(`${at}/portrait`, actor.portrait, `${who}, portrait`);
    this.add(`${at}/description`, actor.description, `${who}, description`);
    this.add(`${at}/personality`, actor.personality, `${who}, personality`);
    this.add(`${at}/voice`, actor.voice, `${who}, voice`);
    this.add(`${at}/exampleDialogue`, actor.exampleDialogue, `${who}, example dialogue`);
    this.add(`${at}/systemPrompt`, actor.systemPrompt, `${who}, system prompt`);
    this.add(
      `${at}/postHistoryInstructions`,
      actor.postHistoryInstructions,
      `${who}, post-history instructions`,
    );
    this.add(`${at}/note/text`, actor.note.text, `${who}, note`);
    actor.expressions.forEach(({ name, image }, place) => {
      this.add(`${at}/expressions/${place}/name`, name, `${who}, name of an expression`, "reference");
      this.alt(`${at}/expressions/${place}/image`, image, `${who}, expression`);
    });
    actor.pictures.forEach(({ name, alt }, place) => {
      this.add(`${at}/pictures/${place}/name`, name, `${who}, name of a picture`, "reference");
      this.add(`${at}/pictures/${place}/alt`, alt, `${who}, picture, alternative text`);
    });
    this.books(`${at}/lorebooks`, actor.lorebooks);
    this.add(`${at}/kept/creator`, actor.kept.creator, `${who}, creator of the card`, "kept");
    actor.kept.source.forEach((source, place) => {
      this.add(`${at}/kept/source/${place}`, source, `${who}, source of the card`, "kept");
    });
    for (const [language, notes] of Object.entries<unknown>(actor.kept.creatorNotesMultilingual ?? {})) {
      const field = `${at}/kept/creatorNotesMultilingual/${pointerPart(language)}`;
      if (typeof notes === "string") this.add(field, notes, `${who}, creator’s notes (${language})`, "kept");
    }
  }

  books(at: string, books: readonly DraftBook[]): void {
    books.forEach(({ book }, place) => {
      const name = bookName(book);
      const bookAt = `${at}/${place}/book`;
      this.add(`${bookAt}/name`, book.name, `${name}, name`);
      this.add(`${bookAt}/description`, book.description, `${name}, description`);
      book.entries.forEach((entry, number) => {
        const entryAt = `${bookAt}/entries/${number}`;
        const title = entry.name.trim() || entry.comment.trim() || entry.keys[0] || `entry ${number + 1}`;
        const label = `${name}, ${title}`;
        this.add(`${entryAt}/name`, entry.name, `${label}: title`);
        this.add(`${entryAt}/comment`, entry.comment, `${label}: note`);
        entry.keys.forEach((key, index) => {
          this.add(`${entryAt}/keys/${index}`, key, `${label}: keyword`, "key");
        });
        entry.secondaryKeys.forEach((key, index) => {
          this.add(`${entryAt}/secondaryKeys/${index}`, key, `${label}: secondary keyword`, "key");
        });
        this.add(`${entryAt}/content`, entry.content, `${label}: content`);
      });
    });
  }
}

/** Every text for people or models that is not empty, in the server's order. */
export function draftTexts(draft: ScenarioDraft): DraftText[] {
  const texts = new Texts();
  texts.add("/title", draft.title, "Title");
  texts.add("/tagline", draft.tagline, "Tagline");
  texts.add("/description", draft.description, "Description");
  texts.add("/setting", draft.setting, "Setting");
  draft.tags.forEach((tag, place) => {
    texts.add(`/tags/${place}`, tag, "Tag", "reference");
  });
  draft.actors.forEach((actor, place) => {
    texts.actor(`/actors/${place}`, actor);
  });
  draft.openings.forEach(({ title, text }, place) => {
    const label = title.trim() || `Opening ${place + 1}`;
    texts.add(`/openings/${place}/title`, title, `${label}, title`);
    texts.add(`/openings/${place}/text`, text, label);
  });
  texts.books("/lorebooks", draft.lorebooks);
  texts.add("/playerRole/name", draft.playerRole.name, "Player’s role, name");
  texts.add("/playerRole/description", draft.playerRole.description, "Player’s role, description");
  texts.alt("/cover", draft.cover, "Cover");
  texts.alt("/banner", draft.banner, "Banner");
  return texts.list;
}

/** The draft with another text at a place that it has. What lies beside the place stays the same object. */
export function withText(draft: ScenarioDraft, field: string, text: string): ScenarioDraft {
  return withValueAt(draft, segmentsOf(field), text) as ScenarioDraft;
}
