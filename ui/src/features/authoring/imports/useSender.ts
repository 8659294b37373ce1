import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { ImportBatch } from "../types";
import type { BatchSender, SenderSnapshot } from "./sender";
import { senderOf } from "./senders";

/**
 * Who sends the files of a batch: this window, another one of this browser, or nobody here (another device,
 * or a browser that has forgotten it).
 */
export type Sending =
  | { readonly by: "unknown" | "elsewhere" | "nobody" }
  | {
      readonly by: "here";
      readonly sender: BatchSender;
      readonly now: SenderSnapshot;
      /**
       * Goes on with what waits here, unless another window has begun to send; what it has sent already is
       * taken off the list first.
       */
      readonly goOn: <T>(how: (sender: BatchSender) => T) => Promise<T | null>;
    };

/** How often it is looked whether another window sends, in milliseconds. */
const ELSEWHERE_MS = 5_000;

const nothing = () => () => undefined;

/** The sender of a batch. While it waits, another window may take the batch over, and give it back. */
export function useSender(batch: ImportBatch, owner: string | null): Sending {
  const [found, setFound] = useState<Awaited<ReturnType<typeof senderOf>> | undefined>(undefined);
  const [tries, setTries] = useState(0);
  const { id, sealed } = batch;

  // The counts of the batch, which change, say nothing new.
  const look = useEffectEvent((as: string) => senderOf(batch, as));
  useEffect(() => {
    // Who sends it may be another one for another batch, once it is sealed, and once a window is closed.
    void [id, sealed, tries];
    if (owner === null) return;
    let gone = false;
    void look(owner).then((sender) => {
      if (!gone) setFound(sender);
    });
    return () => {
      gone = true;
    };
  }, [id, owner, sealed, tries]);
  const sender = found === undefined || found === null || found === "elsewhere" ? null : found;
  const now = useSyncExternalStore<SenderSnapshot | null>(
    sender?.subscribe ?? nothing,
    () => sender?.snapshot() ?? null,
    () => null,
  );
  const at = now?.state.at;
  const mayChange = !sealed && (found === "elsewhere" || at === "missing" || at === "stopped");
  useEffect(() => {
    if (!mayChange) return;
    const timer = setInterval(() => setTries((before) => before + 1), ELSEWHERE_MS);
    return () => clearInterval(timer);
  }, [mayChange]);

  const goOn = async <T>(how: (sender: BatchSender) => T): Promise<T | null> => {
    if (owner === null) return null;
    const current = await senderOf(batch, owner);
    setFound(current);
    return current === null || current === "elsewhere" ? null : how(current);
  };
  if (sender !== null && now !== null) return { by: "here", sender, now, goOn };
  if (found === "elsewhere") return { by: "elsewhere" };
  return { by: found === null ? "nobody" : "unknown" };
}

/** How many files an import will have, as far as it is known: the browser that sends them knows more. */
export function plannedIn({ sealed, counts }: ImportBatch, sending: Sending): number {
  if (sealed || sending.by !== "here") return counts.total;
  return Math.max(sending.now.files, counts.total);
}
