import { useLayoutEffect } from "react";
import { usePagePrefs } from "../../../api/prefs";
import { usePlay } from "../PlayContext";
import { applyTheme, resetTheme, storeTheme } from "./storyTheme";
import { tokensOf } from "./theme-rules";
import { themeOf } from "./themes";

/** Applies the theme of the story while it is on screen. The default theme changes nothing. */
export function StoryThemeEffect({ themeID }: { themeID: string | null }) {
  const { theme: mode } = usePagePrefs();
  const { chatID } = usePlay();
  useLayoutEffect(() => {
    const theme = themeOf(themeID, mode);
    const applied =
      theme._id === null ? null : { tokens: tokensOf(theme), light: theme.palette.mode === "light" };
    storeTheme(chatID, applied);
    if (applied === null) resetTheme(mode === "light");
    else applyTheme(applied);
    return () => resetTheme(mode === "light");
  }, [chatID, themeID, mode]);
  return null;
}
