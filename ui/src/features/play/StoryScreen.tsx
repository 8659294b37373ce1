import {
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { onUserChange } from "../../api/session";
import { LinkButton } from "../../design/Button";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import { lazyDialog } from "../../design/lazyDialog";
import { paths } from "../../lib/paths";
import { Composer, type ComposerHandle } from "./composer/Composer";
import type { PayingCommand } from "./contracts";
import { dropDrafts } from "./drafts";
import { Head } from "./Head";
import { LazySection } from "./LazySection";
import { LiveRegion, type LiveRegionHandle } from "./LiveRegion";
import { Story } from "./model/story";
import { PanelFrame } from "./PanelFrame";
import { type Play, PlayProvider, useChat } from "./PlayContext";
import { PlaySkeleton } from "./PlaySkeleton";
import s from "./StoryScreen.module.css";
import { Transcript } from "./transcript/Transcript";
import type { TranscriptHandle } from "./transcript/useTranscriptHandle";
import { useKeys } from "./useKeys";
import { useScreenHeight } from "./useScreenHeight";

/** What an address names after its `#`, as `paths.messageHash` writes it. */
const MESSAGE_HASH = /^#message-([A-Za-z0-9_-]{1,64})$/;

/** One story on screen: transcript, composer, and what opens beside them. */
export function StoryScreen({ chatID }: { chatID: string }) {
  const [story] = useState(() => new Story(chatID));
  const transcript = useRef<TranscriptHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const liveRegion = useRef<LiveRegionHandle>(null);
  const asker = useRef<AskFirstHandle>(null);
  const play = useMemo<Play>(
    () => ({
      chatID,
      story,
      announce: (text) => liveRegion.current?.say(text),
      compose: (text) => composer.current?.insert(text),
      askFirst: (command, act) => asker.current?.(command, act),
    }),
    [chatID, story],
  );

  useEffect(() => {
    story.open(MESSAGE_HASH.exec(location.hash)?.[1] ?? null);
    return () => story.close();
  }, [story]);

  // Nobody else may see what one person left unsent.
  useEffect(() => onUserChange((change) => change === "arrived" || dropDrafts()), []);

  return (
    <PlayProvider value={play}>
      <LoadedStory story={story}>
        <LazySection name="backdrop" />
        <div className={s.main}>
          <Head />
          <Transcript ref={transcript} />
          <Composer ref={composer} />
          <LazySection name="quickNav" />
        </div>
        <PanelFrame />
        <Keys ref={asker} transcript={transcript} composer={composer} />
      </LoadedStory>
      <LiveRegion ref={liveRegion} />
    </PlayProvider>
  );
}

/** The play once its story is there; before, its skeleton; when it cannot be had, why. */
function LoadedStory({ story, children }: { story: Story; children: ReactNode }) {
  const read = useCallback(() => story.state.phase, [story]);
  const phase = useSyncExternalStore(story.subscribe, read, read);
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  useScreenHeight(root);
  const title = story.state.chat?.story.title;
  useEffect(() => {
    if (phase === "ready" && title !== undefined && title !== "") document.title = `${title} · Dramatis`;
  }, [phase, title]);
  switch (phase) {
    case "loading":
      return <PlaySkeleton />;
    case "missing":
      return (
        <div className="page">
          <EmptyState
            title="Story not found"
            icon="mask"
            action={
              <LinkButton tone="accent" href={paths.stories}>
                Your stories
              </LinkButton>
            }
          >
            It may have been deleted, or it may belong to another account.
          </EmptyState>
        </div>
      );
    case "failed":
      return (
        <div className="page">
          <ErrorState title="Couldn’t load the story" onRetry={story.reload}>
            {story.state.failure?.message ?? "Try again in a moment."} Everything in it is saved.
          </ErrorState>
        </div>
      );
    case "ready":
      return (
        <div className={s.screen} ref={setRoot} data-play>
          {children}
        </div>
      );
  }
}

const AskFirst = lazyDialog(() => import("./AskFirst"));

interface KeysProps {
  transcript: RefObject<TranscriptHandle | null>;
  composer: RefObject<ComposerHandle | null>;
  ref: Ref<AskFirstHandle>;
}

type AskFirstHandle = Play["askFirst"];

/** The keys, and the question that one of them may bring up. */
function Keys({ transcript, composer, ref }: KeysProps) {
  const [asking, setAsking] = useState<{ command: PayingCommand; act: () => void } | null>(null);
  const { price } = useChat();
  const costs = price.perReply > 0 || price.guest !== null;
  const ask = useCallback(
    (command: PayingCommand, act: () => void) => {
      if (costs) setAsking({ command, act });
      else act();
    },
    [costs],
  );
  useKeys({ transcript, composer, ask });
  useImperativeHandle(ref, () => ask, [ask]);
  if (asking === null) return null;
  return (
    <Suspense>
      <AskFirst command={asking.command} onYes={asking.act} onClose={() => setAsking(null)} />
    </Suspense>
  );
}
