import { useLayoutEffect } from "react";
import { usePagePrefs } from "../../../api/prefs";
import { wear } from "./ThemeSwatch";
import { themeOf } from "./themes";

/** The house wears the story's theme for as long as the story is on stage. Default is the house's own and changes nothing. */
export function StoryTheme({ themeID }: { themeID: string | null }) {
  const { theme: mode } = usePagePrefs();
  useLayoutEffect(() => {
    const theme = themeOf(themeID, mode);
    if (theme._id === null) return;
    const root = document.documentElement;
    const undress = wear(root, theme);
    const light = theme.palette.mode === "light";
    const show = (isLight: boolean, themed: boolean) => {
      root.classList.toggle("light", isLight);
      root.classList.toggle("dark", !isLight);
      root.classList.toggle("themed", themed);
    };
    show(light, true);
    return () => {
      undress();
      show(mode === "light", false);
    };
  }, [themeID, mode]);
  return null;
}
