import { useEffect, useLayoutEffect, useState } from "react";
import { usePage } from "../../api/page";
import { usePagePrefs } from "../../api/prefs";
import { useSession } from "../../api/session";
import { PlaySkeleton } from "./PlaySkeleton";
import { StoryScreen } from "./StoryScreen";
import { applyTheme, resetTheme, storedTheme } from "./settings/storyTheme";

export { head } from "./page-head";

/** `/chat/…` and `/story/…`: one story, played. */
export default function PlayPage() {
  const page = usePage();
  const { state } = useSession();
  const chatID = page.params.chatID ?? "";
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // A story opens with the theme it was left in, until its session has been read.
  const { theme } = usePagePrefs();
  useLayoutEffect(() => {
    const stored = storedTheme(chatID);
    if (stored !== null) applyTheme(stored);
    return () => resetTheme(theme === "light");
  }, [chatID, theme]);
  // The session must be known first: the story is requested in the person's name.
  if (!mounted || state === "unknown") return <PlaySkeleton />;
  return <StoryScreen key={`${chatID} ${state}`} chatID={chatID} />;
}
