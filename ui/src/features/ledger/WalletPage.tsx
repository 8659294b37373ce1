import { readUri } from "../../api/address";
import { type ApiList, useApiList } from "../../api/list";
import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import type { Movement, Wallet } from "../../api/types";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import { Pagination } from "../../design/Pagination";
import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import { byDay, clock, exact, shekels, signed } from "./copy";
import s from "./WalletPage.module.css";

export function head(_ctx: PageContext): Head {
  return pageHead({
    title: "Your wallet",
    description: "Your shekel balance and history.",
    canonical: paths.wallet,
    robots: "noindex,nofollow",
  });
}

const ICONS: Readonly<Record<Movement["kind"], IconName>> = {
  welcome: "gift",
  gift: "gift",
  grant: "gift",
  reward: "star",
  streak: "calendar",
  referral: "users",
  purchase: "billing",
  debit: "minus",
  spend: "message",
  hold: "clock",
  capture: "message",
  release: "refresh",
  reversal: "refresh",
};

/** The balance, and a readable history of how it came about. */
export default function WalletPage() {
  const page = usePage();
  const list = useApiList(page.uri(reads.wallet), (cursor) => readUri(reads.wallet, { cursor }));
  const { viewer } = useSession();
  // Without the history the session still knows what is left.
  const balance = list.pages[0]?.balance ?? viewer?.shekels;
  const isFirst = page.query.cursor === undefined;
  return (
    <div className={cx("page", s.wallet)}>
      <header className={s.head}>
        <h1 className={s.title}>Your wallet</h1>
        {balance === undefined ? (
          <Skeleton className={s.balanceSkeleton} />
        ) : (
          <p className={s.balance}>
            <span className={cx(s.amount, "numbers")} data-testid="balance">
              {exact(balance)}
            </span>
            <span className={s.unit}>{Math.abs(balance) === 1 ? "shekel" : "shekels"}</span>
          </p>
        )}
        <p className={s.lead}>Shekels pay for replies. Browsing is free.</p>
      </header>
      <section className={s.history} aria-labelledby="history">
        <div className="heading-row">
          <h2 className="section-heading" id="history">
            History
          </h2>
          {!isFirst && (
            <a className="more-link" href={paths.wallet}>
              Back to the newest
            </a>
          )}
        </div>
        <History list={list} />
      </section>
    </div>
  );
}

function History({ list }: { list: ApiList<Wallet> }) {
  if (list.state === "loading") {
    return (
      <div role="status">
        <VisuallyHidden>Loading the history</VisuallyHidden>
        <Skeleton className="section-skeleton" />
      </div>
    );
  }
  if (list.state === "failed") {
    return (
      <ErrorState title="Couldn’t load your history" onRetry={list.retry}>
        {list.error?.message ?? "Try again in a moment."} Your shekels are safe.
      </ErrorState>
    );
  }
  if (list.items.length === 0) {
    return (
      <EmptyState title="No transactions yet" icon="wallet">
        Every shekel you earn, receive or spend will be listed here.
      </EmptyState>
    );
  }
  return (
    <>
      {byDay(list.items).map(({ day, movements }) => (
        <section key={`${day} ${movements[0]?.id}`}>
          <h3 className={s.date}>{day}</h3>
          <ul className={s.lines}>
            {movements.map((movement) => (
              <Line key={movement.id} movement={movement} />
            ))}
          </ul>
        </section>
      ))}
      <Pagination
        nextHref={paths.walletPage(list.nextCursor ?? undefined)}
        state={list.more}
        onMore={list.loadMore}
        noun="movements"
      />
    </>
  );
}

function Line({ movement: { kind, title, amount, balance, createdOn } }: { movement: Movement }) {
  return (
    <li className={s.line} data-testid="movement">
      <span className={s.icon}>
        <Icon name={ICONS[kind]} />
      </span>
      <span className={s.words}>
        <span className={s.what} dir="auto">
          {title}
        </span>
        <time className={cx(s.when, "numbers")} dateTime={createdOn}>
          {clock(createdOn)} UTC
        </time>
      </span>
      <span className={cx(s.numbers, "numbers")}>
        <span className={amount > 0 ? cx(s.change, s.in) : s.change} data-testid="change">
          <span aria-hidden="true">{signed(amount)}</span>
          <VisuallyHidden>{amount < 0 ? `${shekels(-amount)} out` : `${shekels(amount)} in`}</VisuallyHidden>
        </span>
        <span className={s.after} data-testid="after">
          Balance {exact(balance)}
        </span>
      </span>
    </li>
  );
}
