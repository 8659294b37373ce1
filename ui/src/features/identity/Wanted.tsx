import { useSyncExternalStore } from "react";
import { hasIntent } from "../../api/pendingIntent";
import { storageKeys } from "../../config/cookies";
import s from "./Wanted.module.css";

const ACTS: Readonly<Record<string, string>> = {
  love: "love",
  like: "rate",
  dislike: "rate",
  follow: "follow",
};

/** What a visitor wanted to do, and what that is called to which it is done. */
interface Wanted {
  verb: string;
  name: string;
}

/** Only the browser knows it; a text, so that the same is the same. */
const kept = () => (hasIntent() ? localStorage.getItem(storageKeys.intent) : null);

function onChange(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

function wantedOf(text: string | null): Wanted | null {
  // `hasIntent` has read it: it is an array that begins with a text.
  const [act, , name] = text === null ? [] : (JSON.parse(text) as [string, number, unknown?]);
  const verb = ACTS[act?.split(":")[0] ?? ""];
  return verb === undefined || typeof name !== "string" || name === "" ? null : { verb, name };
}

/** Why an account is needed: what the visitor pressed, and that it will be done. `first` is what to do now. */
export function WantedLine({ first }: { first: string }) {
  const wanted = wantedOf(useSyncExternalStore(onChange, kept, () => null));
  if (wanted === null) return null;
  return (
    <p className={s.wanted}>
      {first} to {wanted.verb} <cite dir="auto">{wanted.name}</cite>. We’ll do it as soon as you’re in.
    </p>
  );
}
