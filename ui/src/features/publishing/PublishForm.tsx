import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { keyOf, useApi } from "../../api/query";
import { Button, LinkButton } from "../../design/Button";
import { ErrorState } from "../../design/EmptyStates";
import { FormMessage } from "../../design/forms/FormMessage";
import { RadioOptions } from "../../design/forms/RadioOptions";
import { useAction } from "../../design/forms/useAction";
import { Icon } from "../../design/Icon";
import { Skeleton } from "../../design/Skeleton";
import { paths } from "../../lib/paths";
import { publishingApi, publishingUri } from "./api";
import { FindingList } from "./FindingList";
import { PublicAddress } from "./PublicAddress";
import s from "./PublishForm.module.css";
import {
  ACCESS,
  accessOf,
  actionText,
  isDone,
  isOfPicture,
  isWaiting,
  missingFor,
  refusal,
  seenText,
} from "./rules";
import type { Access, PublishingStatus } from "./types";
import { WithdrawDialog } from "./WithdrawDialog";

interface PublishFormProps {
  id: string;
  /** The version of the draft as it was saved last. */
  version: number;
  /** Why what is on the screen is not what the server has, in a sentence; null: it is. */
  notSaved: string | null;
  /** The name of a field, for people. */
  nameOf: (field: string) => string;
  /** Leads to a field. */
  goTo: (field: string) => void;
}

/** Why what waits is not sent again. */
const WAITS = "The version you sent is waiting. You can send another once you’ve changed something.";

/** Who sees a scenario, what still keeps it from others, and publishing it. */
export function PublishForm(props: PublishFormProps) {
  const { id, version } = props;
  const client = useQueryClient();
  const status = useApi(publishingUri(id));
  const known = status.state === "ready" ? status.data.version : version;
  useEffect(() => {
    if (known !== version) void client.invalidateQueries({ queryKey: keyOf(publishingUri(id)) });
  }, [client, id, known, version]);
  switch (status.state) {
    case "loading":
      return <Skeleton />;
    case "failed":
      return (
        <ErrorState title="Couldn’t check the scenario" onRetry={status.retry}>
          {status.error.message}
        </ErrorState>
      );
    case "ready": {
      const { data } = status;
      // What is not saved yet is a change, too.
      return <Form {...props} status={{ ...data, hasChanges: data.hasChanges || props.notSaved !== null }} />;
    }
  }
}

/**
 * What was chosen for a scenario and not done yet, by its id: whoever goes to fill in what is missing finds the choice again,
 * rather than *public*.
 */
const choices = new Map<string, Access>();

function Form({
  id,
  version,
  notSaved,
  nameOf,
  goTo,
  status,
}: PublishFormProps & { status: PublishingStatus }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(() => choices.get(id) ?? null);
  /** What is asked about first: both take it from its readers. */
  const [asking, setAsking] = useState<"withdraw" | "private" | null>(null);
  const reason = useId();
  const access = chosen ?? accessOf(status);
  const choose = (next: Access) => {
    choices.set(id, next);
    setChosen(next);
  };
  const show = (next: PublishingStatus) => {
    choices.delete(id);
    client.setQueryData(keyOf(publishingUri(id)), next);
    setChosen(null);
  };
  const send = async () => show(await publishingApi.publish(id, status.version, access));
  const publish = useAction(send);
  const unchecked = status.version === version ? null : "Wait until your changes are checked.";
  const isAsItIs = isDone(status, access);
  const isSent = notSaved === null && isWaiting(status, access);
  const why = isAsItIs ? null : (notSaved ?? unchecked ?? (isSent ? WAITS : refusal(status, access)));
  const isOpen = status.state === "public" || status.state === "unlisted";
  return (
    <div className={s.form}>
      <p className={s.state} data-state={status.state} role="status">
        {seenText(status)}
        {status.hasChanges &&
          status.publishedVersion !== null &&
          " What you changed since is not published yet."}
        {status.publishedVersion !== null && " Stories that are running stay on the version they began with."}
      </p>
      <FindingList
        title="What is missing"
        findings={missingFor(status, access).map(({ field, message }) => ({ field, message, passage: "" }))}
        nameOf={nameOf}
        goTo={goTo}
      />
      <FindingList
        title="What can’t be public or unlisted"
        findings={status.refused}
        nameOf={nameOf}
        goTo={goTo}
      />
      {status.refused.some(isOfPicture) && (
        <p className={s.hint}>If a picture isn’t explicit, open it above and ask for a second look.</p>
      )}
      <FindingList
        title="What a person will look at first"
        findings={status.doubted}
        nameOf={nameOf}
        goTo={goTo}
      />
      <fieldset className={s.choices}>
        <legend>Who can see it</legend>
        <RadioOptions choices={ACCESS} value={access} onChange={choose} />
      </fieldset>
      {publish.failure !== null && <FormMessage>{publish.failure}</FormMessage>}
      <div className={s.actions}>
        <Button
          tone={isAsItIs || isSent ? "plain" : "accent"}
          size="lg"
          aria-disabled={isAsItIs || why !== null || publish.busy || undefined}
          aria-busy={publish.busy || undefined}
          aria-describedby={why === null ? undefined : reason}
          onClick={() => {
            if (why !== null || isAsItIs) return;
            if (isOpen && access === "private") setAsking("private");
            else void publish.run();
          }}
        >
          {isAsItIs && <Icon name="check" />}
          {publish.busy ? "Publishing…" : isSent ? "Waiting for review" : actionText(status, access)}
        </Button>
        {status.publishedVersion !== null && !isOpen && (
          <LinkButton href={paths.scenario(id)}>Open the page</LinkButton>
        )}
        {(isOpen || status.state === "inReview") && (
          <Button tone="quiet" onClick={() => setAsking("withdraw")}>
            Withdraw
          </Button>
        )}
      </div>
      {isOpen && <PublicAddress path={paths.scenario(id)} />}
      {why !== null && (
        <p className={s.why} id={reason}>
          {why}
        </p>
      )}
      {asking !== null && (
        <WithdrawDialog
          {...(asking === "private" && { title: "Withdraw it and make it private?" })}
          run={asking === "private" ? send : async () => show(await publishingApi.withdraw(id))}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
