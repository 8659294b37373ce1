import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { refetchLists } from "../../../api/list-cache";
import { usePage } from "../../../api/page";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { useSession } from "../../../api/session";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import { LISTS } from "../list/useMyScenarios";
import type { ImportBatch } from "../types";
import s from "./ImportBanner.module.css";
import { Progress } from "./Progress";
import { type Sending, useSender } from "./useSender";
import { batchTitle, isAsking, resultText, settledIn } from "./words";

/** How often imports that are under way are looked at from the shelf, in milliseconds. */
const EVERY_MS = 4_000;

/** The imports that are under way, over the shelf that they fill; each leads to its own page. */
export function ImportBanner() {
  const page = usePage();
  const client = useQueryClient();
  const batches = useApi(page.uri(reads.importBatches), {
    again: (last) => (last?.results.some(({ finished }) => !finished) ? EVERY_MS : null),
  });
  const all = batches.state === "ready" ? batches.data.results : [];
  // What has been seen under way stays, so that its end is seen, too.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fresh = all.filter(({ id, finished }) => !finished && !seen.has(id));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]));

  const arrived = all.reduce((sum, { counts }) => sum + counts.imported + counts.updated, 0);
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (batches.state !== "ready") return;
    setShown(arrived);
    if (shown !== null && shown !== arrived) void refetchLists(client, LISTS);
  }, [client, batches.state, arrived, shown]);

  const watched = all.filter(({ id, finished }) => !finished || seen.has(id));
  if (watched.length === 0) return null;
  return (
    <ul className={s.banners} aria-label="Imports">
      {watched.map((batch) => (
        <Banner key={batch.id} batch={batch} />
      ))}
    </ul>
  );
}

function Banner({ batch }: { batch: ImportBatch }) {
  const { viewer } = useSession();
  const sending = useSender(batch, viewer?.userID ?? null);
  const planned =
    sending.by === "here" ? Math.max(sending.now.files, batch.counts.total) : batch.counts.total;
  const isWaiting = isAsking(batch) || (sending.by === "here" && sending.now.missing.length > 0);
  return (
    <li className={s.banner} data-waiting={isWaiting || undefined}>
      <Icon name={batch.finished ? "check" : isWaiting ? "help" : "upload"} />
      <div className={s.words}>
        <a className={s.link} href={paths.importBatch(batch.id)} dir="auto">
          {batchTitle(batch)}
        </a>
        <span className="numbers">{bannerText(batch, sending, planned)}</span>
      </div>
      <div className={s.progress}>
        <Progress counts={batch.counts} total={planned} />
      </div>
      <Icon name="right" />
    </li>
  );
}

/** The one thing to know about an import from afar. */
function bannerText(batch: ImportBatch, sending: Sending, planned: number): string {
  const { counts, finished, sealed } = batch;
  if (finished) return resultText(counts);
  if (isAsking(batch))
    return counts.changed === 1
      ? "One card changed: what to do with it?"
      : `${counts.changed} cards changed: what to do with them?`;
  if (!sealed && sending.by === "here" && sending.now.missing.length > 0)
    return `${plural(sending.now.missing.length, "file")} to be chosen again`;
  if (!sealed && sending.by === "here" && sending.now.state.at === "paused")
    return `Sending is paused: ${settledIn(counts)} of ${planned} done`;
  return `${settledIn(counts)} of ${planned} done`;
}
