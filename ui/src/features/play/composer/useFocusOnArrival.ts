import { type RefObject, useEffect } from "react";
import { isFresh } from "../model/fresh";
import { usePlay } from "../PlayContext";
import { plainText } from "../transcript/markdown";

/** Whether the player has just pressed something; false in browsers that cannot know. */
const wasTapped = () =>
  (navigator as Partial<Pick<Navigator, "userActivation">>).userActivation?.isActive === true;

/** Whether nothing has the focus but the page as a whole, to which it goes after a navigation. */
const isFocusFree = () => {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches("body, main");
};

/**
 * Begun by a tap of a moment ago, the story is there to be written in: phones only bring up their keyboard for a tap. Where the
 * answer took longer than that the field is left alone. The opening stays where it is, and is read out, since the focus
 * passes over it.
 */
export function useFocusOnArrival(field: RefObject<HTMLTextAreaElement | null>): void {
  const { story, announce } = usePlay();
  useEffect(() => {
    if (!isFresh(story) || !wasTapped() || !isFocusFree()) return;
    field.current?.focus({ preventScroll: true });
    for (const { name, content } of story.messages) announce(`${name}: ${plainText(content)}`);
  }, [story, announce, field]);
}
