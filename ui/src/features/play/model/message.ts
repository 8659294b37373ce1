import type { Message } from "../types";

type Authorship = Pick<Message, "author" | "origin" | "aside">;

/** Whether somebody of the cast, or the narrator, speaks in a message, and not the player in their name. */
export function isOfCast({ author, origin }: Authorship): boolean {
  return author !== "user" && origin !== "said";
}

/** Whether a model wrote a message, so that it can be regenerated. An aside of the site to the player is not one. */
export function isReply(message: Authorship): boolean {
  return isOfCast(message) && !message.aside && message.origin !== "opening";
}
