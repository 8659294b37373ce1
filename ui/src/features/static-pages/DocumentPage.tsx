import type { ReactNode } from "react";
import { type Head, pageHead } from "../../api/page";
import { Article } from "../../design/Article";
import article from "../../design/Article.module.css";
import { cx } from "../../lib/classes";
import { longDate } from "../../lib/dates";
import { breadcrumbs, graph } from "../../lib/json-ld";
import type { Document } from "./content/model";
import s from "./DocumentPage.module.css";

/** The head of a long text. */
export function documentHead(document: Document, headTitle: string, canonical: string): Head {
  return pageHead({
    title: headTitle,
    description: document.description,
    canonical,
    ogType: "article",
    jsonLd:
      __SSR__ &&
      graph(
        {
          "@type": "WebPage",
          name: document.title,
          description: document.description,
          url: canonical,
          dateModified: document.revised,
          inLanguage: "en",
        },
        breadcrumbs([{ name: document.title, href: canonical }]),
      ),
  });
}

/** A long text: title, contents, numbered sections, and what this site adds to it. */
export function DocumentPage({ document, children }: { document: Document; children?: ReactNode }) {
  return (
    <div className={cx("page", s.layout)}>
      <header className={cx("page-intro", s.intro)}>
        <h1 className="page-title">{document.title}</h1>
        <p className="page-lead">{document.lead}</p>
        <p className="page-meta">
          Last changed <time dateTime={document.revised}>{longDate(document.revised)}</time>
        </p>
      </header>
      <nav className={s.nav} aria-label="Contents">
        <ol>
          {document.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={s.body}>
        {document.sections.map((section) => (
          <section key={section.id} className={s.section} aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            <div className={article.article}>
              <Article blocks={section.blocks} level={3} />
            </div>
          </section>
        ))}
        {children}
      </div>
    </div>
  );
}
