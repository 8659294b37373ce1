import { type Head, type PageContext, pageHead } from "../../api/page";
import { reads } from "../../api/reads";
import type { Scenario } from "../../api/types";
import { breadcrumbs, graph } from "../../lib/json-ld";
import { paths } from "../../lib/paths";
import { excerpt } from "../../lib/prose";
import { genresOf, scenarioDescription, scenarioTitle } from "./copy";
import { BANNER, preload } from "./preload";
import { pictureFor, titleOf } from "./rules";

export function scenarioHead(ctx: PageContext): Head {
  const scenario = ctx.data(ctx.uri(reads.scenario));
  if (scenario === undefined) {
    return pageHead({ title: "A scenario", description: "", canonical: ctx.path, robots: "noindex" });
  }
  const canonical = paths.scenario(scenario.id);
  const name = titleOf(scenario.displayData.displayName);
  const description = scenarioDescription(scenario);
  const image = paths.scenarioPicture(scenario.id);
  return pageHead({
    title: scenarioTitle(scenario),
    description,
    canonical,
    // An unlisted scenario is for those who were given its address.
    robots: scenario.displayData.public ? null : "noindex",
    rating: scenario.displayData.explicit ? "adult" : null,
    ogType: "article",
    image,
    imageAlt: `${name} by ${scenario.authorship.authorname}`,
    jsonLd:
      __SSR__ &&
      graph(
        creativeWork(scenario, canonical, image),
        breadcrumbs([
          { name: "Discover", href: paths.search() },
          { name, href: canonical },
        ]),
      ),
    preloadImages:
      __SSR__ &&
      preload(
        pictureFor(scenario.displayData.avatar_urls.banner, scenario.displayData, ctx.prefs.showNSFW),
        BANNER,
      ),
  });
}

function counted(action: string, count: number): Record<string, unknown> {
  return {
    "@type": "InteractionCounter",
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  };
}

const ABSTRACT_CHARACTERS = 300;

function creativeWork(scenario: Scenario, canonical: string, image: string): Record<string, unknown> {
  const { displayData: display, scenarioEngram: engram, scenarioStats: stats } = scenario;
  return {
    "@type": "CreativeWork",
    "@id": canonical,
    url: canonical,
    name: titleOf(display.displayName),
    headline: display.tagline,
    abstract: excerpt(engram.description, ABSTRACT_CHARACTERS),
    author: {
      "@type": "Person",
      name: scenario.authorship.authorname,
      // A former author has no page.
      ...(scenario.authorship.author !== "" && { url: paths.user(scenario.authorship.author) }),
    },
    character: scenario.actors.map((actor) => ({
      "@type": "Person",
      name: actor.name,
      description: actor.role,
    })),
    // A series has two parts: as long as readers see one, it is none to them.
    ...(scenario.series !== null &&
      scenario.series.total > 1 && {
        isPartOf: { "@type": "CreativeWorkSeries", name: scenario.series.title },
        position: scenario.series.position,
      }),
    datePublished: display.createdOn,
    dateModified: display.updatedOn,
    inLanguage: engram.language,
    genre: genresOf(scenario.tagData),
    keywords: scenario.tagData.map((tag) => tag.displayName).join(", "),
    contentRating: display.explicit ? "adult" : "general",
    isFamilyFriendly: !display.explicit,
    isAccessibleForFree: true,
    image,
    interactionStatistic: [
      counted("LikeAction", stats.loveCount),
      counted("CommentAction", stats.messagesSent),
      counted("InteractAction", stats.chatsCreated),
    ],
  };
}
