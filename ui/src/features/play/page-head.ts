import { type Head, type PageContext, pageHead } from "../../api/page";
import { paths } from "../../lib/paths";

export function head(ctx: PageContext): Head {
  return pageHead({
    title: "Your story",
    description: "A story that is being played.",
    canonical: paths.story(ctx.params.chatID ?? ""),
    robots: "noindex,nofollow",
  });
}
