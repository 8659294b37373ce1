import { QueryClient } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { PageProvider, type Prefs } from "../api/page";
import { DEFAULT_PREFS } from "../api/prefs";
import type { ScenarioPoster, ScenarioSummary } from "../api/types";
import { createPageContext } from "../app/page-context";
import { rowById } from "../app/routes";

/** Renders something that lives inside a page. For tests. */
export function renderInPage(content: ReactNode, prefs: Partial<Prefs> = {}): RenderResult {
  const page = createPageContext({
    row: rowById("home"),
    pathname: "/",
    params: {},
    search: "",
    prefs: { ...DEFAULT_PREFS, ...prefs },
    client: new QueryClient(),
  });
  return render(content, {
    wrapper: ({ children }) => <PageProvider value={page}>{children}</PageProvider>,
  });
}

/** A poster of a scenario; give what matters to the test. */
export function aPoster(changes: Partial<ScenarioPoster> = {}): ScenarioPoster {
  return {
    id: "s1",
    displayName: "The Lamplighter",
    tagline: "He lights the last lamp at four.",
    picture: "/media/s1/cover.webp",
    author: "u1",
    authorname: "wren",
    explicit: false,
    messagesSent: 1,
    ...changes,
  };
}

/** A scenario summary; give what matters to the test. */
export function aScenario(changes: Partial<ScenarioSummary> = {}): ScenarioSummary {
  return {
    id: "s1",
    displayName: "The Lamplighter",
    tagline: "He lights the last lamp at four.",
    avatar_urls: {
      thumbnail: null,
      thumbnail_mobile: null,
      avatar: "/media/s1/cover.webp",
      banner: null,
      fullres: null,
    },
    scenarioStats: {
      chatsCreated: 0,
      favorites: 0,
      ratings: 0,
      messagesSent: 1,
      shekelsSpent: 0,
      userRatings: { likes: 0, dislikes: 0 },
      loveCount: 0,
    },
    author: "u1",
    authorname: "wren",
    createdOn: "2026-01-01T00:00:00Z",
    updatedOn: "2026-01-01T00:00:00Z",
    tags: [],
    tagData: [],
    avatarMetrics: [],
    explicit: false,
    rating: "everyone",
    public: true,
    ...changes,
  };
}
