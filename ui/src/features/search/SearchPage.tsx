import { type ReactNode, useId } from "react";
import { readUri } from "../../api/address";
import { type ApiList, useApiList } from "../../api/list";
import type { Uri } from "../../api/operations";
import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { CardPoster, Page, ScenarioPoster, TagData } from "../../api/types";
import { ErrorState } from "../../design/EmptyStates";
import { Pagination } from "../../design/Pagination";
import { Tabs } from "../../design/Tabs";
import { cx } from "../../lib/classes";
import { breadcrumbs, collectionPage, graph } from "../../lib/json-ld";
import { paths } from "../../lib/paths";
import { CardGrid } from "../cards/public";
import { cardPreload, GRID_PICTURE, ScenarioGrid, ScenarioGridSkeleton, titleOf } from "../scenarios/public";
import { TagIndex, tagKey } from "../tags/public";
import type { TaggedKey } from "./api";
import { ChosenFilters } from "./ChosenFilters";
import { authorName, countText, heading, headText, type Names, tagNames } from "./copy";
import { Filters } from "./Filters";
import { NothingFound } from "./NothingFound";
import { SearchForm } from "./SearchForm";
import s from "./SearchPage.module.css";
import {
  change,
  emptySearch,
  indexable,
  readSearch,
  type SearchState,
  searchParams,
  searchPath,
  sortApplies,
  TABS,
  type Tab,
} from "./searchState";
import { useAutoLoad } from "./useAutoLoad";

const ORDER_READS = {
  newest: reads.orderNewest,
  likes: reads.orderLikes,
  trending: reads.orderTrending,
} as const;

/** The template of the list of scenarios that a state shows. */
const scenariosRead = (state: SearchState) =>
  state.sort !== null && sortApplies(state) ? ORDER_READS[state.sort] : reads.searchScenarios;

/** What a list is asked for, from a further page on. */
const asked = (state: SearchState, cursor = "") => ({
  q: state.text,
  wlTags: state.tags,
  blTags: state.without,
  blNotes: state.withoutNotes,
  author: state.author,
  cursor,
});

type Found =
  | { tab: "scenarios"; results: readonly ScenarioPoster[]; tags: readonly TagData[] }
  | { tab: "cards"; results: readonly CardPoster[]; tags: readonly TagData[] }
  | { tab: "tags"; results: readonly TagData[]; tags: readonly TagData[] };

const NOTHING = { results: [], tags: [] };

/** What the page has loaded of the list that a state shows. */
function foundBy(ctx: PageContext, state: SearchState): Found {
  const { tab } = state;
  switch (tab) {
    case "scenarios":
      return { tab, ...NOTHING, ...ctx.data(ctx.uri(scenariosRead(state))) };
    case "cards":
      return { tab, ...NOTHING, ...ctx.data(ctx.uri(reads.searchCards)) };
    case "tags": {
      const results = ctx.data(ctx.uri(reads.searchTags))?.results ?? [];
      return { tab, results, tags: results };
    }
  }
}

/** Every tag the page has loaded: the popular ones and those the list was narrowed by. */
function knownTags(ctx: PageContext, { tags }: Found): TagData[] {
  return [...(ctx.data(ctx.uri(reads.popularTags))?.results ?? []), ...tags];
}

/** How the filters in the address are called, as far as the page has loaded their names. */
function namesOf({ author }: SearchState, { tab, results }: Found, tags: readonly TagData[]): Names {
  const theirs = author !== "" && tab === "scenarios" ? results : [];
  return { tag: tagNames(tags), author: authorName(author, theirs) };
}

/** What the list holds, as names and addresses. */
function listed({ tab, results }: Found): { name: string; href: string }[] {
  switch (tab) {
    case "scenarios":
      return results.map((scenario) => ({
        name: titleOf(scenario.displayName),
        href: paths.scenario(scenario.id),
      }));
    case "cards":
      return results.map((card) => ({
        name: titleOf(card.displayName),
        href: paths.scenario(card.id),
      }));
    case "tags":
      return results.map((tag) => ({ name: tag.displayName, href: tagPath(tag) }));
  }
}

function tagPath(tag: TagData): string {
  return searchPath(change(emptySearch, { tags: [tagKey(tag)] }));
}

