import type { Entry, KeyLogic, Position } from "./entry";

/** The fixed choices of an entry's fields in words, in the order in which they are offered. */

interface Option<T extends string> {
  value: T;
  label: string;
}

/** What secondary keywords do, while they are used. */
export const KEY_LOGIC: readonly Option<KeyLogic>[] = [
  { value: "andAny", label: "Use it if at least one is found" },
  { value: "andAll", label: "Use it if all are found" },
  { value: "notAny", label: "Use it if none is found" },
  { value: "notAll", label: "Use it if at least one is missing" },
];

export const POSITIONS: readonly Option<Position>[] = [
  { value: "auto", label: "Automatic" },
  { value: "beforeCharacter", label: "Before the speaker’s definition" },
  { value: "afterCharacter", label: "After the speaker’s definition" },
  { value: "personality", label: "After the personality" },
  { value: "scenario", label: "After the setting" },
  { value: "noteTop", label: "Above the author’s note" },
  { value: "noteBottom", label: "Below the author’s note" },
  { value: "atDepth", label: "Among the latest messages" },
  { value: "atReverseDepth", label: "Among the first messages" },
  { value: "examplesTop", label: "Above the example dialogue" },
  { value: "examplesBottom", label: "Below the example dialogue" },
  { value: "outlet", label: "At an outlet: {{outlet::name}}" },
];

/** As whose words an entry among the messages is given. */
export const ENTRY_ROLES: readonly Option<Entry["role"]>[] = [
  { value: "system", label: "Instruction" },
  { value: "user", label: "Player" },
  { value: "assistant", label: "Actor" },
];
