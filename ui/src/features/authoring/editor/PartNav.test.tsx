// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aDraft } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "./EditorContext";
import { PartNav } from "./PartNav";
import { PartSelect } from "./PartSelect";

afterEach(cleanup);

function show(fields: Partial<EditorState>): void {
  const place = { part: "basics", item: null };
  const editor = { id: "sc1", draft: aDraft(), place, missing: [], problems: new Map(), ...fields };
  render(
    <EditorProvider value={editor as unknown as EditorState}>
      <PartNav />
      <PartSelect />
    </EditorProvider>,
  );
}

test("changes that are not published are marked at Publishing, in both lists of the parts", () => {
  show({ hasUnpublished: true });
  expect(screen.getByRole("link", { name: /Publishing.*changes not published/ })).toBeTruthy();
  expect(screen.getByRole("option", { name: "Publishing •" })).toBeTruthy();
});

test("without such changes Publishing has no mark", () => {
  show({ hasUnpublished: false });
  expect(screen.getByRole("link", { name: "Publishing" })).toBeTruthy();
  expect(screen.getByRole("option", { name: "Publishing" })).toBeTruthy();
});
