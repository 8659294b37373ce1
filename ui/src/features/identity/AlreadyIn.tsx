import { takeReturnTo } from "../../api/returnTo";
import type { Viewer } from "../../api/session";
import { Avatar } from "../../design/Avatar";
import { Button, LinkButton } from "../../design/Button";
import forms from "../../design/forms/Form.module.css";
import personNames from "../../design/PersonNames.module.css";
import { navigate } from "../../lib/navigation";
import { paths } from "../../lib/paths";
import s from "./AlreadyIn.module.css";
import { EntryFrame } from "./EntryFrame";

/** The sign-in screen for somebody who is signed in already. */
export function AlreadyIn({ viewer }: { viewer: Viewer }) {
  return (
    <EntryFrame title="You’re signed in" lead="To sign in with another account, sign out first.">
      <div className={s.person}>
        <Avatar src={viewer.avatarUrl} name={viewer.username} size={56} eager />
        <span className={personNames.names}>
          <b>{viewer.username}</b>
          {viewer.username !== viewer.authorname && <span>@{viewer.authorname}</span>}
        </span>
      </div>
      <div className={forms.actions}>
        <Button tone="accent" size="lg" onClick={() => navigate(takeReturnTo() ?? paths.home)}>
          Continue
        </Button>
        <LinkButton tone="quiet" href={paths.profile}>
          Go to your profile
        </LinkButton>
      </div>
    </EntryFrame>
  );
}
