import { useEffect, useState } from "react";
import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useSession } from "../../api/session";
import { paths } from "../../lib/paths";
import { Curtain } from "./Curtain";
import { Stage } from "./Stage";

export function head(ctx: PageContext): Head {
  return pageHead({
    title: "Your story",
    description: "A story that is being played.",
    canonical: paths.story(ctx.params.chatID ?? ""),
    robots: "noindex,nofollow",
  });
}

/** `/chat/…` and `/story/…`: one story, played. */
export default function PlayPage() {
  const page = usePage();
  const { state } = useSession();
  const chatID = page.params.chatID ?? "";
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // Who is here must be known first: their story is asked for in their name.
  if (!mounted || state === "unknown") return <Curtain />;
  return <Stage key={`${chatID} ${state}`} chatID={chatID} />;
}
