import "./styles";
import { useEffect, useLayoutEffect, useState } from "react";
import { usePage } from "../../api/page";
import { usePagePrefs } from "../../api/prefs";
import { useSession } from "../../api/session";
import { Curtain } from "./Curtain";
import { Stage } from "./Stage";
import { keptDress, putOn, takeOff } from "./settings/dress";

export { head } from "./page-head";

/** `/chat/…` and `/story/…`: one story, played. */
export default function PlayPage() {
  const page = usePage();
  const { state } = useSession();
  const chatID = page.params.chatID ?? "";
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // A story opens in the light it was left in; the story itself says later what it wears now.
  const { theme } = usePagePrefs();
  useLayoutEffect(() => {
    const dress = keptDress(chatID);
    if (dress !== null) putOn(dress);
    return () => takeOff(theme === "light");
  }, [chatID, theme]);
  // Who is here must be known first: their story is asked for in their name.
  if (!mounted || state === "unknown") return <Curtain />;
  return <Stage key={`${chatID} ${state}`} chatID={chatID} />;
}
