import { RATING_NAMES } from "../../scenarios/public";
import type { Draft, DraftActor, Rating } from "../types";

/** The fixed choices of a draft's fields in words, in the order in which they are offered. */

interface Option<T extends string> {
  value: T;
  label: string;
  /** What it means, in a sentence. */
  text?: string;
}

export const RATINGS: readonly Option<Rating>[] = [
  { value: "everyone", label: RATING_NAMES.everyone, text: "Nothing that needs a warning." },
  { value: "mature", label: RATING_NAMES.mature, text: "Violence, hard themes, sex that is not described." },
  {
    value: "explicit",
    label: RATING_NAMES.explicit,
    text: "Sex that is described. All characters in it are adults.",
  },
  { value: "extreme", label: RATING_NAMES.extreme, text: "Graphic cruelty and disturbing themes." },
];

/** Whether readers can see how a scenario is made. */
export const MAKING: readonly Option<Draft["making"]>[] = [
  {
    value: "closed",
    label: "Closed",
    text: "Readers don’t see what the model is told. A model can still be talked into telling.",
  },
  { value: "open", label: "Open", text: "Readers can look at how it is made, if they ask for it." },
];

/** Whose work a scenario is. */
export const ORIGINS: readonly Option<NonNullable<Draft["origin"]>["kind"]>[] = [
  { value: "mine", label: "My own" },
  { value: "permission", label: "Somebody else’s, with permission" },
  { value: "fork", label: "A fork of another scenario" },
];

/** Whether content notes are given. */
export const NOTE_KINDS: readonly Option<NonNullable<Draft["contentNotes"]>["kind"]>[] = [
  { value: "listed", label: "Say what it contains" },
  {
    value: "undisclosed",
    label: "I choose not to say",
    text: "Readers are told that you don’t say. Those who avoid some things may skip it.",
  },
];

/** As whose words a model is given an actor's note. */
export const NOTE_ROLES: readonly Option<DraftActor["note"]["role"]>[] = [
  { value: "system", label: "System" },
  { value: "user", label: "Player" },
  { value: "assistant", label: "Actor" },
];
