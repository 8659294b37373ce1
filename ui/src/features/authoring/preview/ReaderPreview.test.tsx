// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import { renderInPage } from "../../../testing/render";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { Path } from "../model/path";
import type { Draft } from "../types";
import ReaderPreview from "./ReaderPreview";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DRAFT = aDraft({
  title: "The salt lamp",
  setting: "SECRET",
  tags: ["Noir"],
  contentNotes: { kind: "listed", notes: ["war"] },
  actors: [aDraftActor({ id: "ida", name: "Ida" })],
  openings: [
    {
      id: "o1",
      title: "Dusk",
      text: "“You are early, {{user}},” says {{char}}.",
      speaker: "ida",
      groupOnly: false,
    },
    { id: "o2", title: "Night", text: "The lamp is out.", speaker: null, groupOnly: false },
  ],
});

/** Shows a view of the draft; answers what stands in its frame. */
async function show(item: string | null, draft: Draft = DRAFT, went: Path[] = []) {
  const editor = {
    id: "s1",
    draft,
    missing: [{ path: ["origin"], message: "Say whose work this is." }],
    place: { part: "preview", item },
    goTo: (path: Path) => went.push(path),
  } as unknown as EditorState;
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <EditorProvider value={editor}>
        <ReaderPreview />
      </EditorProvider>
    </QueryClientProvider>,
  );
  const body = () => document.querySelector("iframe")?.contentDocument?.body as HTMLElement;
  await waitFor(() => expect(body().textContent).not.toBe(""));
  return { body: body(), frame: within(body()) };
}

test("the page is what readers get of the draft, and nothing of it can be pressed", async () => {
  const sent = vi.fn();
  vi.stubGlobal("fetch", sent);
  const { body, frame } = await show(null);
  expect(frame.getByRole("heading", { level: 1 }).textContent).toBe("The salt lamp");
  expect(frame.getByText("Contains war.")).toBeTruthy();
  expect(body.textContent).not.toContain("SECRET");
  const [start] = frame.getAllByRole("button", { name: "Start story" });
  expect(fireEvent.click(start as HTMLElement)).toBe(false);
  expect(fireEvent.submit((start as HTMLButtonElement).form as HTMLFormElement)).toBe(false);
  expect(fireEvent.click(frame.getAllByRole("link")[0] as HTMLElement)).toBe(false);
  fireEvent.click(frame.getByRole("button", { name: "Report" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  // Looking around is possible.
  const night = frame.getByRole<HTMLInputElement>("radio", { name: "Night" });
  expect(fireEvent.click(night)).toBe(true);
  expect(night.checked).toBe(true);
  expect(sent).not.toHaveBeenCalled();
});

test("the first message stands as in a story, of any opening", async () => {
  const { frame } = await show("start");
  expect(frame.getByRole("heading", { name: "Ida" })).toBeTruthy();
  expect(frame.getByText(/You are early, You/).closest("p")?.textContent).toContain("says Ida.");
  fireEvent.change(screen.getByRole("combobox", { name: "Opening" }), { target: { value: "1" } });
  expect(frame.getByRole("heading", { name: "Narrator" })).toBeTruthy();
  expect(frame.getByText("The lamp is out.")).toBeTruthy();
});

test("poster and shared link are those of the draft", async () => {
  expect((await show("poster")).frame.getByRole("link", { name: "The salt lamp" })).toBeTruthy();
  cleanup();
  const { body } = await show("link");
  expect(body.textContent).toContain("The salt lamp – story by");
});

test("what is missing and what each part takes lead to their fields", async () => {
  const went: Path[] = [];
  await show(null, DRAFT, went);
  fireEvent.click(screen.getByRole("button", { name: /Say whose work this is/ }));
  fireEvent.click(screen.getByRole("button", { name: /Setting/ }));
  expect(went).toEqual([["origin"], ["setting"]]);
});
