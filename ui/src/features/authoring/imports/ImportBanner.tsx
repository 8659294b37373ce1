import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { usePage } from "../../../api/page";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { useSession } from "../../../api/session";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import type { ImportBatch } from "../types";
import { batchTitle, isAsking, resultText, settledIn } from "./copy";
import s from "./ImportBanner.module.css";
import { showArrived } from "./lists";
import { Progress } from "./Progress";
import { plannedIn, type Sending, useSender } from "./useSender";

/** How often imports that are under way are looked at from the shelf, in milliseconds. */
const EVERY_MS = 4_000;

/** The imports that are under way, over the shelf that they fill; each leads to its own page. */
export function ImportBanner() {
  const page = usePage();
  const batches = useApi(page.uri(reads.importBatches), {
    again: (last) => (last?.results.some(({ finished }) => !finished) ? EVERY_MS : null),
  });
  const all = batches.state === "ready" ? batches.data.results : [];
  // What has been seen under way stays, so that its end is seen, too.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fresh = all.filter(({ id, finished }) => !finished && !seen.has(id));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]));

  useShelf(batches.state === "ready" ? all : null);
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

/** The shelf below shows what the imports bring. `all`: null while they are not known. */
function useShelf(all: readonly ImportBatch[] | null): void {
  const client = useQueryClient();
  const arrived = all?.reduce((sum, { counts }) => sum + counts.imported + counts.updated, 0) ?? null;
  const going = all?.filter(({ finished }) => !finished).length ?? null;
  const before = useRef({ arrived, going });
  const onChange = useEffectEvent(() => {
    const was = before.current;
    before.current = { arrived, going };
    if (was.arrived === null || was.going === null || going === null) return;
    if (was.arrived !== arrived || was.going > going) void showArrived(client, was.going > going);
  });
  useEffect(() => {
    void [arrived, going];
    onChange();
  }, [arrived, going]);
}

function Banner({ batch }: { batch: ImportBatch }) {
  const { viewer } = useSession();
  const sending = useSender(batch, viewer?.userID ?? null);
  const planned = plannedIn(batch, sending);
  const isWaiting = isAsking(batch) || waitsHere(batch, sending);
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

/** Whether somebody has to do something here before the rest is sent. */
function waitsHere({ sealed }: ImportBatch, sending: Sending): boolean {
  if (sealed || sending.by !== "here") return false;
  return sending.now.missing.length > 0 || sending.now.state.at === "stopped";
}

/** The one thing to know about an import from afar. */
function bannerText(batch: ImportBatch, sending: Sending, planned: number): string {
  const { counts, finished, sealed } = batch;
  if (finished) return resultText(counts);
  if (isAsking(batch))
    return counts.changed === 1
      ? "Another version of a card you have: what to do with it?"
      : `Other versions of ${counts.changed} cards you have: what to do with them?`;
  if (!sealed && sending.by === "here" && sending.now.state.at === "stopped")
    return `Sending has stopped: ${settledIn(counts)} of ${planned} done`;
  if (!sealed && sending.by === "here" && sending.now.missing.length > 0)
    return `${plural(sending.now.missing.length, "file")} to be chosen again`;
  if (!sealed && sending.by === "here" && sending.now.state.at === "paused")
    return `Sending is paused: ${settledIn(counts)} of ${planned} done`;
  return `${settledIn(counts)} of ${planned} done`;
}
