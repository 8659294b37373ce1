import { Button, LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { paths } from "../../lib/paths";
import s from "./FollowButton.module.css";
import type { Follow } from "./useFollow";

/** Follow, or stop following; on one's own page the way to change it. */
export function FollowButton({ follow, name }: { follow: Follow; name: string }) {
  if (follow.isSelf) {
    return (
      <LinkButton href={paths.profile}>
        <Icon name="edit" />
        Edit your profile
      </LinkButton>
    );
  }
  return (
    <div className={s.follow}>
      <Button
        tone={follow.following ? "plain" : "accent"}
        aria-pressed={follow.following}
        aria-label={`Follow ${name}`}
        onClick={follow.toggle}
      >
        <Icon name={follow.following ? "check" : "plus"} />
        {follow.following ? "Following" : "Follow"}
      </Button>
      <span role="status" className={s.failed}>
        {follow.failure ?? ""}
      </span>
    </div>
  );
}
