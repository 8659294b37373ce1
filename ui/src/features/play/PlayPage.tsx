import { useEffect, useState } from "react";
import { usePage } from "../../api/page";
import { useSession } from "../../api/session";
import { Curtain } from "./Curtain";
import { Stage } from "./Stage";

export { head } from "./page-head";

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
