import { createContext, use } from "react";

/** What the operator has said of the site, the same on every page. */
export interface Site {
  /** Where those who run it are written to: a `mailto:` or `https:` address; null where they have not said. */
  contact: string | null;
}

const Context = createContext<Site>({ contact: null });

export const SiteProvider = Context;

export function useSite(): Site {
  return use(Context);
}
