// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderInPage } from "../../../testing/render";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import { Openings } from "./Openings";

function show(actors: number, groupOnly: boolean) {
  const editor = {
    draft: aDraft({
      actors: Array.from({ length: actors }, (_, at) => aDraftActor({ id: `a${at}` })),
      openings: [{ id: "o1", title: "", text: "", speaker: null, groupOnly }],
    }),
    id: "sc1",
    place: { part: "openings", item: "o1" },
    problems: new Map(),
  } as unknown as EditorState;
  renderInPage(
    <EditorProvider value={editor}>
      <Openings />
    </EditorProvider>,
  );
}
const choice = () => screen.queryByRole("switch", { name: /Only with several actors/ });

afterEach(cleanup);

test.each([
  [2, false],
  [1, true],
])("an opening can be kept for several actors: %i actors, set: %s", (actors, groupOnly) => {
  show(actors, groupOnly);
  expect(choice()).toBeTruthy();
});

test("with one actor there is no choice of several", () => {
  show(1, false);
  expect(choice()).toBeNull();
});
