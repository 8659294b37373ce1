import type { QueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { PageModule, Prefs } from "../api/page";
import type { Site } from "../api/site";
import type { PageId } from "./pages.client";

/** What every route needs from the entry that made the tree. */
export interface AppServices {
  client: QueryClient;
  site: Site;
  /** Preferences the first HTML was made with. */
  rendered: Prefs;
  /** A page module that has been loaded; undefined while it has not. */
  pageOf(id: PageId): PageModule | undefined;
}

const Context = createContext<AppServices | null>(null);

export const AppServicesProvider = Context;

export function useApp(): AppServices {
  const app = use(Context);
  if (app === null) throw new Error("useApp is called outside the app");
  return app;
}
