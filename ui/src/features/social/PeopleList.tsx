import type { ReactNode } from "react";
import { useApiList } from "../../api/list";
import type { Uri } from "../../api/operations";
import type { KeyOf, reads } from "../../api/reads";
import { Avatar } from "../../design/Avatar";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import { Pagination } from "../../design/Pagination";
import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { monthYear } from "../../lib/dates";
import { paths } from "../../lib/paths";
import s from "./PeopleList.module.css";

type PeopleKey = KeyOf<typeof reads.userFollowers | typeof reads.userFollowing>;

interface PeopleListProps {
  uri: Uri<PeopleKey>;
  nextUri: (cursor: string) => Uri<PeopleKey>;
  nextHref: (cursor: string | undefined) => string;
  /** What stands here while there is nobody. */
  empty: { title: string; text: ReactNode };
}

const WAITING = ["a", "b", "c", "d", "e", "f"] as const;

/** Followers, or people who are followed, with the real address of the next page. */
export function PeopleList({ uri, nextUri, nextHref, empty }: PeopleListProps) {
  const list = useApiList(uri, nextUri);
  if (list.state === "loading") {
    return (
      <div className={s.people} role="status">
        <VisuallyHidden>Loading people</VisuallyHidden>
        {WAITING.map((key) => (
          <Skeleton key={key} className={s.skeleton} />
        ))}
      </div>
    );
  }
  if (list.state === "failed") {
    return (
      <ErrorState title="Couldn’t load the list" onRetry={list.retry}>
        {list.error?.message ?? "Try again in a moment."}
      </ErrorState>
    );
  }
  if (list.items.length === 0) {
    return (
      <EmptyState title={empty.title} icon="users">
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={s.people}>
        {list.items.map((person) => (
          <li key={person.userID}>
            <a className={s.person} href={paths.user(person.userID)}>
              <span className="hideable">
                <Avatar src={person.avatar_url} name={person.authorname} size={56} />
              </span>
              <span className={s.words}>
                <span className={s.name} dir="auto">
                  {person.username}
                </span>
                <span className={s.since}>since {monthYear(person.followedOn)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <Pagination
        nextHref={nextHref(list.nextCursor ?? undefined)}
        state={list.more}
        onMore={list.loadMore}
        noun="people"
      />
    </>
  );
}
