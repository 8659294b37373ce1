import { readUri } from "../../api/address";
import { useApiList } from "../../api/list";
import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { PublicUser } from "../../api/types";
import { Avatar } from "../../design/Avatar";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import { Icon } from "../../design/Icon";
import { Pagination } from "../../design/Pagination";
import { Picture } from "../../design/Picture";
import { Prose } from "../../design/Prose";
import figures from "../../design/Stats.module.css";
import { Tabs } from "../../design/Tabs";
import { cx } from "../../lib/classes";
import { monthYear } from "../../lib/dates";
import { compact } from "../../lib/format";
import { breadcrumbs, graph, itemList } from "../../lib/json-ld";
import { paths } from "../../lib/paths";
import { type Reportable, ReportButton } from "../reports/public";
import { cardPreload, GRID_PICTURE, ScenarioGrid, ScenarioGridSkeleton, titleOf } from "../scenarios/public";
import { FollowButton, PeopleList, useFollow } from "../social/public";
import { fullName, userDescription, userTitle } from "./copy";
import s from "./UserPage.module.css";

const BANNER = { width: 1920, height: 720, widths: [640, 960, 1280, 1920], sizes: "100vw" } as const;

type Tab = "scenarios" | "followers" | "following";

function tabOf(ctx: Pick<PageContext, "query">): Tab {
  const wanted = first(ctx, "tab");
  return wanted === "followers" || wanted === "following" ? wanted : "scenarios";
}

function hereOf(userID: string, tab: Tab, cursor?: string): string {
  return tab === "scenarios" ? paths.user(userID, cursor) : paths.userPeople(userID, tab, cursor);
}

export function head(ctx: PageContext): Head {
  const user = ctx.data(ctx.uri(reads.user));
  if (user === undefined)
    return pageHead({ title: "An author", description: "", canonical: ctx.path, robots: "noindex" });
  const scenarios = ctx.data(ctx.uri(reads.userScenarios))?.results ?? [];
  const cursor = ctx.query.cursor?.[0];
  const canonical = hereOf(user.userID, tabOf(ctx), cursor);
  const leading = scenarios[0];
  const tab = tabOf(ctx);
  return pageHead({
    title: userTitle(user),
    description: userDescription(user),
    canonical,
    robots: tab === "scenarios" && cursor === undefined && user.stats.scenarios > 0 ? null : "noindex,follow",
    ogType: "profile",
    image: user.avatar_urls.fullres ?? user.avatar_url,
    imageAlt: fullName(user),
    jsonLd:
      __SSR__ &&
      graph(
        {
          "@type": "ProfilePage",
          url: canonical,
          dateCreated: user.joinedOn,
          mainEntity: {
            "@type": "Person",
            "@id": paths.user(user.userID),
            name: fullName(user),
            alternateName: user.authorname,
            ...(user.userBio !== null && { description: user.userBio }),
            ...(user.avatar_url !== null && { image: user.avatar_url }),
          },
        },
        itemList(
          scenarios.map((scenario) => ({
            name: titleOf(scenario.displayName),
            href: paths.scenario(scenario.id),
          })),
        ),
        breadcrumbs([{ name: fullName(user), href: paths.user(user.userID) }]),
      ),
    preloadImages: __SSR__ && leading !== undefined && cardPreload(leading, ctx.prefs.showNSFW, GRID_PICTURE),
  });
}

export default function UserPage() {
  const page = usePage();
  const user = useApi(page.uri(reads.user));
  const tab = tabOf(page);
  const userID = page.params.userID ?? "";
  const data = user.state === "ready" ? user.data : null;
  return (
    <div>
      {data === null ? <AuthorFrontSkeleton /> : <AuthorFront key={data.userID} user={data} tab={tab} />}
      <div className="wrap">
        {tab === "scenarios" ? (
          <Works key={userID} user={data} />
        ) : (
          <People key={`${userID} ${tab}`} tab={tab} name={data === null ? "This person" : fullName(data)} />
        )}
      </div>
    </div>
  );
}

function People({ tab, name }: { tab: "followers" | "following"; name: string }) {
  const page = usePage();
  const userID = page.params.userID ?? "";
  const template = tab === "followers" ? reads.userFollowers : reads.userFollowing;
  return (
    <section className={s.works} aria-label={tab === "followers" ? "Followers" : "Following"}>
      <PeopleList
        uri={page.uri(template)}
        nextUri={(cursor) => readUri(template, { userID, cursor })}
        nextHref={(cursor) => paths.userPeople(userID, tab, cursor)}
        empty={
          tab === "followers"
            ? { title: "No followers yet", text: <span dir="auto">Nobody follows {name} so far.</span> }
            : {
                title: "Not following anyone yet",
                text: <span dir="auto">{name} doesn’t follow anyone yet.</span>,
              }
        }
      />
    </section>
  );
}

