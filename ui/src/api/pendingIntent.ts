import { storageKeys } from "../config/cookies";
import { keepForAnHour, keptForAnHour } from "./kept";

/** What a visitor wanted to do: `love`, `like` or `dislike` a scenario, or `follow` a person. */
export type Intent = `${"love" | "like" | "dislike" | "follow"}:${string}`;

/** Keeps what a visitor wanted to do until they have signed in; `name` is that of its scenario or person. */
export function rememberIntent(intent: Intent, name: string): void {
  keepForAnHour(storageKeys.intent, intent, name);
}

/** Whether something is still to be done at the remembered place. */
export function hasIntent(): boolean {
  return keptForAnHour(storageKeys.intent) !== null;
}

/** The one of these that was kept, once. */
export function takeIntent<One extends Intent>(intents: readonly One[]): One | null {
  const wanted = keptForAnHour(storageKeys.intent);
  const intent = intents.find((one) => one === wanted) ?? null;
  if (intent !== null) localStorage.removeItem(storageKeys.intent);
  return intent;
}
