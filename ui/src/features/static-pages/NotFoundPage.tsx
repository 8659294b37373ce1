import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { Chip } from "../../design/Chip";
import { paths } from "../../lib/paths";
import { SearchForm } from "../search/public";
import { tagKey } from "../tags/public";
import { Notice } from "./Notice";
import s from "./Notice.module.css";

const SHOWN_TAGS = 10;

export function head(ctx: PageContext): Head {
  return pageHead({
    title: "Page not found",
    description:
      "The page you asked for doesn’t exist, is private or has moved. Search the catalogue, browse by tag, or go to the home page.",
    canonical: ctx.path,
    robots: "noindex,follow",
  });
}

export default function NotFoundPage() {
  const page = usePage();
  const tags = useApi(page.uri(reads.popularTags));
  return (
    <Notice sign="404" title="Page not found">
      <p className="page-lead">
        There’s no page at this address. It may be private, it may have moved, or the address may contain a
        typo.
      </p>
      <SearchForm label="Search the catalogue" placeholder="A name, a place, a mood…" />
      {tags.state === "ready" && tags.data.results.length > 0 && (
        <nav className={s.tags} aria-label="Popular tags">
          {tags.data.results.slice(0, SHOWN_TAGS).map((tag) => (
            <Chip key={tag.id} href={paths.search({ wlTags: [tagKey(tag)] })}>
              {tag.displayName}
            </Chip>
          ))}
        </nav>
      )}
      <p className={s.links}>
        <a href={paths.home}>Home</a>
        <a href={paths.search()}>All scenarios</a>
        <a href={paths.guide()}>Guide</a>
        <a href={paths.status}>Status</a>
      </p>
    </Notice>
  );
}
