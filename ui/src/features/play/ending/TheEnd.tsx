import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { prolongGuest } from "../../../api/guest";
import { storedGuest } from "../../../api/guest-store";
import { LinkButton } from "../../../design/Button";
import { longDate } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { BeginButton, useStart } from "../../stories/public";
import { castOf } from "../model/cast";
import type { Chat } from "../model/state";
import { useChat, usePlay } from "../PlayContext";
import s from "./TheEnd.module.css";

/** Space around it in the story, in pixels. */
const MARGIN = 16;

/**
 * What stands in the place of the composer, or on small screens under the last line, where what the demo plays has
 * ended: the site's own words, by nobody in the story.
 */
export default function TheEnd({ came }: { /** It came while the reader was there. */ came: boolean }) {
  const chat = useChat();
  const { announce } = usePlay();
  const panel = useRef<HTMLElement>(null);
  const { scenarioID, notices } = chat;
  const gone = goneText(chat);

  // Where the field was that the reader wrote in.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (came && (activeElement === null || activeElement === document.body))
      panel.current?.focus({ preventScroll: true });
  }, [came]);
  useEffect(() => {
    if (!came) return;
    announce("The end. Choose what to do next.");
    // The list knows the new height two frames later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => showUnder(panel.current));
    });
    return () => cancelAnimationFrame(frame);
  }, [came, announce]);

  return (
    <section ref={panel} className={s.end} tabIndex={-1} data-the-end aria-labelledby="the-end">
      <h2 className={s.title} id="the-end">
        The end
      </h2>
      <p className={s.words}>
        The demo ends here. Change one of your earlier lines to see what else could have happened.
      </p>
      <div className={s.ways}>
        {gone === null && scenarioID !== null && <Again scenarioId={scenarioID} />}
        <LinkButton href={paths.search()}>Find another story</LinkButton>
        <LinkButton tone="quiet" href={paths.safety} target="_blank" rel="noopener">
          Help and safety
        </LinkButton>
        {gone !== null && <p className={s.note}>{gone}</p>}
      </div>
      {chat.userID === null && <Keep />}
      {notices.connect !== null && <Connect lines={notices.connect} />}
    </section>
  );
}

/** Why no other story of the scenario can be begun; null: one can. Its author can also play what is withdrawn. */
function goneText({ userID, story: { scenario } }: Chat): string | null {
  if (scenario?.deleted === true) return "You can’t play it again: the scenario was removed.";
  const isWithdrawn = scenario?.withdrawn === true && scenario.author !== userID;
  return isWithdrawn ? "You can’t play it again: its author has withdrawn the scenario." : null;
}

/** Where it follows the last line, it comes into view as far as that line stays there from its beginning: it may still be read. */
function showUnder(panel: HTMLElement | null): void {
  const scroller = panel?.closest("[data-scroller]");
  const line = scroller?.querySelector("[data-last]");
  if (!panel || !scroller || !line) return;
  const view = scroller.getBoundingClientRect();
  const wanted = panel.getBoundingClientRect().bottom - view.bottom + MARGIN;
  const room = line.getBoundingClientRect().top - view.top - MARGIN;
  scroller.scrollTop += Math.max(Math.min(wanted, room), 0);
}

/** The same story from its beginning. What was played stays. */
function Again({ scenarioId }: { scenarioId: string }) {
  const { story } = usePlay();
  const chat = useChat();
  const start = useStart(scenarioId, castOf(chat).length, true);
  const first = story.messages[0];
  // From the same opening, as far as it is known here.
  const opening = first?.depth === 0 && first.origin === "opening" ? first.siblings.index : 0;
  return (
    <>
      <BeginButton start={start} opening={opening} tone="accent">
        Play it again
      </BeginButton>
      <p className={s.note} role="status">
        {start.failure ??
          (chat.userID === null
            ? "Starts from the beginning. You’ll find this one on the scenario’s page."
            : "Starts from the beginning. This one stays in your stories.")}
      </p>
    </>
  );
}

/** How long a guest's stories stay, and how they stay for good. */
function Keep() {
  const { chatID } = usePlay();
  const [until, setUntil] = useState(() => storedGuest()?.expiresAt ?? null);
  // Who has played to the end has just used it.
  useEffect(() => setUntil(prolongGuest()), []);
  return (
    <div className={s.keep}>
      <p>
        {until === null ? (
          "Your story is only in this browser."
        ) : (
          <>
            Your story stays in this browser until <b>{longDate(new Date(until).toISOString())}</b>.
          </>
        )}
      </p>
      <LinkButton href={paths.signUpFirst(paths.story(chatID))}>Sign up to keep your stories</LinkButton>
    </div>
  );
}

/** For those who run the site. */
function Connect({ lines }: { lines: readonly string[] }) {
  return (
    <details className={s.connect}>
      <summary>Do you run this site? Connect an AI model</summary>
      <ol>
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ol>
    </details>
  );
}
