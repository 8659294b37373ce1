import { type Head, pageHead, usePage } from "../../api/page";
import { type ApiState, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSite } from "../../api/site";
import { ErrorState } from "../../design/EmptyStates";
import { Icon } from "../../design/Icon";
import { Skeleton } from "../../design/Skeleton";
import { cx } from "../../lib/classes";
import { contactText } from "../../lib/contact";
import { breadcrumbs, graph } from "../../lib/json-ld";
import { paths } from "../../lib/paths";
import { linesInOrder, regionName } from "./rules";
import s from "./SafetyPage.module.css";
import type { HelpLine, SafetyNotices } from "./types";
import { WithNumbers } from "./WithNumbers";

const TITLE = "When it stops being a story";
const DESCRIPTION =
  "Helplines by country, and what this site does when someone writes about dying or hurting themselves: what it looks for, what happens then, and what it stores.";

export function head(): Head {
  return pageHead({
    title: "Safety: helplines, and what we do in a crisis",
    description: DESCRIPTION,
    canonical: paths.safety,
    ogType: "article",
    jsonLd:
      __SSR__ &&
      graph(
        { "@type": "WebPage", name: TITLE, description: DESCRIPTION, url: paths.safety, inLanguage: "en" },
        breadcrumbs([{ name: "Safety", href: paths.safety }]),
      ),
  });
}

/** Helplines, and what this site does and stores: the lines first, the explanations after. All words are the server's. */
export default function SafetyPage() {
  const page = usePage();
  const notices = useApi(page.uri(reads.careNotices));
  return (
    <div className={cx("page", s.safety)}>
      <header className="page-intro">
        <h1 className="page-title">{TITLE}</h1>
        <p className="page-lead">
          {notices.state === "ready"
            ? notices.data.crisis.text
            : "If you are in danger, call your local emergency number: 112 in Europe, 911 in North America."}
        </p>
      </header>
      <Explanations notices={notices} />
    </div>
  );
}

function Explanations({ notices }: { notices: ApiState<SafetyNotices> }) {
  const { contact } = useSite();
  if (notices.state === "loading") return <Skeleton className={s.skeleton} />;
  if (notices.state === "failed") {
    return (
      <ErrorState title="Couldn’t load the helplines" onRetry={notices.retry}>
        {notices.error.message} Your local emergency number still works.
      </ErrorState>
    );
  }
  const { crisis, protocol } = notices.data;
  return (
    <>
      <section aria-labelledby="lines">
        <h2 className={s.heading} id="lines">
          Talk to someone now
        </h2>
        <ul className={s.helpLines}>
          {linesInOrder(crisis.lines).map((line) => (
            <Line key={`${line.region} ${line.name}`} line={line} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="protocol">
        <h2 className={s.heading} id="protocol">
          What this site does
        </h2>
        {protocol.map(({ heading, paragraphs }) => (
          <div key={heading} className={s.step}>
            <h3 className={s.about}>{heading}</h3>
            <div className={s.text}>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
        ))}
        <div className={s.step}>
          <h3 className={s.about}>Tell us</h3>
          <div className={s.text}>
            <p>
              Scenarios, people, cards and every reply in your own stories can be reported: there is a Report
              button beside them, and it needs no account.
              {contact !== null && (
                <>
                  {" "}
                  For everything else, write to the people who run this site:{" "}
                  <a className="text-link" href={contact}>
                    {contactText(contact)}
                  </a>
                </>
              )}
            </p>
          </div>
        </div>
        <p className={s.more}>
          <a className="text-link" href={paths.legal}>
            House rules
          </a>
          <a className="text-link" href={paths.privacy}>
            What we store about you
          </a>
        </p>
      </section>
    </>
  );
}

function Line({ line: { region, name, contact, url } }: { line: HelpLine }) {
  return (
    <li className={s.helpLine}>
      <p className={s.helpRegion}>{regionName(region)}</p>
      <p className={s.helpName} dir="auto">
        {name}
      </p>
      <p className={s.helpContact} dir="auto">
        <WithNumbers text={contact} />
      </p>
      {url && (
        <a className={s.helpSite} href={url} rel="noopener noreferrer" target="_blank">
          Website
          <Icon name="external" />
          <span className="sr-only"> of {name}, opens in a new tab</span>
        </a>
      )}
    </li>
  );
}
