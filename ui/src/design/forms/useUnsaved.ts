import { useEffect } from "react";
import { holdPage } from "../../lib/navigation";
import { markup, openAlert } from "../alert";

/** How many forms on the page have changes that are not saved. */
let unsavedForms = 0;

function askToLeave(leave: () => void): void {
  openAlert({
    title: "Discard your changes?",
    html: markup`<p>You have unsaved changes.</p>`,
    buttons: [{ text: "Keep editing" }, { text: "Discard changes", tone: "danger", onPress: leave }],
  });
}

/**
 * Keeps what was written but not saved: while `unsaved`, leaving the page asks first, within the app as well as
 * by closing the tab. `pathname`: where the same form stays open whatever the query says; by default every
 * other address leaves it.
 */
export function useUnsaved(unsaved: boolean, pathname: string | null = null): void {
  useEffect(() => {
    if (!unsaved) return;
    unsavedForms += 1;
    holdPage(askToLeave, (to) => to === pathname);
    return () => {
      unsavedForms -= 1;
      if (unsavedForms === 0) holdPage(null);
    };
  }, [unsaved, pathname]);
}
