/** A player without a persona, as the server calls them. */
export const PLAYER = "You";

/** What stands before a word that begins a sentence: nothing, the end of another sentence, or an opening quotation mark. */
const SENTENCE_START = /(?:^|\n|[.!?…。！？]["”’»)*_]*\s|(?:^|[\s(*_—–])["“„«‘])[\s*_]*$/u;

/**
 * A text of a story that begins: the names of who speaks and of the player are filled in (`stories/rules.rs`). What
 * belongs to a player without a name is “your”.
 */
export const withNames = (text: string, speaker: string, player = PLAYER): string =>
  text.replace(
    /(?:\{\{(char|user)\}\}|<(bot|char|user)>)(['’]s(?!\p{L}))?/giu,
    (_, macro: string | undefined, tag: string | undefined, owns: string | undefined, at: number) => {
      const isUser = (macro ?? tag)?.toLowerCase() === "user";
      if (!isUser || player !== PLAYER) return (isUser ? player : speaker) + (owns ?? "");
      const word = SENTENCE_START.test(text.slice(0, at)) ? PLAYER : "you";
      return owns === undefined ? word : `${word}r`;
    },
  );
