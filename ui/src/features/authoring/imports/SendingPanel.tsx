import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readUri } from "../../../api/address";
import { keyOf } from "../../../api/query";
import { reads } from "../../../api/reads";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { importsApi } from "../api";
import { ProgressBar } from "../files/ProgressBar";
import type { ImportBatch } from "../types";
import s from "./BatchView.module.css";
import { bytesOf, type Selection, sizeText } from "./chosen";
import disclosure from "./Disclosure.module.css";
import { PickFiles } from "./PickFiles";
import type { SenderSnapshot, SenderState, Unsent } from "./sender";
import type { Sending } from "./useSender";

/** How the files of an import get to the server, and what is needed for that. */
export function SendingPanel({ batch, sending }: { batch: ImportBatch; sending: Sending }) {
  if (batch.sealed) return sending.by === "here" ? <NotSent unsent={sending.now.unsent} /> : null;
  switch (sending.by) {
    case "unknown":
      return null;
    case "elsewhere":
      return (
        <section className={s.panel}>
          <h2 className={s.panelTitle}>Another window is sending the files</h2>
          <p>Keep that window open until all of them are sent.</p>
        </section>
      );
    case "nobody":
      return <FromElsewhere batch={batch} />;
    case "here":
      if (sending.now.state.at === "stopped")
        return <Stopped sending={sending} state={sending.now.state} unsent={sending.now.unsent} />;
      return sending.now.missing.length > 0 ? (
        <Missing sending={sending} />
      ) : (
        <OnTheWay sender={sending.sender} now={sending.now} />
      );
  }
}

type SendingHere = Extract<Sending, { by: "here" }>;

type HereProps = Pick<SendingHere, "sender" | "now">;

interface StoppedProps {
  sending: SendingHere;
  state: Extract<SenderState, { at: "stopped" }>;
  unsent: readonly Unsent[];
}

function Stopped({ sending, state: { why, isGone }, unsent }: StoppedProps) {
  const retry = useAction(() => sending.goOn((sender) => sender.retry()));
  if (isGone) return <FormMessage>{why}</FormMessage>;
  return (
    <section className={s.panel} aria-labelledby="sending-title">
      <h2 className={s.panelTitle} id="sending-title">
        Sending has stopped
      </h2>
      <FormMessage>{why}</FormMessage>
      <div className={s.panelActions}>
        <Button busy={retry.busy} onClick={() => void retry.run()}>
          <Icon name="refresh" />
          Try again
        </Button>
      </div>
      <NotSent unsent={unsent} />
    </section>
  );
}

const doneText = ({ filesDone, files, bytesDone, bytes }: SenderSnapshot) =>
  `${filesDone} of ${plural(files, "file")} sent · ${sizeText(bytesDone)} of ${sizeText(bytes)}`;

function OnTheWay({ sender, now }: HereProps) {
  const { state } = now;
  if (state.at === "sealed") return <NotSent unsent={now.unsent} />;
  return (
    <section className={s.panel} aria-labelledby="sending-title">
      <h2 className={s.panelTitle} id="sending-title">
        {state.at === "paused" ? "Sending is paused" : "Sending your files"}
      </h2>
      <SentBar now={now} />
      <p className="numbers">{doneText(now)}</p>
      {state.at === "paused" ? (
        <div className={s.panelActions}>
          <Button onClick={() => sender.wake()}>
            <Icon name="refresh" />
            Try now
          </Button>
          <p>{`${state.why.replace(/\.$/, "")}. It will resume automatically.`}</p>
        </div>
      ) : (
        <p className={s.quiet}>
          Keep Dramatis open until all files are sent; you can go to other pages. What has arrived is imported
          even while your phone is locked.
        </p>
      )}
      <NotSent unsent={now.unsent} />
    </section>
  );
}

function SentBar({ now: { bytes, bytesDone } }: Pick<HereProps, "now">) {
  return <ProgressBar label="Sent" value={bytesDone} max={bytes} />;
}

