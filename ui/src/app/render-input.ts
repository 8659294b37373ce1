import type { Prefs } from "../api/page";
import type { Viewer } from "../api/person";
import type { PageData } from "../api/query";

/** What the server hands to the renderer, and then to the browser inside the page. */
export interface RenderInput {
  /** Normalised path with the allowed query, sorted. */
  path: string;
  /** Who is signed in; null on a page that is everyone's. */
  viewer: Viewer | null;
  prefs: Prefs;
  publicUrl: string;
  /** How to reach those who run the site; null where they have set nothing. */
  contact: string | null;
  data: PageData;
}
