import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import reports from "../../../design/Report.module.css";
import type { FieldReport, Imported } from "../types";
import s from "./CardImport.module.css";
import { cardFieldName, reportOrder } from "./report";

const OUTCOMES: Readonly<Record<FieldReport["outcome"], { icon: IconName; label: string }>> = {
  taken: { icon: "check", label: "Imported" },
  changed: { icon: "edit", label: "Changed" },
  kept: { icon: "download", label: "Kept for export" },
  refused: { icon: "close", label: "Left out" },
};

type CardReportProps = Pick<Imported, "report" | "notices"> & {
  links?: Imported["links"];
  /** What the place of a picture is called. */
  placeName?: (pointer: string) => string;
};

/** What became of each field of a file, what is lost first. */
export function CardReport({ report, notices, links = [], placeName = (place) => place }: CardReportProps) {
  return (
    /* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keys. */
    <ul className={reports.report} aria-label="Import report" tabIndex={0}>
      {notices.map((notice) => (
        <li key={notice} className={s.line} data-outcome="refused">
          <Icon name="info" />
          <span className={s.reportWords} dir="auto">
            {notice}
          </span>
          <span className={s.outcome}>Left out</span>
        </li>
      ))}
      {links.map(({ place, address }) => (
        <li key={`${place} ${address}`} className={s.line} data-outcome="changed">
          <Icon name="image" />
          <span className={s.reportWords}>
            <b dir="auto">{placeName(place)}</b>
            <span dir="auto">A picture at {address}. Upload it to show it.</span>
          </span>
          <span className={s.outcome}>Not loaded</span>
        </li>
      ))}
      {reportOrder({ report, links }).map(({ field, outcome, note }) => (
        <li key={`${field} ${outcome} ${note}`} className={s.line} data-outcome={outcome}>
          <Icon name={OUTCOMES[outcome].icon} />
          <span className={s.reportWords}>
            <b dir="auto">{cardFieldName(field)}</b>
            {note !== "" && <span dir="auto">{note}</span>}
          </span>
          <span className={s.outcome}>{OUTCOMES[outcome].label}</span>
        </li>
      ))}
    </ul>
  );
}
