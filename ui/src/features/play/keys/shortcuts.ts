import type { Shortcut } from "../contracts";

/** What the return key does in the composer; it is not switched off with the letters. */
export const composerKeys: readonly Pick<Shortcut, "keys" | "label">[] = [
  { keys: ["Enter"], label: "Send" },
  { keys: ["Shift+Enter"], label: "New line" },
  { keys: ["Ctrl+Enter"], label: "Send, or let the scene move on" },
];

/** The keys of a story. One table: the page acts by it and the help sheet shows it. */
export const shortcuts: readonly Shortcut[] = [
  { command: "compose", keys: ["c"], label: "Write: go to the composer", group: "Writing" },
  { command: "next", keys: ["n"], label: "Let the scene move on", group: "Writing" },
  { command: "continue", keys: ["g"], label: "Go on with the last reply", group: "Writing" },
  { command: "regenerate", keys: ["r"], label: "Another version of the last reply", group: "Writing" },
  { command: "impersonate", keys: ["i"], label: "Draft a line for you", group: "Writing" },
  { command: "editLast", keys: ["e"], label: "Edit your last line", group: "Writing" },
  { command: "stop", keys: ["Escape"], label: "Stop the reply", group: "Writing", whileTyping: true },

  { command: "messageBefore", keys: ["k", "Alt+ArrowUp"], label: "Message before", group: "Reading" },
  { command: "messageAfter", keys: ["j", "Alt+ArrowDown"], label: "Message after", group: "Reading" },
  { command: "siblingBefore", keys: ["ArrowLeft"], label: "Version before", group: "Reading" },
  { command: "siblingAfter", keys: ["ArrowRight"], label: "Version after", group: "Reading" },
  { command: "toStart", keys: ["Home"], label: "Start of the story", group: "Reading" },
  { command: "toEnd", keys: ["End"], label: "Latest message", group: "Reading" },

  { command: "characters", keys: ["p"], label: "People: cast, persona, who speaks", group: "Panels" },
  { command: "settings", keys: ["s"], label: "Settings", group: "Panels" },
  { command: "map", keys: ["m"], label: "Map of the story", group: "Panels" },
  { command: "memory", keys: ["f"], label: "Memory: facts and summary", group: "Panels" },
  { command: "lore", keys: ["l"], label: "Lore", group: "Panels" },
  { command: "inspect", keys: ["x"], label: "What the last reply was made from", group: "Panels" },
  { command: "help", keys: ["?"], label: "This list", group: "Panels" },
];
