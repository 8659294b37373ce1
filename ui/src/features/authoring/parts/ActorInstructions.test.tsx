// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import { useFieldFocus } from "../editor/useFieldFocus";
import type { DraftActor } from "../types";
import { ActorInstructions } from "./ActorInstructions";

const at = (...path: string[]) => ["actors", "@a1", ...path];

function Host({ actor, problems }: { actor: DraftActor; problems: ReadonlyMap<string, string> }) {
  const goTo = useFieldFocus({ part: "actors", item: "a1" });
  const editor = {
    draft: aDraft({ actors: [actor] }),
    problems,
    goTo,
    shown: null,
  } as unknown as EditorState;
  return (
    <EditorProvider value={editor}>
      <ActorInstructions actor={actor} at={at} set={() => undefined} />
      <button type="button" onClick={() => goTo(at("note", "text"))}>
        To the note
      </button>
    </EditorProvider>
  );
}

function show(changes: Partial<DraftActor> = {}, problems: ReadonlyMap<string, string> = new Map()) {
  Element.prototype.scrollIntoView = () => undefined;
  render(<Host actor={aDraftActor(changes)} problems={problems} />);
}
const isOpen = () => document.querySelector("details")?.open;

afterEach(cleanup);

test("instructions are folded where there are none", () => {
  show();
  expect(isOpen()).toBe(false);
});

test.each<Partial<DraftActor>>([
  { nickname: "Ida" },
  { talkativeness: 0.5 },
  { systemPrompt: "Be brief." },
  { postHistoryInstructions: "Be brief." },
  { note: { text: "She limps.", depth: 4, role: "system" } },
  { note: { text: "", depth: 2, role: "system" } },
])("instructions are open where there are some: %j", (changes) => {
  show(changes);
  expect(isOpen()).toBe(true);
});

test("instructions are open where something in them is refused", () => {
  show({}, new Map([["/actors/@a1/note/depth", "Too deep."]]));
  expect(isOpen()).toBe(true);
});

test("a link to one of them opens them", () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "To the note" }));
  expect(isOpen()).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText("Note"));
});
