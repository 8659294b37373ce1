import { type ReactNode, useEffect, useRef } from "react";
import { usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import fan from "../../design/Fan.module.css";
import { Picture } from "../../design/Picture";
import { cx } from "../../lib/classes";
import { isBlurred } from "../scenarios/public";
import s from "./EntryFrame.module.css";

interface EntryFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Beside the panel, on a wide screen. */
  line?: string;
  /** Under the panel: the other way in. */
  foot?: ReactNode;
}

/** Scenario pictures beside the form, on a wide screen; never one that is blurred. */
function HousePictures() {
  const { uri } = usePage();
  const feed = useApi(uri(reads.entryPictures));
  const pictures = (feed.state === "ready" ? feed.data.results : [])
    .filter((scenario) => scenario.picture !== null && !isBlurred(scenario, false))
    .slice(0, 3);
  if (pictures.length < 3) return null;
  return (
    <div className={cx(fan.fan, s.fan)} aria-hidden="true">
      {pictures.map((scenario) => (
        <span className={cx("poster", fan.poster)} key={scenario.id}>
          <Picture src={scenario.picture ?? ""} alt="" width={233} height={350} />
        </span>
      ))}
    </div>
  );
}

/** The frame of the sign-in screens: one quiet panel, and on a wide screen some scenarios beside it. */
export function EntryFrame({
  title,
  lead,
  children,
  foot,
  line = "Pick up where you left off.",
}: EntryFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);

  // The step that had the focus is gone: reading goes on with the title of the next.
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);

  return (
    <div className={s.entry}>
      <div className={s.aside}>
        <HousePictures />
        <p className={cx("serif", s.line)}>{line}</p>
        <p className={s.promise}>Your stories, your characters and everything you love, on every device.</p>
      </div>
      <div className={s.side}>
        <section className={s.panel} aria-labelledby="entry-title">
          <h1 className={cx("serif", s.title)} id="entry-title" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <div className={s.lead}>{lead}</div>}
          {children}
        </section>
        {foot !== undefined && <div className={s.foot}>{foot}</div>}
      </div>
    </div>
  );
}
