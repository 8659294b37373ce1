import type { ReactNode } from "react";
import { useApiList } from "../../api/query";
import type { Page } from "../../api/types";
import { Avatar } from "../../design/Avatar";
import { Pagination } from "../../design/Pagination";
import { Skeleton } from "../../design/Skeleton";
import { EmptyState, ErrorState } from "../../design/States";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { monthYear } from "../../lib/format";
import { paths } from "../../lib/paths";

/** Somebody in a list of followers or followed people. */
export interface ListedPerson {
  userID: string;
  authorname: string;
  username: string;
  avatar_url: string | null;
  followedOn: string;
}

type People = Page<ListedPerson> & { count: number };

interface PeopleListProps {
  uri: string;
  nextUri: (cursor: string) => string;
  nextHref: (cursor: string | undefined) => string;
  /** What stands here while there is nobody. */
  empty: { title: string; text: ReactNode };
}

const WAITING = ["a", "b", "c", "d", "e", "f"] as const;

/** Followers, or people who are followed, with the real address of the next page. */
export function PeopleList({ uri, nextUri, nextHref, empty }: PeopleListProps) {
  const list = useApiList<ListedPerson, People>(uri, nextUri);
  if (list.state === "loading") {
    return (
      <div className="people" role="status">
        <VisuallyHidden>Loading people</VisuallyHidden>
        {WAITING.map((key) => (
          <Skeleton key={key} className="person-skeleton" />
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
      <ul className="people">
        {list.items.map((person) => (
          <li key={person.userID}>
            <a className="person" href={paths.user(person.userID)}>
              <span className="hideable">
                <Avatar src={person.avatar_url} name={person.authorname} size={56} />
              </span>
              <span className="person-words">
                <span className="person-name" dir="auto">
                  {person.username}
                </span>
                <span className="person-since">since {monthYear(person.followedOn)}</span>
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
