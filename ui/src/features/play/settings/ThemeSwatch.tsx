import { useLayoutEffect, useRef } from "react";
import { cx } from "../../../lib/classes";
import s from "./ThemeSwatch.module.css";
import { tokensOf } from "./theme-rules";
import type { Theme } from "./themes";

/** Sets a theme's variables on an element, and takes them away again. Not as an attribute, which the policy would forbid. */
export function wear(element: HTMLElement, theme: Theme): () => void {
  const tokens = Object.entries(tokensOf(theme));
  for (const [name, value] of tokens) element.style.setProperty(name, value);
  element.style.colorScheme = theme.palette.mode;
  return () => {
    for (const [name] of tokens) element.style.removeProperty(name);
    element.style.removeProperty("color-scheme");
  };
}

/** A theme as a small page: its ground, a line of its words, its light. Decorative: the name stands beside it. */
export function ThemeSwatch({ theme, size }: { theme: Theme; size: "dot" | "page" }) {
  const swatch = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => (swatch.current === null ? undefined : wear(swatch.current, theme)), [theme]);
  return (
    <span className={s.swatch} data-size={size} aria-hidden="true" ref={swatch}>
      {size === "page" && (
        <>
          <span className={s.title}>Aa</span>
          <span className={s.line} />
          <span className={cx(s.line, s.short)} />
          <span className={s.said} />
        </>
      )}
      <span className={s.light} />
    </span>
  );
}