/** Names that are shown at once. */
const LISTED = 5;

/** After a reload: browsers keep no files, so that the rest has to be chosen again. */
function Missing({ sending: { now, goOn } }: { sending: SendingHere }) {
  const [chosen, setChosen] = useState<{ fits: number } | null>(null);
  const { missing, state } = now;
  const first = missing.slice(0, LISTED);
  const rest = missing.slice(LISTED);
  const add = useAction(async (selection: Selection) => {
    const fits = await goOn((sender) => sender.add(selection));
    setChosen(fits === null ? null : { fits });
  });
  const finish = useAction(() => goOn((sender) => sender.finishWithout()));
  const choose = (selection: Selection) => void add.run(selection);
  return (
    <section className={s.panel} data-tone="asking" aria-labelledby="missing-title">
      <h2 className={s.panelTitle} id="missing-title">
        {missing.length === 1 ? "Choose 1 file again" : `Choose ${missing.length} files again`}
      </h2>
      <p>
        The page was closed before they were sent, and browsers don’t keep files. Choose the same folder or
        the files below: what has arrived isn’t sent twice.
      </p>
      <ul className={s.names} aria-label="Still to be sent">
        {first.map(({ position, name, bytes }) => (
          <li key={position}>
            <span dir="auto">{name}</span>
            <span className="numbers">{sizeText(bytes)}</span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={s.more}>
          <summary
            className={disclosure.summary}
          >{`and ${rest.length} more, ${sizeText(bytesOf(rest))}`}</summary>
          <ul className={s.names}>
            {rest.map(({ position, name, bytes }) => (
              <li key={position}>
                <span dir="auto">{name}</span>
                <span className="numbers">{sizeText(bytes)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {chosen?.fits === 0 && (
        <FormMessage>
          None of the files you chose belongs to this import. Names and sizes have to be the same.
        </FormMessage>
      )}
      {(chosen?.fits ?? 0) > 0 && state.at !== "missing" && (
        <p className="numbers" role="status">
          {doneText(now)}
        </p>
      )}
      <div className={s.panelActions}>
        <PickFiles label="Choose the folder" tone="accent" folder onChoose={choose} />
        <PickFiles label="Choose files" onChoose={choose} />
        <Button tone="quiet" busy={finish.busy} onClick={() => void finish.run()}>
          {missing.length === 1 ? "Continue without it" : "Continue without them"}
        </Button>
      </div>
      <NotSent unsent={now.unsent} />
    </section>
  );
}

function NotSent({ unsent }: { unsent: readonly Unsent[] }) {
  if (unsent.length === 0) return null;
  return (
    <FormMessage>
      <p>{unsent.length === 1 ? "1 file couldn’t be sent:" : `${unsent.length} files couldn’t be sent:`}</p>
      <ul className={s.unsent}>
        {unsent.map(({ name, why }) => (
          <li key={name}>
            <b dir="auto">{name}</b> {why}
          </li>
        ))}
      </ul>
    </FormMessage>
  );
}

/** The list of files is in another browser, or lost. */
function FromElsewhere({ batch }: { batch: ImportBatch }) {
  const client = useQueryClient();
  const seal = useAction(async () => {
    const next = await importsApi.seal(batch.id);
    client.setQueryData(keyOf(readUri(reads.importBatch, { importID: batch.id })), next);
  });
  return (
    <section className={s.panel}>
      <h2 className={s.panelTitle}>More files may still come</h2>
      <p>
        This import was started on another device or in another browser. If nothing is being sent there any
        more, continue with what has arrived.
      </p>
      {seal.failure !== null && <FormMessage>{seal.failure}</FormMessage>}
      <div className={s.panelActions}>
        <Button busy={seal.busy} onClick={() => void seal.run()}>
          {`Continue with ${plural(batch.counts.total, "file")}`}
        </Button>
      </div>
    </section>
  );
}
