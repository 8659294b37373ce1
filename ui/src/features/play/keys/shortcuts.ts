import type { Shortcut } from "../contracts";

/** What the return key does in the composer; it is not switched off with the letters. */
export const composerKeys: readonly Pick<Shortcut, "keys" | "label">[] = [
  { keys: ["Enter"], label: "Send" },
  { keys: ["Shift+Enter"], label: "New line" },
  { keys: ["Ctrl+Enter"], label: "Send, or continue the scene" },
];

/** The keys of a story. One table: the page acts by it and the help sheet shows it. */
export const shortcuts: readonly Shortcut[] = [
  { command: "compose", keys: ["c"], label: "Go to the message box", group: "Writing" },
  { command: "next", keys: ["n"], label: "Continue the scene", group: "Writing" },
  { command: "continue", keys: ["g"], label: "Continue the last reply", group: "Writing" },
  { command: "regenerate", keys: ["r"], label: "Regenerate the last reply", group: "Writing" },
  { command: "impersonate", keys: ["i"], label: "Write my next line", group: "Writing" },
  { command: "editLast", keys: ["e"], label: "Edit your last message", group: "Writing" },
  { command: "stop", keys: ["Escape"], label: "Stop the reply", group: "Writing", whileTyping: true },

  { command: "messageBefore", keys: ["k", "Alt+ArrowUp"], label: "Previous message", group: "Reading" },
  { command: "messageAfter", keys: ["j", "Alt+ArrowDown"], label: "Next message", group: "Reading" },
  { command: "siblingBefore", keys: ["ArrowLeft"], label: "Previous version", group: "Reading" },
  { command: "siblingAfter", keys: ["ArrowRight"], label: "Next version", group: "Reading" },
  { command: "toStart", keys: ["Home"], label: "Start of the story", group: "Reading" },
  { command: "toEnd", keys: ["End"], label: "Latest message", group: "Reading" },

  { command: "characters", keys: ["p"], label: "Characters", group: "Panels" },
  { command: "settings", keys: ["s"], label: "Settings", group: "Panels" },
  { command: "map", keys: ["m"], label: "Story map", group: "Panels" },
  { command: "memory", keys: ["f"], label: "Memory: facts and summary", group: "Panels" },
  { command: "lore", keys: ["l"], label: "Lore", group: "Panels" },
  { command: "inspect", keys: ["x"], label: "View the last reply’s prompt", group: "Panels" },
  { command: "help", keys: ["?"], label: "This list", group: "Panels" },
];
