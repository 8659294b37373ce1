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
  | { readonly by: "here"; readonly sender: BatchSender; readonly now: SenderSnapshot };

/** How often it is looked whether another window still sends, in milliseconds. */
const ELSEWHERE_MS = 5_000;

const nothing = () => () => undefined;

/** The sender of a batch. */
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
  useEffect(() => {
    if (found !== "elsewhere") return;
    const timer = setInterval(() => setTries((now) => now + 1), ELSEWHERE_MS);
    return () => clearInterval(timer);
  }, [found]);

  const sender = found === undefined || found === null || found === "elsewhere" ? null : found;
  const now = useSyncExternalStore<SenderSnapshot | null>(
    sender?.subscribe ?? nothing,
    () => sender?.snapshot() ?? null,
    () => null,
  );
  if (sender !== null && now !== null) return { by: "here", sender, now };
  if (found === "elsewhere") return { by: "elsewhere" };
  return { by: found === null ? "nobody" : "unknown" };
}
