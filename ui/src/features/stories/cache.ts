import type { QueryClient } from "@tanstack/react-query";
import { readUri } from "../../api/address";
import { refetchLists, showInLists } from "../../api/list-cache";
import { keyOf } from "../../api/query";
import { reads } from "../../api/reads";
import type { Folders, Story } from "./types";

const LIST = "/stories/";
const FOLDERS = keyOf(readUri(reads.folders));

/** Shows a story changed, or gone, in every list; the function returned takes it back. */
export function showChange(
  client: QueryClient,
  id: string,
  change: (story: Story) => Story | null,
): () => void {
  return showInLists(client, LIST, id, change);
}

/** Has every list fetched again; the ones on screen at once. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await Promise.all([refetchLists(client, LIST), refreshFolders(client)]);
}

/** Has the folders, and how much lies in each, fetched again. */
export function refreshFolders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: FOLDERS });
}

/** The folders as they were last heard of. */
export function foldersIn(client: QueryClient): Folders | undefined {
  return client.getQueryData(FOLDERS);
}
