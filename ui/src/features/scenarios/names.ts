/** A player without a persona, as the server calls them. */
export const PLAYER = "You";

/** A text of a story that begins: the names of who speaks and of the player are filled in (`stories/rules.rs`). */
export const withNames = (text: string, speaker: string, player = PLAYER): string =>
  text.replace(/\{\{(char|user)\}\}|<(bot|char|user)>/gi, (_, macro?: string, tag?: string) =>
    (macro ?? tag)?.toLowerCase() === "user" ? player : speaker,
  );
