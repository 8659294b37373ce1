import { useLayoutEffect } from "react";
import { usePagePrefs } from "../../../api/prefs";
import { usePlay } from "../PlayContext";
import { keepDress, putOn, takeOff } from "./dress";
import { tokensOf } from "./theme-rules";
import { themeOf } from "./themes";

/** The house wears the story's theme for as long as the story is on stage. Default is the house's own and changes nothing. */
export function StoryTheme({ themeID }: { themeID: string | null }) {
  const { theme: mode } = usePagePrefs();
  const { chatID } = usePlay();
  useLayoutEffect(() => {
    const theme = themeOf(themeID, mode);
    const dress =
      theme._id === null ? null : { tokens: tokensOf(theme), light: theme.palette.mode === "light" };
    keepDress(chatID, dress);
    if (dress === null) takeOff(mode === "light");
    else putOn(dress);
    return () => takeOff(mode === "light");
  }, [chatID, themeID, mode]);
  return null;
}
