import type { ReactNode } from "react";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import type { ImportFileReport } from "../types";
import s from "./CardReport.module.css";
import disclosure from "./Disclosure.module.css";
import { groupsOf, lookCount, type ReportRow } from "./report";

type CardReportProps = Pick<ImportFileReport, "report" | "notices"> & {
  links?: ImportFileReport["links"];
  /** What the place of a picture is called. */
  placeName?: (pointer: string) => string;
  /** What arrived, in sentences. */
  children?: ReactNode;
};

/** What became of a file: what arrived, what wants a look, and what is for those who ask. */
export function CardReport({
  report,
  notices,
  links = [],
  placeName = (place) => place,
  children,
}: CardReportProps) {
  const { look, taken, people, kept } = groupsOf({ report, links });
  const count = lookCount({ report, notices, links });
  return (
    <div className={s.report}>
      <section className={s.arrived} aria-label="What arrived">
        <Icon name="check" />
        <div>
          {children}
          <p>{count === 0 ? "Nothing needs a look." : `${plural(count, "thing")} to look at:`}</p>
        </div>
      </section>
      {count > 0 && (
        <ul className={s.rows} aria-label="To look at">
          {look.map((row) => (
            <Row key={row.name} row={row} />
          ))}
          {links.map(({ place, address }) => (
            <li key={`${place} ${address}`} className={s.row}>
              <b dir="auto">{placeName(place)}</b>
              <span dir="auto">A picture at {address} was not loaded. Upload it to show it.</span>
            </li>
          ))}
          {notices.map((notice) => (
            <li key={notice} className={s.row}>
              <span dir="auto">{notice}</span>
            </li>
          ))}
        </ul>
      )}
      <Rest title="Taken as it was" rows={taken} />
      <Rest title="Left out on purpose" rows={people} noted={false}>
        Chats, favourites and dates of use are about people, and names of files are about their computer. They
        are never imported.
      </Rest>
      <Rest title="Kept for export" rows={kept}>
        Not used here. You get it back unchanged when you export.
      </Rest>
    </div>
  );
}

function Row({ row: { name, notes }, noted = true }: { row: ReportRow; noted?: boolean }) {
  return (
    <li className={s.row}>
      <b dir="auto">{name}</b>
      {noted &&
        notes.map((note) => (
          <span key={note} dir="auto">
            {note}
          </span>
        ))}
    </li>
  );
}

interface RestProps {
  title: string;
  rows: readonly ReportRow[];
  /** Whether each row says why. */
  noted?: boolean;
  /** What it means for all of them. */
  children?: ReactNode;
}

/** Fields that need no look, folded away; nothing if there are none. */
function Rest({ title, rows, noted = true, children }: RestProps) {
  if (rows.length === 0) return null;
  return (
    <details className={s.rest}>
      <summary className={disclosure.summary}>{`${title} (${rows.length})`}</summary>
      {children !== undefined && <p>{children}</p>}
      <ul className={s.rows} aria-label={title}>
        {rows.map((row) => (
          <Row key={row.name} row={row} noted={noted} />
        ))}
      </ul>
    </details>
  );
}