function AuthorFront({ user, tab }: { user: PublicUser; tab: Tab }) {
  const { stats } = user;
  const follow = useFollow(user.userID, fullName(user), stats.followers);
  const banner = user.avatar_urls.banner;
  return (
    <header className={s.front}>
      <div className={s.banner}>
        {banner !== null && <Picture {...BANNER} src={banner} alt="" eager className="hideable" />}
      </div>
      <div className={cx("wrap", s.head)}>
        <span className={cx(s.portrait, "hideable")}>
          <Avatar src={user.avatar_url} name={user.authorname} size={128} eager />
        </span>
        <div className={s.titles}>
          <h1 className="page-title" dir="auto">
            {fullName(user)}
          </h1>
          <p className="page-meta">
            {fullName(user) !== user.authorname && <span dir="auto">@{user.authorname}</span>}
            <span>
              Joined <time dateTime={user.joinedOn}>{monthYear(user.joinedOn)}</time>
            </span>
          </p>
          {user.userBio !== null && user.userBio.trim() !== "" && (
            <Prose className={s.lines} text={user.userBio} />
          )}
          <ul className={cx(figures.stats, s.stats)} aria-label="Stats">
            <li>
              <Icon name="book" />
              {stats.scenarios === 1 ? "1 scenario" : `${compact(stats.scenarios)} scenarios`}
            </li>
            <li className={figures.love}>
              <Icon name="heart" />
              {stats.loves === 1 ? "1 love" : `${compact(stats.loves)} loves`}
            </li>
            <li>
              <Icon name="users" />
              {stats.chats === 1 ? "1 story started" : `${compact(stats.chats)} stories started`}
            </li>
            <li>
              <Icon name="message" />
              {stats.messages === 1 ? "1 message" : `${compact(stats.messages)} messages`}
            </li>
          </ul>
          <div className={s.actions}>
            <FollowButton follow={follow} name={fullName(user)} />
            <ReportButton things={reportables(user)} />
          </div>
        </div>
      </div>
      <div className={cx("wrap", s.tabs)}>
        <Tabs
          label={`About ${fullName(user)}`}
          tabs={[
            {
              href: paths.user(user.userID),
              label: "Scenarios",
              note: compact(stats.scenarios),
              current: tab === "scenarios",
            },
            {
              href: paths.userPeople(user.userID, "followers"),
              label: "Followers",
              note: compact(follow.followers),
              current: tab === "followers",
            },
            {
              href: paths.userPeople(user.userID, "following"),
              label: "Following",
              note: compact(stats.following),
              current: tab === "following",
            },
          ]}
        />
      </div>
    </header>
  );
}

function reportables(user: PublicUser): [Reportable, ...Reportable[]] {
  const person: Reportable = {
    kind: "person",
    targetId: user.userID,
    label: "This person, or what they say of themselves",
  };
  if (user.avatar_url === null) return [person];
  return [person, { kind: "picture", targetId: user.avatar_url, label: "Their picture" }];
}

function AuthorFrontSkeleton() {
  return (
    <div className={s.front}>
      <div className={s.banner} />
      <div className={cx("wrap", s.head)}>
        <span className={s.portrait}>
          <span className="avatar avatar-128" />
        </span>
      </div>
    </div>
  );
}

function Works({ user }: { user: PublicUser | null }) {
  const page = usePage();
  const userID = page.params.userID ?? "";
  const list = useApiList(page.uri(reads.userScenarios), (cursor) =>
    readUri(reads.userScenarios, { userID, cursor }),
  );
  if (list.state === "loading") return <ScenarioGridSkeleton count={6} />;
  if (list.state === "failed") {
    return (
      <ErrorState title="Couldn’t load their scenarios" onRetry={list.retry}>
        {list.error?.message ?? "Try again in a moment."}
      </ErrorState>
    );
  }
  const name = user === null ? "This author" : fullName(user);
  if (list.items.length === 0) {
    return (
      <EmptyState
        title="No scenarios yet"
        icon="book"
        action={
          <a className="btn btn-plain" href={paths.search()}>
            Browse scenarios
          </a>
        }
      >
        <span dir="auto">{name}</span> hasn’t published a scenario yet.
      </EmptyState>
    );
  }
  return (
    <section className={s.works} aria-labelledby="works">
      <div className="heading-row">
        <h2 className="row-title" id="works">
          Scenarios
        </h2>
        {page.query.cursor !== undefined && (
          <a className="more-link" href={paths.user(userID)}>
            Back to the first page
          </a>
        )}
      </div>
      <ScenarioGrid scenarios={list.items} context="general" label={`Scenarios by ${name}`} leading />
      <Pagination
        nextHref={paths.user(userID, list.nextCursor ?? undefined)}
        state={list.more}
        onMore={list.loadMore}
        noun="scenarios"
      />
    </section>
  );
}
