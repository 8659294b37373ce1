import { readUri } from "../../api/address";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { paths } from "../../lib/paths";
import s from "./LinesHere.module.css";
import { nearby, regionName } from "./rules";
import type { HelpLine } from "./types";
import { WithNumbers } from "./WithNumbers";

interface LinesHereProps {
  /** The language in which somebody was pointed to them (ISO 639-1), as far as it is known: its lines stand first. */
  language: string | null;
}

/**
 * The lines that listen, short, where somebody was just pointed to them: those of the reader's own countries at once,
 * the others behind one press. Until they have come, and where they cannot, the emergency numbers stand there.
 */
export function LinesHere({ language }: LinesHereProps) {
  const notices = useApi(readUri(reads.careNotices));
  if (notices.state !== "ready") {
    return (
      <p className={s.first}>
        <WithNumbers text="Your local emergency number: 112 in Europe, 911 in North America." />{" "}
        <a className="text-link" href={paths.safety} target="_blank" rel="noopener">
          All helplines
        </a>
      </p>
    );
  }
  const { near, far } = nearby(notices.data.crisis.lines, [
    ...(language === null ? [] : [language]),
    ...navigator.languages,
  ]);
  return (
    <div className={s.here}>
      <Lines lines={near} />
      {far.length > 0 && (
        <details>
          <summary className="text-link">Other countries</summary>
          <Lines lines={far} />
        </details>
      )}
    </div>
  );
}

function Lines({ lines }: { lines: readonly HelpLine[] }) {
  return (
    <ul className={s.list}>
      {lines.map(({ region, name, contact, url }) => (
        <li key={`${region} ${name}`}>
          <span className={s.name}>
            {url ? (
              <a href={url} rel="noopener noreferrer" target="_blank" dir="auto">
                {name}
              </a>
            ) : (
              <span dir="auto">{name}</span>
            )}{" "}
            <span className={s.region}>{regionName(region)}</span>
          </span>
          <span dir="auto">
            <WithNumbers text={contact} />
          </span>
        </li>
      ))}
    </ul>
  );
}
