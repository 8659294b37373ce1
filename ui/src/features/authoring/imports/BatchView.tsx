import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readUri } from "../../../api/address";
import { refetchLists } from "../../../api/list-cache";
import { reads } from "../../../api/reads";
import { useSession } from "../../../api/session";
import { Button, LinkButton } from "../../../design/Button";
import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import { Icon } from "../../../design/Icon";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { importsApi } from "../api";
import { LISTS } from "../list/useMyScenarios";
import type { ImportBatch } from "../types";
import s from "./BatchView.module.css";
import { ChangedQuestion } from "./ChangedQuestion";
import { batchTitle, isAsking, resultText, settledIn, statusText } from "./copy";
import { FileList } from "./FileList";
import { BATCHES } from "./lists";
import { OneFile } from "./OneFile";
import { Progress } from "./Progress";
import { Running } from "./Running";
import { SendingPanel } from "./SendingPanel";
import { stopSending } from "./senders";
import { plannedIn, type Sending, useSender } from "./useSender";

/** An import as it goes on. */
export function BatchView({ batch }: { batch: ImportBatch }) {
  const { viewer } = useSession();
  const sending = useSender(batch, viewer?.userID ?? null);
  const [removing, setRemoving] = useState(false);
  const client = useQueryClient();
  const { counts, finished } = batch;
  useArrivals(batch);
  const planned = plannedIn(batch, sending);
  const isOne = planned === 1 && (batch.sealed || sending.by === "here");

  const remove = async () => {
    await importsApi.remove(batch.id);
    await stopSending(batch.id);
    await navigate(paths.myScenarios);
    // Its address leads to nothing any more, also from the history.
    client.removeQueries({ predicate: isOfImport(batch.id) });
    await refetchLists(client, BATCHES);
  };

  return (
    <div className={s.view}>
      <header className={s.head}>
        <div className={s.above}>
          <a className={s.back} href={paths.myScenarios}>
            <Icon name="left" />
            My scenarios
          </a>
          <Button tone="quiet" onClick={() => setRemoving(true)}>
            {finished ? "Remove this import" : "Stop the import"}
          </Button>
        </div>
        <h1 className={s.title} dir="auto">
          {batchTitle(batch)}
        </h1>
        <div className={s.status}>
          <p>
            <b role="status">{statusText(batch, isOnTheWay(sending))}</b>
            {(finished || !isOne) && (
              <span className="numbers">
                {finished ? resultText(counts) : `${settledIn(counts)} of ${planned} done`}
              </span>
            )}
          </p>
          {finished && !isOne && (
            <LinkButton tone="accent" href={paths.myScenarios}>
              See your scenarios
            </LinkButton>
          )}
        </div>
        {!(finished && isOne) && <Progress counts={counts} total={planned} />}
      </header>
      <SendingPanel batch={batch} sending={sending} />
      {isOne && <OneFile batch={batch} />}
      {isAsking(batch) && <ChangedQuestion batch={batch} />}
      {!isOne && counts.importing > 0 && <Running id={batch.id} />}
      {!isOne && <FileList batch={batch} />}
      {removing && <RemoveDialog finished={finished} run={remove} onClose={() => setRemoving(false)} />}
    </div>
  );
}

interface RemoveDialogProps {
  finished: boolean;
  run: () => Promise<void>;
  onClose: () => void;
}

/** Asks before an import is stopped, or before one that has ended goes with its report. */
function RemoveDialog({ finished, run, onClose }: RemoveDialogProps) {
  return finished ? (
    <ConfirmDialog
      title="Remove this import?"
      action="Remove"
      busyAction="Removing…"
      run={run}
      onClose={onClose}
    >
      Its report is deleted. Scenarios that were imported stay on your shelf.
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title="Stop the import?"
      action="Stop the import"
      busyAction="Stopping…"
      run={run}
      onClose={onClose}
    >
      What is not imported yet is dropped. Scenarios that were imported stay on your shelf.
    </ConfirmDialog>
  );
}

/** Whether this window sends, or soon will again by itself. */
const isOnTheWay = (sending: Sending) =>
  sending.by === "here" && sending.now.missing.length === 0 && sending.now.state.at !== "stopped";

/** What has arrived appears on the shelf, and the last changes in the lists of the import. */
function useArrivals({ counts, finished }: ImportBatch): void {
  const client = useQueryClient();
  const arrived = counts.imported + counts.updated;
  const before = useRef({ arrived, finished });
  const onChange = useEffectEvent(() => {
    const was = before.current;
    before.current = { arrived, finished };
    if (arrived !== was.arrived) void refetchLists(client, LISTS);
    // What was on screen while it went on is read a last time.
    if (finished && !was.finished) void client.invalidateQueries({ predicate: isOfImports });
  });
  useEffect(() => {
    void arrived;
    void finished;
    onChange();
  }, [arrived, finished]);
}

function isOfImport(id: string) {
  const uri = readUri(reads.importBatch, { importID: id });
  return ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey.some((part) => part === uri || (typeof part === "string" && part.startsWith(`${uri}/`)));
}

function isOfImports({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey.some((part) => typeof part === "string" && part.startsWith(BATCHES));
}
