import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import type { Me } from "../../api/person";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { Page, ScenarioSummary } from "../../api/types";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import { plural } from "../../lib/format";
import { paths } from "../../lib/paths";
import { ScenarioCarousel } from "../scenarios/public";
import { ContinueStory, type Story } from "../stories/public";

export function head(_ctx: PageContext): Head {
  return pageHead({
    title: "Welcome",
    description: "Your account is ready. Three small things, or straight to your first story.",
    canonical: paths.welcome,
    robots: "noindex,nofollow",
  });
}

interface Step {
  icon: IconName;
  title: string;
  text: string;
  href: string;
  done: (me: Me) => boolean;
}

const STEPS: readonly Step[] = [
  {
    icon: "user",
    title: "Take your name",
    text: "Choose what the others read above your lines, and a picture if you like.",
    href: paths.profile,
    done: (me) => me.avatar_url !== null || me.userBio !== null,
  },
  {
    icon: "mask",
    title: "Write a persona",
    text: "Whom you play: a name and a few lines. You can have several.",
    href: paths.profileSection("personas"),
    done: (me) => Object.keys(me.personas).length > 0,
  },
  {
    icon: "eyeOff",
    title: "Say what you never want to see",
    text: "Block tags, and they are gone from every list of yours.",
    href: paths.profileSection("content"),
    done: (me) => me.blockedTags.length > 0,
  },
];

/** The first screen of a new account: what is yours now, three small steps, and the way to a story. */
export default function WelcomePage() {
  const page = usePage();
  const me = useApi<Me>(page.uri(reads.me));
  const trending = useApi<Page<ScenarioSummary>>(page.uri(reads.homeTrending));
  const mine = me.state === "ready" ? me.data : null;
  const latest = useApi<Page<Story>>(page.uri(reads.latestStory));
  const story = latest.state === "ready" ? latest.data.results[0] : undefined;
  return (
    <div className="page welcome">
      <header className="welcome-head">
        <h1 className="page-title" dir="auto">
          {mine === null ? "Come in" : `Come in, ${mine.username}`}
        </h1>
        <p className="page-lead">
          Your seat is yours from now on.
          {mine !== null && mine.shekels > 0 && (
            <>
              {" "}
              The house has put{" "}
              <a className="text-link" href={paths.wallet}>
                {plural(mine.shekels, "shekel")}
              </a>{" "}
              in your wallet.
            </>
          )}
        </p>
        <div className="welcome-go">
          {story === undefined ? (
            <LinkButton tone="gold" size="lg" href={paths.search()}>
              Find a first story
            </LinkButton>
          ) : (
            <>
              <ContinueStory story={story} />
              <p className="welcome-story">
                It is yours now, and waits for you among{" "}
                <a className="text-link" href={paths.stories}>
                  your stories
                </a>
                .
              </p>
            </>
          )}
        </div>
      </header>
      <ol className="welcome-steps">
        {STEPS.map((step) => {
          const done = mine !== null && step.done(mine);
          return (
            <li key={step.href}>
              <a className={done ? "welcome-step is-done" : "welcome-step"} href={step.href}>
                <span className="welcome-icon">
                  <Icon name={done ? "check" : step.icon} />
                </span>
                <span className="welcome-words">
                  <span className="welcome-name">{step.title}</span>
                  <span className="welcome-text">{done ? "Done. Change it any time." : step.text}</span>
                </span>
                <Icon name="right" />
              </a>
            </li>
          );
        })}
      </ol>
      {trending.state === "ready" && trending.data.results.length > 0 && (
        <ScenarioCarousel title="Where others begin" scenarios={trending.data.results} context="general" />
      )}
    </div>
  );
}
