import type { Prefs } from "../api/page";
import type { PageData } from "../api/query";

/** What the server hands to the renderer, and then to the browser inside the page. */
export interface RenderInput {
  /** Normalised path with the allowed query, sorted. */
  path: string;
  viewer: null;
  prefs: Prefs;
  publicUrl: string;
  data: PageData;
}
