// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { renderInPage } from "../../../testing/render";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { Draft } from "../types";
import { Origin } from "./Origin";

vi.mock("../../../api/session", () => ({
  useSession: () => ({ viewer: { username: "Wren", authorname: "wren" } }),
}));

let draft: Draft;

function Host(): ReactNode {
  const [now, setNow] = useState(draft);
  draft = now;
  const editor = {
    draft: now,
    problems: new Map(),
    change: (fields: Partial<Draft>) => setNow((before) => ({ ...before, ...fields })),
  } as unknown as EditorState;
  return (
    <EditorProvider value={editor}>
      <Origin />
    </EditorProvider>
  );
}

/** The question for a draft whose cards name these creators. */
function show(...creators: string[]) {
  const actors = creators.map((creator, place) => {
    const actor = aDraftActor({ id: `a${place}`, name: `Actor ${place}` });
    return { ...actor, kept: { ...actor.kept, creator } };
  });
  draft = aDraft({ actors });
  renderInPage(<Host />);
}
const choose = (name: string) => userEvent.click(screen.getByRole("radio", { name }));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("what nobody else is named for is one’s own at once", async () => {
  show("", "Wren");
  await choose("My own");
  expect(draft.origin).toEqual({ kind: "mine" });
});

test("the creators that cards name stand beside the question", () => {
  show("Missus Meesecks");
  expect(screen.getByText("The card of Actor 0 names Missus Meesecks as its creator.")).toBeTruthy();
});

test("whose card names another creator says that they are the one", async () => {
  show("Missus Meesecks");
  await choose("My own");
  expect(draft.origin).toBeNull();
  await press("I am Missus Meesecks");
  expect(draft.origin).toEqual({ kind: "mine" });
  expect(screen.queryByRole("button")).toBeNull();
});

test("what was made with somebody’s work is with permission, and names them", async () => {
  show("Missus Meesecks", "lide");
  await choose("My own");
  expect(screen.getByRole("button", { name: "I made these cards" })).toBeTruthy();
  await press("I made this with their work");
  expect(draft.origin).toEqual({ kind: "permission", from: "Missus Meesecks and lide" });
});

const PERMISSION = "Somebody else’s, with permission";

test("a choice whose text is still to be written is stored with its first letter", async () => {
  show("");
  await choose(PERMISSION);
  expect(draft.origin).toBeNull();
  await userEvent.type(screen.getByRole("textbox"), "W");
  expect(draft.origin).toEqual({ kind: "permission", from: "W" });
});

test("a text that is left empty is stored so, and marked then", async () => {
  show("");
  await choose(PERMISSION);
  await userEvent.click(screen.getByRole("textbox"));
  expect(draft.origin).toBeNull();
  await userEvent.tab();
  expect(draft.origin).toEqual({ kind: "permission", from: "" });
});

test("a text that nobody writes is stored empty after a pause", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show("");
  fireEvent.click(screen.getByRole("radio", { name: PERMISSION }));
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(draft.origin).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(draft.origin).toEqual({ kind: "permission", from: "" });
});

test("a choice is not lost with its part", async () => {
  const changes: Partial<Draft>[] = [];
  draft = aDraft();
  const editor = { draft, problems: new Map(), change: (fields: Partial<Draft>) => changes.push(fields) };
  const { unmount } = renderInPage(
    <EditorProvider value={editor as unknown as EditorState}>
      <Origin />
    </EditorProvider>,
  );
  await choose(PERMISSION);
  unmount();
  expect(changes).toEqual([{ origin: { kind: "permission", from: "" } }]);
});
