import { type RefObject, useLayoutEffect } from "react";

/** Makes a field as tall as its text, up to what the stylesheet allows, where the browser cannot do that by itself. */
export function useFittingHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    if (text !== "") element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
