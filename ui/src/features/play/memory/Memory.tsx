import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "../../../design/EmptyStates";
import type { MemoryProps } from "../contracts";
import { PanelWaiting } from "../PanelWaiting";
import { usePlay, usePlayState } from "../PlayContext";
import { freshKey, useFresh } from "../panels/useFresh";
import type { StoryMemory } from "../types";
import { memoryUri } from "./api";
import { Facts } from "./Facts";
import { inOrder } from "./rules";
import { SummaryPart } from "./SummaryPart";

/** What the cast remembers: facts the player added, and the summary of messages that the prompt no longer holds. */
export default function Memory({ pin }: MemoryProps) {
  const { chatID } = usePlay();
  const headId = usePlayState("headId");
  const stamp = headId ?? "";
  const uri = memoryUri(chatID);
  const memory = useFresh(uri, stamp);
  const client = useQueryClient();
  const change = (next: (now: StoryMemory) => StoryMemory) =>
    client.setQueryData(freshKey(uri, stamp), (now) => (now === undefined ? now : next(now)));

  if (memory.state === "loading") return <PanelWaiting words="Loading memory" />;
  if (memory.state === "failed")
    return (
      <ErrorState title="Couldn’t load memory" onRetry={memory.retry}>
        {memory.error.message}
      </ErrorState>
    );
  return (
    <div>
      <Facts
        facts={inOrder(memory.data.facts)}
        pin={pin}
        onChange={(facts) => change((now) => ({ ...now, facts: facts(now.facts) }))}
      />
      <SummaryPart
        summary={memory.data.summary}
        onChange={(summary) => change((now) => ({ ...now, summary }))}
      />
    </div>
  );
}
