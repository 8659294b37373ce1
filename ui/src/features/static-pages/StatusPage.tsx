import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, Suspense, useEffect, useState } from "react";
import type { Uri } from "../../api/operations";
import { type Head, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { isAdmin, useSession } from "../../api/session";
import { LinkButton } from "../../design/Button";
import { useAction } from "../../design/forms/useAction";
import { Icon } from "../../design/Icon";
import { lazyPart } from "../../design/lazyPart";
import { cx } from "../../lib/classes";
import { longDate } from "../../lib/dates";
import { paths } from "../../lib/paths";
import s from "./StatusPage.module.css";
import { clockUtc, overall, partName, type StatusLevel, statusLevel } from "./status";

export function head(): Head {
  return pageHead({
    title: "Status: is everything running right now?",
    description:
      "The current state of Dramatis, part by part: pages, search, pictures and the services behind them, checked live every time this page is opened.",
    canonical: paths.status,
  });
}

const HEADLINE: Readonly<Record<StatusLevel, { title: string; text: string }>> = {
  up: { title: "Everything is running", text: "All parts of the site are working normally." },
  degraded: {
    title: "Some parts are slow",
    text: "Some things take longer than usual.",
  },
  down: {
    title: "Something is not working",
    text: "Some parts of the site aren’t responding.",
  },
  unknown: {
    title: "Couldn’t load the status",
    text: "The service didn’t respond. Try again in a minute.",
  },
};

const WORD: Readonly<Record<StatusLevel, string>> = {
  up: "Running",
  degraded: "Slow",
  down: "Not working",
  unknown: "Unknown",
};

const ICON = { up: "check", degraded: "warning", down: "warning", unknown: "help" } as const;

const ModelStatus = lazyPart(() => import("./ModelStatus"));

/** Whether an admin looks; known once the page is in the browser, so that the server's page is everybody's. */
function useIsAdmin(): boolean {
  const { viewer } = useSession();
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted && isAdmin(viewer);
}

/** Asks for the answers again. */
function useCheckAgain(uris: readonly Uri[]): { checking: boolean; checkAgain: (event: MouseEvent) => void } {
  const client = useQueryClient();
  const check = useAction(() => Promise.all(uris.map((uri) => client.refetchQueries({ queryKey: [uri] }))));
  return {
    checking: check.busy,
    checkAgain: (event) => {
      event.preventDefault();
      void check.run();
    },
  };
}

export default function StatusPage() {
  const page = usePage();
  const healthUri = page.uri(reads.health);
  const endpointsUri = page.uri(reads.endpointState);
  const health = useApi(healthUri);
  const endpoints = useApi(endpointsUri);
  const admin = useIsAdmin();
  const { checking, checkAgain } = useCheckAgain([healthUri, endpointsUri]);

  const all = health.state === "ready" ? health.data.checks : [];
  // An admin reads more of the models further down.
  const checks = admin ? all.filter((check) => check.name !== "models") : all;
  const calls = endpoints.state === "ready" ? endpoints.data.endpoints : [];
  const level = overall(
    health.state === "ready" ? statusLevel(health.data.status) : "unknown",
    calls.map((call) => statusLevel(call.state)),
  );

  return (
    <div className={cx("page", s.status)}>
      <header className={s.head} data-level={level} aria-live="polite">
        <span className={s.lamp}>
          <Icon name={ICON[level]} />
        </span>
        <div>
          <h1 className="page-title">{HEADLINE[level].title}</h1>
          <p className="page-lead">{HEADLINE[level].text}</p>
        </div>
      </header>
      <StatusList
        id="parts"
        title="Behind the scenes"
        rows={checks.map(({ name, status, detail }) => ({ name, level: statusLevel(status), detail }))}
      />
      <StatusList
        id="calls"
        title="What you use"
        rows={calls.map(({ name, state, message }) => ({ name, level: statusLevel(state), detail: message }))}
      />
      {admin && (
        <Suspense>
          <ModelStatus />
        </Suspense>
      )}
      <div className={s.foot}>
        <LinkButton href={paths.status} onClick={checkAgain} aria-busy={checking || undefined}>
          <Icon name="refresh" />
          {checking ? "Checking…" : "Check again"}
        </LinkButton>
        <p className="page-meta">
          {endpoints.state === "ready" && (
            <>
              As of{" "}
              <time dateTime={endpoints.data.updatedOn}>
                {longDate(endpoints.data.updatedOn)}, {clockUtc(endpoints.data.updatedOn)}
              </time>
            </>
          )}
          {health.state === "ready" && health.data.version !== "" && ` Version ${health.data.version}`}
        </p>
      </div>
    </div>
  );
}

interface StatusRowProps {
  name: string;
  level: StatusLevel;
  detail: string;
}

interface StatusListProps {
  id: string;
  title: string;
  rows: readonly StatusRowProps[];
}

function StatusList({ id, title, rows }: StatusListProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className={s.title} id={id}>
        {title}
      </h2>
      <ul>
        {rows.map((row) => (
          <StatusRow key={row.name} {...row} />
        ))}
      </ul>
    </section>
  );
}

function StatusRow({ name, level, detail }: StatusRowProps) {
  return (
    <li className={s.row} data-level={level}>
      <span className={s.name}>{partName(name)}</span>
      <span className={s.word}>
        <Icon name={ICON[level]} />
        {WORD[level]}
      </span>
      {detail !== "" && <span className={s.detail}>{detail}</span>}
    </li>
  );
}
