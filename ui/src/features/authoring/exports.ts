/** Files that an actor's card can be exported as, the one that most programs read first. */
export const CARD_KINDS = [
  { format: "png", label: "PNG card" },
  { format: "json", version: "v3", label: "JSON, card version 3" },
  { format: "json", version: "v2", label: "JSON, card version 2" },
  { format: "charx", label: "CHARX, with all pictures" },
] as const satisfies readonly { format: string; version?: string; label: string }[];

/** The file of an exported card, by the server's names. */
export interface CardKind {
  format: (typeof CARD_KINDS)[number]["format"];
  /** The version of a card in JSON; other files hold all that their programs need. */
  version?: "v2" | "v3";
}
