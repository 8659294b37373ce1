import type { Answer } from "../../../api/operations";

export type Making = Answer<"GET /scenarios/scenario/{id}/making">;

/** A text that the model is told. */
export interface MakingText {
  label: string;
  text: string;
  /** Small print beside its name. */
  note?: string;
  /** What brings it into the prompt; it gives away as much as the text. */
  keywords?: string;
}

/** Texts that belong together: those of the scenario, of an actor, of a lorebook. */
export interface MakingPart {
  title: string;
  texts: MakingText[];
}

/** As whose words a note is given. */
const ROLES: Readonly<Record<string, string>> = { user: "player", assistant: "actor" };

/** What an open scenario tells the model, in the order of its editor. Openings stand on the page already. */
export function partsOf({ setting, playerRole, actors, lore }: Making): MakingPart[] {
  const all: MakingPart[] = [
    {
      title: "The scenario",
      texts: [
        { label: "Setting", text: setting },
        {
          label: "Player’s role",
          text: [playerRole.name, playerRole.description].filter((text) => text.trim() !== "").join("\n"),
        },
      ],
    },
    ...actors.map(({ name, note, ...texts }) => ({
      title: name,
      texts: [
        { label: "Description", text: texts.description },
        { label: "Personality and voice", text: texts.persona },
        { label: "Example dialogue", text: texts.examples },
        { label: "System prompt", text: texts.systemPrompt },
        { label: "Post-history instructions", text: texts.postHistory },
        { label: "Note", text: note.text, note: `depth ${note.depth}, as ${ROLES[note.role] ?? note.role}` },
      ],
    })),
    ...lore.map(({ book, kind, targetId }) => {
      const owner = kind === "actor" ? actors.find(({ id }) => id === targetId)?.name : undefined;
      const title = book.name.trim() || "Lorebook";
      return {
        title: owner === undefined ? title : `${title} (${owner})`,
        texts: book.entries.map(({ name, keys, content, constant }, at) => ({
          label: name.trim() || `Entry ${at + 1}`,
          text: content,
          ...(constant ? { note: "always on" } : { keywords: keys.join(", ") }),
        })),
      };
    }),
  ];
  return all
    .map((part) => ({ ...part, texts: part.texts.filter(({ text }) => text.trim() !== "") }))
    .filter(({ texts }) => texts.length > 0);
}
