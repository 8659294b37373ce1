import { useLayoutEffect } from "react";

/** The chat option (spec 2.7): lines in bubbles, as in a messenger, for as long as the story is on screen. */
export function ChatLayout({ bubbles }: { bubbles: boolean }) {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.toggle("bubbles", bubbles);
    return () => root.classList.remove("bubbles");
  }, [bubbles]);
  return null;
}
