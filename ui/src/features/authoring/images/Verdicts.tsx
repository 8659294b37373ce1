import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect } from "react";
import { keyOf, readOptions } from "../../../api/query";
import { revealed } from "../../../lib/revealed";
import { verdictsUri } from "../api";
import { useEditor } from "../editor/EditorContext";
import { imageKeys } from "../model/draft";
import type { PictureVerdict } from "../types";

/** While a picture is looked at, this is how often it is asked how that stands, in milliseconds. */
const PENDING_MS = 10_000;

const NONE: readonly PictureVerdict[] = [];
const Verdicts = createContext<readonly PictureVerdict[]>(NONE);

/** The keys of pictures that were shown before they were found fine, as long as this page lives. */
const shownBlurred = new Set<string>();

/** Addresses of files that were chosen here, by the keys of their pictures, as long as this page lives. */
const ownFiles = new Map<string, string>();

/** A picture was uploaded from this file: others see it blurred until it was looked at. */
export function noteUpload(key: string, file: File): void {
  shownBlurred.add(key);
  if (!ownFiles.has(key)) ownFiles.set(key, URL.createObjectURL(file));
}

/** Knows what was found of the draft’s pictures, for the fields within. */
export function VerdictsProvider({ children }: { children: ReactNode }) {
  const { id, draft, version } = useEditor();
  const client = useQueryClient();
  const uri = verdictsUri(id ?? "");
  const named = imageKeys(draft);
  const { data: verdicts = NONE, isSuccess } = useQuery({
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
  useEffect(() => {
    for (const { key, verdict } of verdicts) if (verdict !== "ok") shownBlurred.add(key);
  }, [verdicts]);
  return <Verdicts value={verdicts}>{children}</Verdicts>;
}

/** What was found of a picture; null: nothing is known. One that was just uploaded is being looked at. */
export function useVerdict(key: string): PictureVerdict | null {
  const known = use(Verdicts).find((each) => each.key === key);
  if (known !== undefined) return known;
  return shownBlurred.has(key) ? { key, verdict: "pending", metrics: [], secondLook: "none" } : null;
}

/**
 * Makes the addresses at which a picture is shown. One that was shown blurred and is found fine gets another
 * address, because the browser shows again what it has from the first.
 */
export function useShownAt(key: string): (src: string) => string {
  const isFine = useVerdict(key)?.verdict === "ok";
  return isFine && shownBlurred.has(key) ? revealed : (src) => src;
}

/**
 * The address of the file that somebody has just chosen, to be shown to them as it is while it is looked at; null: what
 * the server has is shown.
 */
export function useOwnFile(key: string): string | null {
  const isPending = useVerdict(key)?.verdict === "pending";
  return isPending ? (ownFiles.get(key) ?? null) : null;
}

/** Takes in what the server answered about one picture. */
export function showVerdict(client: QueryClient, id: string, verdict: PictureVerdict): void {
  client.setQueryData(keyOf(verdictsUri(id)), (known) =>
    known === undefined
      ? known
      : { images: known.images.map((each) => (each.key === verdict.key ? verdict : each)) },
  );
}
