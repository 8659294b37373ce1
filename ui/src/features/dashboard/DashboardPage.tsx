import { Suspense, useSyncExternalStore } from "react";
import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import { LinkButton } from "../../design/Button";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import { lazyPart } from "../../design/lazyPart";
import { Skeleton } from "../../design/Skeleton";
import { cx } from "../../lib/classes";
import { longDate } from "../../lib/dates";
import { compact } from "../../lib/format";
import { paths } from "../../lib/paths";
import { ScenarioCarousel } from "../scenarios/public";
import { LatestStories } from "../stories/public";
import s from "./DashboardPage.module.css";
import { chartText, type Dashboard, KINDS, kindsSeen, sum } from "./model";

const LineChart = lazyPart(() => import("./LineChart"));

export function head(_ctx: PageContext): Head {
  return pageHead({
    title: "Your dashboard",
    description: "Your latest stories, your recent activity and the scenarios you love.",
    canonical: paths.dashboard,
    robots: "noindex,nofollow",
  });
}

/** False on the server and while hydrating: the plot is drawn by the browser alone. */
const useInBrowser = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );

/** One's own activity: totals, thirty days as a plot, what was last, and what one loves. */
export default function DashboardPage() {
  const page = usePage();
  const { viewer } = useSession();
  const dashboard = useApi(page.uri(reads.dashboard));
  const latest = useApi(page.uri(reads.latestStories));
  const loved = useApi(page.uri(reads.loved));
  return (
    <div className={cx("page", s.dashboard)}>
      <header>
        <h1 className="page-title" dir="auto">
          {viewer === null ? "Your dashboard" : `Good to see you, ${viewer.username}`}
        </h1>
      </header>
      {latest.state === "ready" && <LatestStories stories={latest.data.results} />}
      {dashboard.state === "loading" && <Skeleton className={s.skeleton} />}
      {dashboard.state === "failed" && (
        <ErrorState title="Couldn’t load your numbers" onRetry={dashboard.retry}>
          {dashboard.error.message}
        </ErrorState>
      )}
      {dashboard.state === "ready" && <Numbers dashboard={dashboard.data} />}
      {loved.state === "ready" && loved.data.results.length > 0 && (
        <ScenarioCarousel title="Scenarios you love" scenarios={loved.data.results} context="dashboard" />
      )}
    </div>
  );
}

const TOTALS: readonly { name: keyof Dashboard["totals"]; label: string; icon: IconName }[] = [
  { name: "lovesGiven", label: "Loves given", icon: "heart" },
  { name: "ratingsGiven", label: "Ratings given", icon: "like" },
  { name: "following", label: "Following", icon: "users" },
  { name: "followers", label: "Followers", icon: "user" },
  { name: "scenarios", label: "Scenarios", icon: "feather" },
  { name: "loves", label: "Loves received", icon: "star" },
  { name: "stories", label: "Stories", icon: "book" },
  { name: "messages", label: "Messages", icon: "message" },
];

function Numbers({ dashboard: { totals, days, recent } }: { dashboard: Dashboard }) {
  return (
    <>
      <dl className={s.totals}>
        {TOTALS.map(({ name, label, icon }) => (
          <div key={name} className={s.total}>
            <dt>
              <Icon name={icon} />
              {label}
            </dt>
            <dd className="numbers">{compact(totals[name])}</dd>
          </div>
        ))}
      </dl>
      <div className={s.columns}>
        <Activity days={days} />
        <Recent recent={recent} />
      </div>
    </>
  );
}

function Activity({ days }: { days: Dashboard["days"] }) {
  const inBrowser = useInBrowser();
  const { prefs } = usePage();
  const kinds = kindsSeen(days);
  return (
    <section aria-labelledby="activity">
      <h2 className="section-heading" id="activity">
        The last {days.length} days
      </h2>
      {kinds.length === 0 ? (
        <EmptyState
          title="No activity yet"
          icon="trend"
          action={
            <LinkButton tone="accent" href={paths.search()}>
              Browse scenarios
            </LinkButton>
          }
        >
          Your loves, ratings and follows will show up here. Have a story of your own to tell?{" "}
          <a className="text-link" href={paths.myScenarios}>
            Write or import a scenario
          </a>
          .
        </EmptyState>
      ) : (
        <>
          <div className={s.plotFrame}>
            {inBrowser && (
              <Suspense fallback={null}>
                <LineChart days={days} theme={prefs.theme} />
              </Suspense>
            )}
          </div>
          <p className={s.plotWords}>{chartText(days)}</p>
          <details className={s.plotTable}>
            <summary>As a table</summary>
            <div className={s.plotScroll}>
              <table className="numbers">
                <thead>
                  <tr>
                    <th scope="col">Day</th>
                    {KINDS.filter(({ kind }) => kinds.includes(kind)).map(({ kind, label }) => (
                      <th key={kind} scope="col">
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {days
                    .filter((day) => kinds.some((kind) => day[kind] > 0))
                    .map((day) => (
                      <tr key={day.date}>
                        <th scope="row">{longDate(day.date)}</th>
                        {kinds.map((kind) => (
                          <td key={kind}>{day[kind]}</td>
                        ))}
                      </tr>
                    ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">Total</th>
                    {kinds.map((kind) => (
                      <td key={kind}>{sum(days, kind)}</td>
                    ))}
                  </tr>
                </tfoot>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}

const RECENT_ICONS: Readonly<Record<Dashboard["recent"][number]["kind"], IconName>> = {
  love: "heart",
  like: "like",
  dislike: "dislike",
  follow: "user",
};

function Recent({ recent }: { recent: Dashboard["recent"] }) {
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 className="section-heading" id="recent">
        Recent activity
      </h2>
      <ul className={s.recentList}>
        {recent.map(({ kind, title, href, at }) => (
          <li key={`${kind} ${at} ${title}`} className={s.recentLine}>
            <Icon name={RECENT_ICONS[kind]} />
            <span className={s.recentWords}>
              {href === null ? (
                <span dir="auto">{title}</span>
              ) : (
                <a href={href} dir="auto">
                  {title}
                </a>
              )}
              <time dateTime={at}>{longDate(at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
