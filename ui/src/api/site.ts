import { createContext, use } from "react";

/** The operator's settings of the site, the same on every page. */
export interface Site {
  /** How to reach those who run it: a `mailto:` or `https:` address; null where they have set none. */
  contact: string | null;
}

const Context = createContext<Site>({ contact: null });

export const SiteProvider = Context;

export function useSite(): Site {
  return use(Context);
}
