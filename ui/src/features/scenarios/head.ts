import { type Head, type HeadImage, type PageContext, pageHead } from "../../api/page";
import { reads } from "../../api/reads";
import type { Scenario, ScenarioSummary } from "../../api/types";
import { pictureSources } from "../../design/Picture";
import { breadcrumbs, graph } from "../../lib/json-ld";
import { paths } from "../../lib/paths";
import { excerpt } from "../../lib/prose";
import { CARD_PICTURE, titleOf } from "./rules";
import { genresOf, scenarioDescription, scenarioTitle } from "./words";

/** How the banner is laid out: as wide as the stage, never cropped by width. */
export const BANNER = { width: 1920, height: 720, widths: [640, 960, 1280, 1920], sizes: "100vw" } as const;

function preload(src: string | null, box: Omit<Parameters<typeof pictureSources>[0], "src">): HeadImage[] {
  if (src === null) return [];
  const sources = pictureSources({ src, ...box });
  return [
    {
      href: sources.src,
      ...(sources.srcSet !== undefined && { imagesrcset: sources.srcSet }),
      ...(sources.sizes !== undefined && { imagesizes: sources.sizes }),
    },
  ];
}

/** The picture of a card, for the head of a page whose first picture it is. */
export function cardPreload(scenario: ScenarioSummary): HeadImage[] {
  return preload(scenario.avatar_urls.avatar, CARD_PICTURE);
}

export function scenarioHead(ctx: PageContext): Head {
  const scenario = ctx.data<Scenario>(ctx.uri(reads.scenario));
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
    rating: scenario.displayData.explicit ? "adult" : null,
    ogType: "article",
    image,
    imageAlt: `${name} by ${scenario.authorship.authorname}`,
    jsonLd: graph(
      creativeWork(scenario, canonical, image),
      breadcrumbs([
        { name: "Discover", href: paths.search() },
        { name, href: canonical },
      ]),
    ),
    preloadImages: preload(scenario.displayData.avatar_urls.banner, BANNER),
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
      url: paths.user(scenario.authorship.author),
    },
    character: scenario.actors.map((actor) => ({
      "@type": "Person",
      name: actor.name,
      description: actor.role,
    })),
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
