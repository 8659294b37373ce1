/**
 * What the parts of the play promise each other. The page holds the transcript and the composer; everything that opens
 * beside them is a panel in a file of its own, loaded when it is first asked for. Panels read the story with the hooks of
 * `PlayContext` and act through `usePlay().act`; the frame (drawer, or sheet on phones), its title and its close button are
 * the page's.
 */

/** From this width on a panel stands beside the transcript; below, it lies over it. */
export const BESIDE = "(width >= 1024px)";

/** Every panel's default export takes these. */
export interface PanelProps {
  /** Closes the panel; focus goes back to where it was opened from. */
  onClose: () => void;
}

/** Of `inspector/Inspector`. */
export type InspectorProps = PanelProps & {
  /** Whose prompt is looked at. */
  turnId: string;
  /** The reply that was asked about; the record of another reply of the turn may be chosen. */
  messageId: string | null;
};

/** Of `memory/Memory`. */
export type MemoryProps = PanelProps & {
  /** A passage to pin: the form opens filled in. */
  pin: { text: string; messageId: string } | null;
};

/** Of `panels/CharacterDetails`. */
export type CharacterProps = PanelProps & { characterId: string };

/** A setting that other parts lead to. */
export type SettingAt = "model" | "authorsNote" | "instructions" | "replyLength";

/** Of `settings/Settings`. */
export type SettingsProps = { at?: SettingAt | undefined };

/** What is open beside the transcript, with what it was opened for. */
export type OpenPanel =
  /** The cast, control modes, and the list of personas: `panels/CharactersPanel`. */
  | { name: "characters" }
  /** One of the cast: `panels/CharacterDetails`. */
  | { name: "character"; characterId: string }
  /** What a reply was made from: `inspector/Inspector`. */
  | { name: "inspector"; turnId: string; messageId: string | null }
  /** Pinned facts and the summary: `memory/Memory`. */
  | { name: "memory"; pin: { text: string; messageId: string } | null }
  /** Lorebooks and why they fire: `lore/Lore`. */
  | { name: "lore" }
  /** The tree of the story: `map/StoryMap`. */
  | { name: "map" }
  /** Quick, Display and Behavior: `settings/Settings`; `at`: the setting it was opened for. */
  | { name: "settings"; at?: SettingAt }
  /** What was said where: `search/StorySearch`. */
  | { name: "search" }
  /** The keys: `keys/KeyHelp`. */
  | { name: "keys" };

/** What a panel is called in the code. */
export type PanelName = OpenPanel["name"];

/**
 * Parts that are always there once the story is, loaded after it; default exports without props. `Backdrop` is the picture behind it all.
 * `panels/QuickNav` floats over the transcript's edge and folds; `panels/ControlMode` stands in the head of the page and shows
 * as whom the player speaks ("Currently Puppeteering …").
 */
export type FixedPart = "quickNav" | "controlMode" | "backdrop";

/** What a key can do. */
export type Command =
  | "compose"
  | "next"
  | "stop"
  | "regenerate"
  | "continue"
  | "impersonate"
  | "editLast"
  | "siblingBefore"
  | "siblingAfter"
  | "messageBefore"
  | "messageAfter"
  | "toStart"
  | "toEnd"
  | "characters"
  | "settings"
  | "map"
  | "memory"
  | "lore"
  | "inspect"
  | "search"
  | "help";

/** Commands that are paid for. */
export type PayingCommand = Extract<Command, "next" | "continue" | "regenerate">;

/**
 * A row of the table of keys (`keys/shortcuts.ts` exports `shortcuts: readonly Shortcut[]`). The page dispatches by it and
 * the help sheet shows it.
 */
export interface Shortcut {
  command: Command;
  /**
   * A key as `KeyboardEvent.key` names it, letters in lower case, with `Alt+`, `Ctrl+` or `Shift+` before it. `Ctrl`
   * also stands for the command key. Keys of a single letter count only outside of fields.
   */
  keys: readonly string[];
  label: string;
  group: "Writing" | "Reading" | "Panels";
  /** Works while a field has the focus, too. */
  whileTyping?: boolean;
}
