import { useState } from "react";
import { readUri } from "../../../api/address";
import type { Me } from "../../../api/person";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { useSession } from "../../../api/session";
import { Button } from "../../../design/Button";
import { PasswordField } from "../../../design/forms/Field";
import { FormDialog } from "../../../design/forms/FormDialog";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { exactTextOf, useForm } from "../../../design/forms/useForm";
import { saveFile } from "../../../design/saveFile";
import { longDate } from "../../../lib/dates";
import { accountFailures, passwordError } from "../../identity/public";
import { meApi } from "../api";
import { KeepAccount } from "../KeepAccount";
import { useShowMe } from "../useMe";
import { Section } from "./Section";
import section from "./Section.module.css";
import { WorkChoice } from "./WorkChoice";

/** Days between asking for deletion and deletion; the server counts them. */
const GRACE_DAYS = 14;

async function download(): Promise<void> {
  const response = await meApi.exportData();
  saveFile(await response.blob(), "dramatis-export.zip");
}

/** Taking one's data along, and leaving. */
export function YourData({ me }: { me: Me }) {
  return (
    <>
      <Export />
      <Deletion me={me} />
    </>
  );
}

function Export() {
  const exported = useAction(download);
  return (
    <Section
      title="Download your data"
      lead="Your account, stories, personas, loves, ratings, follows and wallet history, as a zip of plain files."
    >
      {exported.failure !== null && <FormMessage>{exported.failure}</FormMessage>}
      <div className={section.save}>
        <Button busy={exported.busy} onClick={() => void exported.run()}>
          {exported.busy ? "Preparing…" : "Download my data"}
        </Button>
        <span role="status" className={section.saved}>
          {exported.done ? "Downloaded." : ""}
        </span>
      </div>
    </Section>
  );
}

function Deletion({ me }: { me: Me }) {
  const [asking, setAsking] = useState(false);
  const shelf = useApi(readUri(reads.myScenarios), { enabled: me.deletionOn === null });
  // Until that is known, and if it cannot be found out, asking in vain is better than withdrawing unasked.
  const mayHaveWork = shelf.state !== "ready" || shelf.data.results.length > 0;
  if (me.deletionOn !== null) {
    return (
      <Section
        title="Account deletion scheduled"
        lead="Until then nothing is lost, and you can change your mind."
      >
        <p>
          Everything will be deleted on <strong>{longDate(me.deletionOn)}</strong>.
        </p>
        <KeepAccount />
      </Section>
    );
  }
  return (
    <Section
      title="Delete account"
      lead={`Your account and everything in it will be deleted ${GRACE_DAYS} days after you ask. Until then you can change your mind.`}
    >
      <div>
        <Button tone="danger" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <DeletionDialog mayHaveWork={mayHaveWork} onClose={() => setAsking(false)} />}
    </Section>
  );
}

interface DeletionDialogProps {
  /** Whether they may have published something. */
  mayHaveWork: boolean;
  onClose: () => void;
}

function DeletionDialog({ mayHaveWork, onClose }: DeletionDialogProps) {
  const show = useShowMe();
  const [work, setWork] = useState<"withdraw" | "leave">("withdraw");
  const { identity } = useSession();
  const needsPassword = identity?.hasPassword !== false;
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ password: needsPassword ? passwordError(fields) : null }),
    send: async (fields) => {
      const body = { work, ...(needsPassword && { password: exactTextOf(fields, "password") }) };
      const answer = await meApi.askForDeletion(body);
      show((now) => ({ ...now, deletionOn: answer.deletionOn }));
      onClose();
    },
  });
  return (
    <FormDialog
      id="deletion"
      title="Delete your account?"
      form={form}
      action="Delete my account"
      busyAction="Deleting…"
      tone="danger"
      lead={
        <p>
          In {GRACE_DAYS} days your account and everything in it, including your shekels, will be deleted for
          good. To keep it, sign in before then and choose “Keep my account”.
        </p>
      }
      onClose={onClose}
    >
      {mayHaveWork && <WorkChoice work={work} onChange={setWork} />}
      {needsPassword && (
        <PasswordField label="Password" name="password" purpose="current" required autoFocus />
      )}
    </FormDialog>
  );
}
