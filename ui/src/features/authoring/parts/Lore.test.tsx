// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderInPage } from "../../../testing/render";
import { aDraft, aDraftActor, aDraftBook } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import { partNote } from "../editor/partNote";
import type { Draft } from "../types";
import { Lore } from "./Lore";

const goTo = vi.fn();
const seraphina = aDraftActor({
  id: "s1",
  name: "Seraphina",
  lorebooks: [aDraftBook([], { name: "Eldoria" })],
});

afterEach(() => {
  cleanup();
  goTo.mockReset();
});

function show(draft: Draft): void {
  const editor = {
    draft,
    goTo,
    shown: null,
    problems: new Map(),
    change: () => undefined,
  } as unknown as EditorState;
  renderInPage(
    <EditorProvider value={editor}>
      <Lore />
    </EditorProvider>,
  );
}

test("lorebooks of actors are named below those of the scenario, and lead to where they stand", () => {
  show(aDraft({ actors: [aDraftActor(), seraphina] }));
  const rows = within(screen.getByRole("list", { name: "Lorebooks of actors" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual(["Lorebooks of SeraphinaEldoria, 0 entries"]);
  fireEvent.click(screen.getByRole("button", { name: "Lorebooks of Seraphina" }));
  expect(goTo).toHaveBeenCalledWith(["actors", "@s1", "lorebooks"]);
});

test("only the scenario is said to have none where actors have some", () => {
  show(aDraft({ actors: [seraphina] }));
  expect(screen.getByText(/^No lorebook of the whole scenario yet\./)).toBeTruthy();
  cleanup();
  show(aDraft());
  expect(screen.getByText(/^No lorebook yet\./)).toBeTruthy();
  expect(screen.queryByText("Lorebooks of actors")).toBeNull();
});

test("the list of the parts counts the lorebooks of actors, too", () => {
  const draft = aDraft({ actors: [seraphina], lorebooks: [aDraftBook([])] });
  expect(partNote({ draft, missing: null }, "lore")).toBe("2");
});
