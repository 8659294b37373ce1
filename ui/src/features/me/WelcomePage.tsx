import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import type { Me } from "../../api/person";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import { cx } from "../../lib/classes";
import { plural } from "../../lib/format";
import { paths } from "../../lib/paths";
import { ScenarioCarousel } from "../scenarios/public";
import { ContinueStory } from "../stories/public";
import s from "./WelcomePage.module.css";

export function head(_ctx: PageContext): Head {
  return pageHead({
    title: "Welcome",
    description: "Your account is ready. Set up a few things, or go straight to your first story.",
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
    title: "Choose a name",
    text: "Choose the name others see, and a picture if you like.",
    href: paths.profile,
    done: (me) => me.avatar_url !== null || me.userBio !== null,
  },
  {
    icon: "mask",
    title: "Write a persona",
    text: "Who you play: a name and a few lines. You can have several.",
    href: paths.profileSection("personas"),
    done: (me) => Object.keys(me.personas).length > 0,
  },
  {
    icon: "eyeOff",
    title: "Hide what you don’t want",
    text: "Block tags and kinds of content: your lists leave them out.",
    href: paths.profileSection("content"),
    done: (me) => me.blockedTags.length > 0 || me.blockedNotes.length > 0,
  },
];

/** The first screen of a new account: what is yours now, three small steps, and the way to a story. */
export default function WelcomePage() {
  const page = usePage();
  const me = useApi(page.uri(reads.me));
  const trending = useApi(page.uri(reads.homeTrending));
  const mine = me.state === "ready" ? me.data : null;
  const latest = useApi(page.uri(reads.latestStory));
  const story = latest.state === "ready" ? latest.data.results[0] : undefined;
  return (
    <div className={cx("page", s.welcome)}>
      <header>
        <h1 className="page-title" dir="auto">
          {mine === null ? "Welcome" : `Welcome, ${mine.username}`}
        </h1>
        <p className="page-lead">
          You’re in.
          {mine !== null && mine.shekels > 0 && (
            <>
              {" "}
              We’ve added{" "}
              <a className="text-link" href={paths.wallet}>
                {plural(mine.shekels, "shekel")}
              </a>{" "}
              to your wallet.
            </>
          )}
        </p>
        <div className={s.go}>
          {story === undefined ? (
            <LinkButton tone="accent" size="lg" href={paths.search()}>
              Find your first story
            </LinkButton>
          ) : (
            <>
              <ContinueStory story={story} />
              <p className={s.story}>
                It’s saved in{" "}
                <a className="text-link" href={paths.stories}>
                  your stories
                </a>
                .
              </p>
            </>
          )}
        </div>
      </header>
      <ol className={s.steps}>
        {STEPS.map((step) => {
          const done = mine !== null && step.done(mine);
          return (
            <li key={step.href}>
              <a className={done ? cx(s.step, s.isDone) : s.step} href={step.href}>
                <span className={s.icon}>
                  <Icon name={done ? "check" : step.icon} />
                </span>
                <span className={s.words}>
                  <span className={s.name}>{step.title}</span>
                  <span className={s.text}>{done ? "Done. You can change it any time." : step.text}</span>
                </span>
                <Icon name="right" />
              </a>
            </li>
          );
        })}
      </ol>
      <p className={s.write}>
        Have a story of your own to tell?{" "}
        <a className="text-link" href={paths.myScenarios}>
          Write or import a scenario
        </a>
        .
      </p>
      {trending.state === "ready" && trending.data.results.length > 0 && (
        <ScenarioCarousel title="Popular first stories" scenarios={trending.data.results} context="general" />
      )}
    </div>
  );
}
