import { type Head, type PageContext, pageHead } from "../../api/page";
import { paths } from "../../lib/paths";

/** Nobody else's to find: a story has no place in a search. */
export function head(ctx: PageContext): Head {
  return pageHead({
    title: "Your story",
    description: "A story that is being played.",
    canonical: paths.story(ctx.params.chatID ?? ""),
    robots: "noindex,nofollow",
  });
}
