import { type ReactNode, useState } from "react";
import type { Me } from "../../../api/person";
import { useSession } from "../../../api/session";
import { Button } from "../../../design/Button";
import { PasswordField } from "../../../design/forms/Field";
import { FormDialog } from "../../../design/forms/FormDialog";
import { exactTextOf, useForm } from "../../../design/forms/useForm";
import { longDate } from "../../../lib/dates";
import { accountFailures, passwordError } from "../../identity/public";
import { meApi } from "../api";
import { KeepAccount } from "../KeepAccount";
import { useShowMe } from "../useMe";
import { type PublishedWork, publishedText, usePublishedWork } from "./publishedWork";
import { Row, Section } from "./Section";
import section from "./Section.module.css";
import { type Work, WorkChoice } from "./WorkChoice";

/** Days between asking for deletion and deletion; the server counts them. */
const GRACE_DAYS = 14;

/** What happens to the published work, as it was chosen. */
const CHOSEN: Readonly<Record<Work, string>> = {
  withdraw: "Will be withdrawn on that day.",
  leave: "Will be left to readers on that day, as the work of “a former author”.",
};

/** Asking for the deletion of the account; once it is due, when, what happens to the work, and the way back. */
export function Deletion({ me }: { me: Me }) {
  const [asking, setAsking] = useState(false);
  const published = usePublishedWork();
  const { deletionOn, deletionWork } = me;
  const dialog = asking && (
    <DeletionDialog published={published} chosen={deletionWork} onClose={() => setAsking(false)} />
  );
  if (deletionOn === null) {
    return (
      <Section
        title="Delete account"
        lead={`Your account, with your stories, drafts and shekels, will be deleted ${GRACE_DAYS} days after you ask. Until then you can change your mind.`}
      >
        <div>
          <Button tone="danger" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </div>
        {dialog}
      </Section>
    );
  }
  return (
    <Section
      title="Account deletion scheduled"
      lead="Until then nothing is lost, and you can change your mind."
    >
      <p>
        Your account, with your stories, drafts and shekels, will be deleted on{" "}
        <strong>{longDate(deletionOn)}</strong>.
      </p>
      {deletionWork !== null && published.mayExist && (
        <Row
          title={`Your ${publishedText(published.count)}`}
          action={<Button onClick={() => setAsking(true)}>Change</Button>}
        >
          {CHOSEN[deletionWork]}
        </Row>
      )}
      <div className={section.save}>
        <KeepAccount />
      </div>
      {dialog}
    </Section>
  );
}

interface DeletionDialogProps {
  published: PublishedWork;
  /** What was chosen for the published work; null: the deletion is not asked for yet. */
  chosen: Work | null;
  onClose: () => void;
}

/** Asks for the deletion, or changes what then happens to the published work. */
function DeletionDialog({ published, chosen, onClose }: DeletionDialogProps) {
  const show = useShowMe();
  const [work, setWork] = useState<Work>(chosen ?? "withdraw");
  const { identity } = useSession();
  const needsPassword = identity?.hasPassword !== false;
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ password: needsPassword ? passwordError(fields) : null }),
    send: async (fields) => {
      const body = { work, ...(needsPassword && { password: exactTextOf(fields, "password") }) };
      const { deletionOn } = await meApi.askForDeletion(body);
      show((now) => ({ ...now, deletionOn, deletionWork: work }));
      onClose();
    },
  });
  const words = chosen === null ? ASK : CHANGE;
  return (
    <FormDialog id="deletion" form={form} onClose={onClose} {...words}>
      {published.mayExist && <WorkChoice work={work} count={published.count} onChange={setWork} />}
      {needsPassword && (
        <PasswordField
          label="Password"
          name="password"
          purpose="current"
          required
          autoFocus={chosen === null}
        />
      )}
    </FormDialog>
  );
}

interface DialogWords {
  title: string;
  action: string;
  busyAction: string;
  tone: "accent" | "danger";
  lead?: ReactNode;
}

const ASK: DialogWords = {
  title: "Delete your account?",
  action: "Delete my account",
  busyAction: "Deleting…",
  tone: "danger",
  lead: (
    <p>
      In {GRACE_DAYS} days your account will be deleted for good, with your stories, drafts and shekels. To
      keep it, sign in before then and choose “Keep my account”.
    </p>
  ),
};

const CHANGE: DialogWords = {
  title: "Your published scenarios",
  action: "Save",
  busyAction: "Saving…",
  tone: "accent",
};
