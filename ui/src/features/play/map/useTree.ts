import { uriOf } from "../../../api/address";
import type { ApiState } from "../../../api/query";
import { usePlay, usePlayState } from "../PlayContext";
import { useFresh } from "../panels/useFresh";
import type { StoryTree } from "../types";

/** The tree of the story on screen, read again when its head moves, and where one is in it. */
export function useTree(): ApiState<StoryTree> & { headId: string | null } {
  const { chatID } = usePlay();
  const headId = usePlayState("headId");
  const tree = useFresh(uriOf("GET /stories/{id}/tree", { path: { id: chatID } }), headId ?? "");
  return { ...tree, headId };
}
