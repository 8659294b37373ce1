import { useId } from "react";
import s from "./ThemeChoice.module.css";
import { ThemeSwatch } from "./ThemeSwatch";
import type { Theme } from "./themes";

interface ThemeChoiceProps {
  label: string;
  themes: readonly Theme[];
  /** Id of the theme that is worn. */
  worn: string | null;
  look: "pills" | "grid";
  onPick: (id: string | null) => void;
}

/** One of several themes. Radio buttons underneath, so arrows walk them and one is always chosen. */
export function ThemeChoice({ label, themes, worn, look, onPick }: ThemeChoiceProps) {
  const name = useId();
  return (
    <fieldset className={s.themes} data-look={look}>
      <legend className="sr-only">{label}</legend>
      {themes.map((theme) => (
        <label key={theme._id ?? ""} className={s.theme}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={theme._id === worn}
            onChange={() => onPick(theme._id)}
          />
          <ThemeSwatch theme={theme} size={look === "pills" ? "dot" : "page"} />
          <span className={s.name}>{theme.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
