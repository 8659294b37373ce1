import type { ArticleBlock } from "../../../lib/article";

/** A long text with numbered sections that can be linked to. */
export type Document = {
  title: string;
  /** Stands under the title. */
  lead: string;
  /** For search engines: about 155 characters. */
  description: string;
  /** The day of the last change in substance, `YYYY-MM-DD`. */
  revised: string;
  sections: readonly DocumentSection[];
};

export type DocumentSection = {
  /** Stable: it is the fragment of the address. */
  id: string;
  title: string;
  blocks: readonly ArticleBlock[];
};
