import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { Article } from "../../design/Article";
import article from "../../design/Article.module.css";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { breadcrumbs, collectionPage, graph } from "../../lib/json-ld";
import { paths } from "../../lib/paths";
import { guideSections } from "./content";
import s from "./GuidePage.module.css";
import { findPlace, type GuidePlace, type GuideSection, type GuideStep, type GuideTopic } from "./model";

const OVERVIEW = {
  title: "Help: find, read and play stories on Dramatis",
  description:
    "How Dramatis works, in short chapters: finding a scenario, reading its page, playing with several characters, what an account adds, and staying private and safe.",
};

/** The place the address asks for, or null for the overview. */
function placeOf(ctx: PageContext): GuidePlace | null {
  const section = first(ctx, "section");
  const topic = first(ctx, "topic");
  if (section === undefined && topic === undefined) return null;
  return findPlace(guideSections, section, topic);
}

export function head(ctx: PageContext): Head {
  const place = placeOf(ctx);
  if (place === null) {
    const topics = guideSections.flatMap((section) =>
      section.topics.map((topic) => ({ name: topic.title, href: paths.guide(section.id, topic.id) })),
    );
    return pageHead({
      ...OVERVIEW,
      canonical: paths.guide(),
      jsonLd:
        __SSR__ &&
        graph(
          collectionPage(OVERVIEW.title, OVERVIEW.description, paths.guide(), topics),
          breadcrumbs([{ name: "Guide", href: paths.guide() }]),
        ),
    });
  }
  const { section, topic } = place;
  const canonical = paths.guide(section.id, topic.id);
  return pageHead({
    title: topicTitle(topic),
    description: topic.summary,
    canonical,
    ogType: "article",
    jsonLd:
      __SSR__ &&
      graph(
        {
          "@type": "Article",
          headline: topic.title,
          abstract: topic.summary,
          articleSection: section.title,
          url: canonical,
          inLanguage: "en",
        },
        breadcrumbs([
          { name: "Guide", href: paths.guide() },
          { name: topic.title, href: canonical },
        ]),
      ),
  });
}

export function topicTitle(topic: Pick<GuideTopic, "title">): string {
  return `${topic.title} – guide`;
}

export default function GuidePage() {
  const place = placeOf(usePage());
  return place === null ? <Overview /> : <Topic place={place} />;
}

function Overview() {
  return (
    <div className="page">
      <header className="page-intro">
        <h1 className="page-title">Help</h1>
        <p className="page-lead">
          Short chapters, in the order you’re likely to need them. Start at the top, or go straight to your
          question.
        </p>
      </header>
      <ol className={s.parts}>
        {guideSections.map((section) => (
          <li key={section.id} className={s.part}>
            <h2 className={s.partTitle}>{section.title}</h2>
            <p className={s.partPromise}>{section.promise}</p>
            <ul className={s.links}>
              {section.topics.map((topic) => (
                <TopicLink key={topic.id} section={section} topic={topic} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface TopicLinkProps {
  section: GuideSection;
  topic: GuideTopic;
  current?: boolean;
}

function TopicLink({ section, topic, current = false }: TopicLinkProps) {
  return (
    <li>
      <a href={paths.guide(section.id, topic.id)} aria-current={current ? "page" : undefined}>
        {topic.title}
      </a>
    </li>
  );
}

function Topic({ place }: { place: GuidePlace }) {
  const { section, topic, previous, next } = place;
  return (
    <div className={cx("page", s.layout)}>
      <article className={s.main}>
        <header>
          <nav className={s.crumbs} aria-label="Breadcrumb">
            <a href={paths.guide()}>Guide</a>
            <span aria-hidden="true">/</span>
            <a href={paths.guide(section.id, section.topics[0]?.id)}>{section.title}</a>
            <a className={s.jump} href="#topics">
              All topics
              <Icon name="down" />
            </a>
          </nav>
          <h1 className="page-title">{topic.title}</h1>
          <p className="page-lead">{topic.summary}</p>
        </header>
        <div className={cx(article.article, s.text)}>
          <Article blocks={topic.blocks} level={2} />
        </div>
        <nav className={s.pager} aria-label="Other topics">
          {previous !== null && <PagerLink step={previous} word="Previous" />}
          {next !== null && <PagerLink step={next} word="Next" />}
        </nav>
      </article>
      <nav className={s.nav} id="topics" aria-label="Guide topics">
        <p className={s.navTitle}>
          <a href={paths.guide()}>Guide</a>
        </p>
        {guideSections.map((part) => (
          <details key={part.id} open={part.id === section.id}>
            <summary>
              {part.title}
              <Icon name="down" />
            </summary>
            <ul className={s.links}>
              {part.topics.map((other) => (
                <TopicLink key={other.id} section={part} topic={other} current={other === topic} />
              ))}
            </ul>
          </details>
        ))}
      </nav>
    </div>
  );
}

function PagerLink({ step, word }: { step: GuideStep; word: "Previous" | "Next" }) {
  return (
    <a
      className={word === "Next" ? cx(s.pagerLink, s.pagerNext) : s.pagerLink}
      href={paths.guide(step.section.id, step.topic.id)}
      rel={word === "Next" ? "next" : "prev"}
    >
      <span className={s.pagerWord}>{word}</span>
      {step.topic.title}
    </a>
  );
}
