import type { Draft } from "../types";
import { arrivedText, isLorebookAlone } from "./report";

/** What a file brought into its draft. */
export function Arrived({ draft }: { draft: Draft }) {
  const text = arrivedText(draft);
  return (
    <>
      {text !== null && <p>{text}</p>}
      {isLorebookAlone(draft) && (
        <p>
          A lorebook without characters: its entries are in a new scenario named after it. To use it in
          another scenario, open that one’s Lorebooks and import the file there.
        </p>
      )}
    </>
  );
}