export function head(ctx: PageContext): Head {
  const state = readSearch(ctx.query);
  const found = foundBy(ctx, state);
  const known = knownTags(ctx, found);
  const names = namesOf(state, found, known);
  const { title, description } = headText(state, names);
  const canonical = searchPath(state);
  const items = listed(found);
  const first = found.tab === "scenarios" ? found.results[0] : undefined;
  const adult = known.some((tag) => tag.properties.explicit && state.tags.includes(tagKey(tag)));
  return pageHead({
    title,
    description,
    canonical,
    robots: indexable(state) && items.length > 0 ? null : "noindex,follow",
    rating: adult ? "adult" : null,
    jsonLd:
      __SSR__ &&
      graph(
        collectionPage(title, description, canonical, items),
        breadcrumbs([
          { name: "Discover", href: paths.search() },
          ...(canonical === paths.search() ? [] : [{ name: heading(state, names), href: canonical }]),
        ]),
      ),
    preloadImages: __SSR__ && first !== undefined && cardPreload(first, ctx.prefs.showNSFW, GRID_PICTURE),
  });
}

const TAB_LABELS: Readonly<Record<Tab, string>> = { scenarios: "Scenarios", cards: "Cards", tags: "Tags" };

/** The same words in another tab; filters stay where that tab has them. */
function tabPath(state: SearchState, tab: Tab): string {
  if (tab === "tags") return searchPath(change(emptySearch, { tab, text: state.text }));
  if (tab === "scenarios") return searchPath(change(state, { tab, sort: null }));
  return searchPath(change(state, { tab, sort: null, author: "", withoutNotes: [] }));
}

export default function SearchPage() {
  const page = usePage();
  const state = readSearch(page.query);
  const formId = useId();
  const popular = useApi(page.uri(reads.popularTags));
  const tags = popular.state === "ready" ? popular.data.results : [];
  const found = foundBy(page, state);
  const names = namesOf(state, found, knownTags(page, found));
  const keep = searchParams({ ...state, text: "", author: "", cursor: "", sort: null });

  return (
    <div className={cx("wrap", s.search)}>
      <header className={s.head}>
        <h1 className={cx("page-title", s.title)} dir="auto">
          {heading(state, names)}
        </h1>
        <SearchForm
          id={formId}
          label={`Search ${TAB_LABELS[state.tab].toLowerCase()}`}
          placeholder={state.tab === "tags" ? "A tag…" : "A name, a place, a mood…"}
          text={state.text}
          keep={keep}
        />
        <Tabs
          label="What to search"
          tabs={TABS.map((tab) => ({
            href: tabPath(state, tab),
            label: TAB_LABELS[tab],
            current: tab === state.tab,
          }))}
        />
      </header>
      {state.tab === "cards" && (
        <p className={s.about}>
          Cards are characters in the older format. Characters written here are{" "}
          <a className="text-link" href={tabPath(state, "scenarios")}>
            scenarios
          </a>
          .
        </p>
      )}
      {state.tab === "tags" ? (
        <TagResults state={state} popular={tags} names={names} />
      ) : (
        <div className={s.columns}>
          <Filters state={state} popular={tags} formId={formId} />
          {state.tab === "scenarios" ? (
            <ScenarioResults state={state} popular={tags} names={names} />
          ) : (
            <CardResults state={state} popular={tags} names={names} />
          )}
        </div>
      )}
    </div>
  );
}

interface ResultsProps {
  state: SearchState;
  popular: readonly TagData[];
  names: Names;
}

function ScenarioResults({ state, popular, names }: ResultsProps) {
  const page = usePage();
  const template = scenariosRead(state);
  const uri = (cursor: string) => readUri(template, asked(state, cursor));
  const list = useApiList(page.uri(template), uri);
  return (
    <Results
      state={state}
      popular={popular}
      names={names}
      list={list}
      tagged={readUri(reads.taggedScenarios, asked(state))}
      nouns={["scenario", "scenarios"]}
    >
      {list.items.length > 0 && (
        <ScenarioGrid scenarios={list.items} context="search_results" label="Scenarios found" leading />
      )}
    </Results>
  );
}

