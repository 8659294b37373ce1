import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, useSyncExternalStore } from "react";
import { readUri } from "../../api/address";
import { onGuestChange, storedGuest } from "../../api/guest-store";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import { useAction } from "../../design/forms/useAction";
import { navigate } from "../../lib/navigation";
import { randomId } from "../../lib/random-id";
import { revealNextPage } from "./pageReveal";
import { storyPath } from "./storyPath";
import type { Story } from "./types";

/** How a story of one scenario is begun, or gone on with. */
export interface Start {
  scenarioId: string;
  busy: boolean;
  /** Why nothing began. */
  failure: string | null;
  /** Where a story of this scenario goes on, or null. */
  existing: string | null;
  /** The other stories of this scenario, the one opened last first. */
  others: readonly Story[];
  /** Whether the reader has no account, as far as is known. */
  isVisitor: boolean;
  /** Begins a new story, by default from the chosen opening. */
  begin: (opening?: number) => void;
  /** The opening that a press on Start begins with. */
  choose: (opening: number) => void;
}

const useIsGuest = () =>
  useSyncExternalStore(
    onGuestChange,
    () => storedGuest() !== null,
    () => false,
  );

/** Starting a story of one scenario, for every button that does it; `anew`: beside any that there may be. */
export function useStart(scenarioId: string, characters: number, anew = false): Start {
  const client = useQueryClient();
  const { state } = useSession();
  const isGuest = useIsGuest();
  const opening = useRef(0);
  /** The same for every try until one succeeds, so that a lost answer makes no second story. */
  const key = useRef<string | null>(null);
  const own = useApi(readUri(reads.openStories, { scenarioID: scenarioId }), {
    enabled: !anew && (state === "signedIn" || isGuest),
  });
  const found = own.state === "ready" ? own.data.results : [];
  /** The stories from before a press, until its page is left: what it makes would push the page about under the finger. */
  const [held, hold] = useState<readonly Story[] | null>(null);
  const [existing, ...others] = held ?? found;

  /** On the way to the story that was begun: busy until this page is gone. */
  const [leaving, setLeaving] = useState(false);

  /** Begins a story and goes there; resolves to whether its page is on screen. */
  const enter = async (from: number) => {
    key.current ??= randomId();
    const { begin } = await import("./begin");
    const path = await begin(
      { scenarioId, opening: from, characters, anew: anew || existing !== undefined },
      key.current,
    );
    key.current = null;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/stories/"),
    });
    revealNextPage();
    await navigate(path);
    return location.pathname === path;
  };

  const start = useAction(async (from: number) => {
    hold(found);
    let arrived = false;
    try {
      arrived = await enter(from);
    } finally {
      if (!arrived) hold(null);
    }
    setLeaving(arrived);
  });
  const busy = start.busy || leaving;

  return {
    scenarioId,
    busy,
    failure: start.failure,
    existing: existing === undefined ? null : storyPath(existing),
    others,
    isVisitor: state !== "signedIn",
    begin: (from = opening.current) => {
      if (!busy) void start.run(from);
    },
    choose: (chosen) => {
      opening.current = chosen;
      key.current = null;
    },
  };
}
