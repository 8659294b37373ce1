import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import demo from "../composer/DemoMark.module.css";
import { modelOf, titleOf } from "../model/chat";
import { useChat, usePlay, usePlayState } from "../PlayContext";
import s from "./Top.module.css";
import waiting from "./Waiting.module.css";

/** What stands above the first message on screen: the way to older ones, or the title page. */
export function Top() {
  const older = usePlayState("older");
  return older === "end" ? <TitlePage /> : <Older state={older} />;
}

function Older({ state }: { state: "idle" | "busy" | "failed" }) {
  const { story } = usePlay();
  return (
    <div className={waiting.older} role="status">
      {state === "failed" ? (
        <>
          <span>Couldn’t load older messages.</span>
          <Button tone="quiet" onClick={() => void story.loadOlder()}>
            <Icon name="refresh" />
            Try again
          </Button>
        </>
      ) : (
        <>
          <span className={waiting.dots} aria-hidden="true" />
          <VisuallyHidden>{state === "busy" ? "Loading older messages" : ""}</VisuallyHidden>
        </>
      )}
    </div>
  );
}

/** The story's title page, with the notice that the law and good manners ask for. */
function TitlePage() {
  const chat = useChat();
  const { story, notices } = chat;
  return (
    <div className={s.page}>
      <p className={s.title} dir="auto">
        {titleOf(chat)}
      </p>
      {story.scenario !== null && (
        <p className={s.author}>
          {story.scenario.deleted === true ? (
            story.scenario.displayName
          ) : (
            <>
              A scenario by <bdi>{story.scenario.authorname}</bdi>
              {story.scenario.withdrawn === true && ", who has withdrawn it. Your story goes on."}
            </>
          )}
        </p>
      )}
      {modelOf(chat)?.isDemo ? (
        <p className={s.notice}>
          <span className={demo.mark}>Demo</span> No AI model is connected, and no human is typing. Every
          reply was written in advance.
        </p>
      ) : (
        <p className={s.notice}>{notices.ai}</p>
      )}
    </div>
  );
}
