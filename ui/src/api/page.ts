import { createContext, type ReactNode, use } from "react";
import type { Answer, ReadKey, Uri } from "./operations";
import type { KeyOf, Template } from "./reads";

/** What a page may know about the visitor before its first paint; from cookies, the same on server and client. */
export interface Prefs {
  theme: "dark" | "light";
  /** The visitor confirmed the 18+ warning: explicit pictures are shown unblurred. */
  showNSFW: boolean;
  hideImages: boolean;
  hideSubscriptionWarning: boolean;
  campaign: string | null;
}

/** Everything a page is made from. `head(ctx)` gets it as an argument, components call `usePage()`. */
export interface PageContext {
  /** Root-relative path with the allowed query, e.g. `/search?search=elf`. */
  path: string;
  /** Route parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** The allowed query under its page name; always lists, in the order written. See `first` for single values. */
  query: Readonly<Record<string, readonly string[]>>;
  /** Expands a template of `api/reads.ts` with this page's variables (params, mapped query, campaign) into a uri. */
  uri<T extends Template>(template: T): Uri<KeyOf<T>>;
  /** The body the page loaded for this uri, or undefined when it failed or has not arrived. */
  data<Key extends ReadKey>(uri: Uri<Key>): Answer<Key> | undefined;
  prefs: Prefs;
}

export interface HeadImage {
  href: string;
  imagesrcset?: string;
  imagesizes?: string;
}

/** What goes into `<head>`. The server escapes and writes it, and makes root-relative addresses absolute. */
export interface Head {
  title: string;
  description: string;
  /** Root-relative. */
  canonical: string;
  /** null means `index,follow,max-image-preview:large`, written by the server. */
  robots: string | null;
  rating: "adult" | null;
  og: {
    type: "website" | "article" | "profile";
    title: string;
    description: string;
    image: string | null;
    imageAlt: string;
  };
  jsonLd: Record<string, unknown> | null;
  preloadImages: HeadImage[];
}

/** The few things a page must say about itself; `pageHead` fills in the rest. */
export interface HeadInput {
  /** Without the site's name, 50 to 60 characters; null on home, where the name leads. */
  title: string;
  description: string;
  canonical: string;
  robots?: string | null;
  rating?: "adult" | null;
  ogType?: Head["og"]["type"];
  image?: string | null;
  imageAlt?: string;
  /** Behind `__SSR__ &&`: only the server writes it, so the browser need not know how. */
  jsonLd?: Record<string, unknown> | false | null;
  /** Behind `__SSR__ &&` as well. */
  preloadImages?: HeadImage[] | false;
}

export const SITE_NAME = "Dramatis";

/** 1200x630, for pages without a picture of their own. */
const DEFAULT_OG = { image: "/og-default.png", imageAlt: "Dramatis: an empty stage in a spotlight" } as const;

/** Builds a full head from what a page says about itself. */
export function pageHead(input: HeadInput): Head {
  const named = input.title.includes(SITE_NAME);
  return {
    title: named ? input.title : `${input.title} · ${SITE_NAME}`,
    description: input.description,
    canonical: input.canonical,
    robots: input.robots ?? null,
    rating: input.rating ?? null,
    og: {
      type: input.ogType ?? "website",
      title: input.title,
      description: input.description,
      image: input.image ?? DEFAULT_OG.image,
      imageAlt: input.image ? (input.imageAlt ?? "") : DEFAULT_OG.imageAlt,
    },
    jsonLd: input.jsonLd || null,
    preloadImages: input.preloadImages || [],
  };
}

/** The first value of a query name, trimmed; empty counts as absent. */
export function first(ctx: Pick<PageContext, "query">, name: string): string | undefined {
  const value = ctx.query[name]?.[0]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

/**
 * A page file exports `default` (its component, without props) and `head`.
 * Reads that its row marks `required` have a body whenever the component renders; others may be missing.
 */
export interface PageModule {
  default: () => ReactNode;
  head: (ctx: PageContext) => Head;
  /** Addresses of the style sheets that stand before it, in order. Written by the build, from what the page imports. */
  styles?: readonly string[];
}

const Context = createContext<PageContext | null>(null);

export const PageProvider = Context;

/** The page that is being rendered. */
export function usePage(): PageContext {
  const page = use(Context);
  if (page === null) throw new Error("usePage is called outside a page");
  return page;
}
