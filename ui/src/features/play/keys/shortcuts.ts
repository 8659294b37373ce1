import type { Shortcut } from "../contracts";

/** What the return key does in the composer, whether letters act or not. */
export const composerKeys: readonly Pick<Shortcut, "keys" | "label">[] = [
  { keys: ["Enter"], label: "Send" },
  { keys: ["Shift+Enter"], label: "New line" },
  { keys: ["Ctrl+Enter"], label: "Send, or continue the scene (asks first)" },
];

/**
 * The keys of a story. One table: the page acts by it and the help sheet shows it. Single letters act only after they were switched on; with
 * `Alt` they always do, in fields too.
 */
export const shortcuts: readonly Shortcut[] = [
  { command: "compose", keys: ["c", "Alt+c"], label: "Go to the message box", group: "Writing" },
  { command: "next", keys: ["n", "Alt+n"], label: "Continue the scene", group: "Writing" },
  { command: "continue", keys: ["g", "Alt+g"], label: "Continue the last reply", group: "Writing" },
  { command: "regenerate", keys: ["r", "Alt+r"], label: "Regenerate the last reply", group: "Writing" },
  { command: "impersonate", keys: ["i", "Alt+i"], label: "Write my next line", group: "Writing" },
  { command: "editLast", keys: ["e", "Alt+e"], label: "Edit your last message", group: "Writing" },
  { command: "stop", keys: ["Escape"], label: "Stop the reply", group: "Writing", whileTyping: true },

  { command: "messageBefore", keys: ["k", "Alt+ArrowUp"], label: "Previous message", group: "Reading" },
  { command: "messageAfter", keys: ["j", "Alt+ArrowDown"], label: "Next message", group: "Reading" },
  { command: "siblingBefore", keys: ["ArrowLeft"], label: "Previous version", group: "Reading" },
  { command: "siblingAfter", keys: ["ArrowRight"], label: "Next version", group: "Reading" },
  {
    command: "search",
    keys: ["Ctrl+f"],
    label: "Search in this story; again, in the page",
    group: "Reading",
    whileTyping: true,
  },
  { command: "toStart", keys: ["Home"], label: "Start of the story", group: "Reading" },
  { command: "toEnd", keys: ["End"], label: "Latest message", group: "Reading" },

  { command: "characters", keys: ["p", "Alt+p"], label: "Characters", group: "Panels" },
  { command: "settings", keys: ["s", "Alt+s"], label: "Settings", group: "Panels" },
  { command: "map", keys: ["m", "Alt+m"], label: "Story map", group: "Panels" },
  { command: "memory", keys: ["f", "Alt+f"], label: "Memory: facts and summary", group: "Panels" },
  { command: "lore", keys: ["l", "Alt+l"], label: "Lore", group: "Panels" },
  { command: "inspect", keys: ["x", "Alt+x"], label: "View the last reply’s prompt", group: "Panels" },
  { command: "help", keys: ["?"], label: "This list", group: "Panels" },
];
