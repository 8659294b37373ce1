import type { ModelInfo } from "../types";
import type { Chat } from "./state";

/** What a story is called; until somebody names it, like its scenario. */
export function titleOf({ story: { title, scenario } }: Pick<Chat, "story">): string {
  return title === "" ? (scenario?.displayName ?? "Untitled") : title;
}

/** The model that writes the next reply, where this installation has it. */
export function modelOf({
  models,
  chatModel,
  price,
}: Pick<Chat, "models" | "chatModel" | "price">): ModelInfo | undefined {
  return models.find(({ name }) => name === (chatModel ?? price.model));
}
