import { useEffect, useRef } from "react";
import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import type { Me } from "../../api/person";
import { Avatar } from "../../design/Avatar";
import { ErrorState } from "../../design/EmptyStates";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { cx } from "../../lib/classes";
import { monthYear } from "../../lib/dates";
import { paths } from "../../lib/paths";
import s from "./ProfilePage.module.css";
import { Appear } from "./profile/Appear";
import { Content } from "./profile/Content";
import { Display } from "./profile/Display";
import { Personas } from "./profile/Personas";
import { Security } from "./profile/Security";
import { YourData } from "./profile/YourData";
import { useMe } from "./useMe";

const PARTS: readonly { id: string; label: string; icon: IconName; show: (me: Me) => React.ReactNode }[] = [
  { id: "you", label: "You", icon: "user", show: (me) => <Appear me={me} /> },
  { id: "personas", label: "Personas", icon: "mask", show: (me) => <Personas me={me} /> },
  { id: "content", label: "Content", icon: "eye", show: (me) => <Content me={me} /> },
  { id: "display", label: "Display", icon: "book", show: () => <Display /> },
  { id: "security", label: "Security", icon: "shield", show: (me) => <Security me={me} /> },
  { id: "data", label: "Your data", icon: "download", show: (me) => <YourData me={me} /> },
];

function partOf(ctx: Pick<PageContext, "query">) {
  const wanted = first(ctx, "section");
  return PARTS.find(({ id }) => id === wanted) ?? PARTS[0];
}

export function head(ctx: PageContext): Head {
  const part = partOf(ctx);
  return pageHead({
    title: part === undefined || part.id === "you" ? "Your profile" : `${part.label} · Your profile`,
    description: "Your name, picture, personas and settings.",
    canonical: paths.profile,
    robots: "noindex,nofollow",
  });
}

/** Everything a person can set about themselves, one matter at a time. */
export default function ProfilePage() {
  const page = usePage();
  const me = useMe();
  const part = partOf(page);
  const nav = useRef<HTMLElement>(null);

  // On a phone the parts stand in a row that is longer than the screen.
  useEffect(() => {
    if (part !== undefined)
      nav.current
        ?.querySelector('[aria-current="page"]')
        ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [part]);

  return (
    <div className={cx("page", s.account)}>
      <header className={s.head}>
        {me.state === "ready" ? (
          <Who me={me.data} withPicture={part?.id !== "you"} />
        ) : (
          <Skeleton className="skeleton-headline" />
        )}
      </header>
      <nav className={s.nav} ref={nav} aria-label="Profile sections">
        {PARTS.map(({ id, label, icon }) => (
          <a
            key={id}
            className={s.link}
            href={paths.profileSection(id === "you" ? undefined : id)}
            data-keep-scroll=""
            aria-current={id === part?.id ? "page" : undefined}
          >
            <Icon name={icon} />
            {label}
          </a>
        ))}
      </nav>
      <div className={s.body}>
        {me.state === "loading" && <Waiting />}
        {me.state === "failed" && (
          <ErrorState title="Couldn’t load your profile" onRetry={me.retry}>
            {me.error.message}
          </ErrorState>
        )}
        {me.state === "ready" && part?.show(me.data)}
      </div>
    </div>
  );
}

/** The head of every part. Where the portrait itself is the matter, it does not stand here a second time. */
function Who({ me, withPicture }: { me: Me; withPicture: boolean }) {
  return (
    <>
      {withPicture && (
        <span className="hideable">
          <Avatar key={me.avatar_url} src={me.avatar_url} name={me.authorname} size={72} eager />
        </span>
      )}
      <div className={s.titles}>
        <h1 className="page-title" dir="auto">
          {me.authorname}
        </h1>
        <p className="page-meta">
          <span>
            Joined <time dateTime={me.joinedOn}>{monthYear(me.joinedOn)}</time>
          </span>
          <a className="text-link" href={paths.user(me.userID)}>
            Your public page
          </a>
        </p>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <div role="status">
      <VisuallyHidden>Loading your profile</VisuallyHidden>
      <Skeleton className="skeleton-title" />
      <Skeleton className="section-skeleton" />
    </div>
  );
}