function CardResults({ state, popular, names }: ResultsProps) {
  const page = usePage();
  const uri = (cursor: string) => readUri(reads.searchCards, asked(state, cursor));
  const list = useApiList(page.uri(reads.searchCards), uri);
  return (
    <Results
      state={state}
      popular={popular}
      names={names}
      list={list}
      tagged={readUri(reads.taggedCards, asked(state))}
      nouns={["card", "cards"]}
    >
      {list.items.length > 0 && <CardGrid cards={list.items} label="Cards found" />}
    </Results>
  );
}

interface ListProps extends ResultsProps {
  list: ApiList<Page<unknown> & { correctedQuery?: string | null }>;
  /** The same with tags, for an empty result. */
  tagged: Uri<TaggedKey>;
  nouns: readonly [one: string, many: string];
  children: ReactNode;
}

/** A paged list in any of its states: waiting, failed, empty, shown, growing, at its end. */
function Results({ state, popular, names, list, tagged, nouns, children }: ListProps) {
  const [one, many] = nouns;
  const end = useAutoLoad(list.pages.length, list.more === "idle", list.loadMore);
  if (list.state === "loading") {
    return (
      <div className={s.results}>
        <p className={s.count}>Searching…</p>
        <ScenarioGridSkeleton />
      </div>
    );
  }
  if (list.state === "failed") {
    return (
      <div className={s.results}>
        <ErrorState title="Couldn’t load the results" onRetry={list.retry}>
          {list.error?.message ?? "Your search is still here. Try again in a moment."}
        </ErrorState>
      </div>
    );
  }
  const corrected = list.pages[0]?.correctedQuery ?? null;
  return (
    <section className={s.results} aria-label={`${many} found`}>
      <ChosenFilters state={state} names={names} />
      {corrected !== null && (
        <p className={s.corrected}>
          No results for “<span dir="auto">{state.text}</span>”. Showing results for{" "}
          <a href={searchPath(change(state, { text: corrected }))} dir="auto">
            {corrected}
          </a>
          .
        </p>
      )}
      <div className="heading-row">
        <p className={s.count} aria-live="polite">
          {list.items.length > 0 && countText(list.items.length, list.nextCursor !== null, one, many)}
        </p>
        {state.cursor !== "" && (
          <a className="more-link" href={searchPath(change(state, {}))}>
            Back to the first page
          </a>
        )}
      </div>
      {children}
      {list.items.length === 0 ? (
        <NothingFound state={state} tagged={tagged} noun={many} popular={popular} names={names} />
      ) : (
        <div ref={end}>
          <Pagination
            nextHref={searchPath({ ...state, cursor: list.nextCursor ?? "" })}
            state={list.more}
            onMore={list.loadMore}
            noun={many}
          />
        </div>
      )}
    </section>
  );
}

function TagResults({ state, popular, names }: ResultsProps) {
  const page = usePage();
  const list = useApiList(page.uri(reads.searchTags), (cursor) =>
    readUri(reads.searchTags, asked(state, cursor)),
  );
  const end = useAutoLoad(list.pages.length, list.more === "idle", list.loadMore);
  if (list.state === "loading") return <p className={s.count}>Searching…</p>;
  if (list.state === "failed") {
    return (
      <ErrorState title="Couldn’t load the tags" onRetry={list.retry}>
        {list.error?.message ?? "Try again in a moment."}
      </ErrorState>
    );
  }
  const tags = list.items;
  return (
    <section className={cx(s.results, s.tags)} aria-label="Tags found">
      <p className={s.count} aria-live="polite">
        {tags.length > 0 && countText(tags.length, list.nextCursor !== null, "tag", "tags")}
      </p>
      {tags.length === 0 ? (
        <NothingFound state={state} tagged={null} noun="tags" popular={popular} names={names} />
      ) : (
        <>
          <TagIndex tags={tags} hrefOf={tagPath} grouped={state.text === ""} />
          <div ref={end}>
            <Pagination
              nextHref={searchPath({ ...state, cursor: list.nextCursor ?? "" })}
              state={list.more}
              onMore={list.loadMore}
              noun="tags"
            />
          </div>
        </>
      )}
    </section>
  );
}
