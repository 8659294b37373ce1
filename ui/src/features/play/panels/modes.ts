import { roleOf } from "../model/cast";
import type { ControlMode, Strategy } from "../types";

/** How one can play, in the words of the panel. */
export const MODES: readonly { mode: ControlMode; name: string; text: string }[] = [
  { mode: "default", name: "Multi-character", text: "You speak as yourself and the characters answer." },
  {
    mode: "puppeteer",
    name: "Puppeteer",
    text: "You play one of the characters: you write what they say and do.",
  },
  { mode: "steer", name: "Steer", text: "You’re the narrator: whatever you write happens." },
];

/** Why the puppeteer cannot be chosen (spec section 4). */
export const ONE_CHARACTER = "Needs more than one character besides you.";

/** Who answers, in the words of the panel. */
export const STRATEGIES: readonly { strategy: Strategy; name: string; text: string }[] = [
  { strategy: "natural", name: "Natural", text: "Whoever is addressed, then whoever wants to join in." },
  { strategy: "list", name: "List", text: "Everyone in turn, in cast order." },
  { strategy: "pooled", name: "Pooled", text: "One at a time; nobody speaks twice until everyone has." },
  { strategy: "manual", name: "Manual", text: "Nobody, until you tap a portrait." },
  { strategy: "director", name: "Director", text: "The model decides who speaks, and says why." },
];

/** Spec section 4: what is shown while somebody of the cast is played, word for word. */
export const PUPPETEERING = "Currently Puppeteering";

/** What the head of the page shows of whom one plays. */
export interface Indicator {
  mode: ControlMode;
  label: string;
  /** Whom one plays; null for the narrator. */
  name: string | null;
  /** What that means, in one line. */
  text: string;
}

/** The indicator's text. */
export function indicatorOf(chat: Parameters<typeof roleOf>[0]): Indicator {
  const { mode, name } = roleOf(chat);
  const text = MODES.find((one) => one.mode === mode)?.text ?? "";
  switch (mode) {
    case "steer":
      return { mode, label: "Steering as the narrator", name, text };
    case "puppeteer":
      return { mode, label: PUPPETEERING, name, text };
    case "default":
      return { mode, label: "Playing as", name: name ?? "yourself", text };
  }
}
