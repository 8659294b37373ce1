import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect } from "react";
import { keyOf, readOptions } from "../../../api/query";
import { verdictsUri } from "../api";
import { useEditor } from "../editor/EditorContext";
import { imageKeys } from "../model/draft";
import type { PictureVerdict } from "../types";

/** While a picture is looked at, this is how often it is asked how that stands, in milliseconds. */
const PENDING_MS = 10_000;

const Verdicts = createContext<readonly PictureVerdict[]>([]);

/** Knows what was found of the draft’s pictures, for the fields within. */
export function VerdictsProvider({ children }: { children: ReactNode }) {
  const { id, draft, version } = useEditor();
  const client = useQueryClient();
  const uri = verdictsUri(id ?? "");
  const named = imageKeys(draft);
  const { data: verdicts = [], isSuccess } = useQuery({
    ...readOptions(uri),
    select: ({ images }) => images,
    // Nothing was uploaded to a draft that the server does not have.
    enabled: id !== null && named.length > 0,
    refetchInterval: ({ state }) => {
      const isPending = ({ key, verdict }: PictureVerdict) => verdict === "pending" && named.includes(key);
      return state.data?.images.some(isPending) === true ? PENDING_MS : false;
    },
  });
  const isUnknown = (key: string) => verdicts.every((each) => each.key !== key);
  const hasNew = isSuccess && named.some(isUnknown);
  useEffect(() => {
    // With each save at the most.
    void version;
    if (hasNew) void client.invalidateQueries({ queryKey: keyOf(uri) });
  }, [client, uri, version, hasNew]);
  return <Verdicts value={verdicts}>{children}</Verdicts>;
}

/** What was found of a picture; null: nothing is known yet. */
export function useVerdict(key: string): PictureVerdict | null {
  return use(Verdicts).find((each) => each.key === key) ?? null;
}

/** Takes in what the server answered about one picture. */
export function showVerdict(client: QueryClient, id: string, verdict: PictureVerdict): void {
  client.setQueryData(keyOf(verdictsUri(id)), (known) =>
    known === undefined
      ? known
      : { images: known.images.map((each) => (each.key === verdict.key ? verdict : each)) },
  );
}
