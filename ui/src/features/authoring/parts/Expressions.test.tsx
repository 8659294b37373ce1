// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInPage } from "../../../testing/render";
import { aDraftActor } from "../../../testing/sampleDraft";
import { authoringApi } from "../api";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { DraftActor } from "../types";
import { Expressions } from "./Expressions";

vi.mock("../../../api/session", () => ({ useSession: () => ({ state: "signedIn" }) }));

let actor: DraftActor;
let tell: () => void = () => undefined;
const update = (change: (actor: DraftActor) => DraftActor) => {
  actor = change(actor);
  tell();
};
const images = () => actor.expressions.map(({ name, image }) => `${name}: ${image?.key ?? "none"}`);

function Host(): ReactNode {
  const now = useSyncExternalStore(
    (listener) => {
      tell = listener;
      return () => undefined;
    },
    () => actor,
  );
  return <Expressions actor={now} at={(...path) => ["actors", "@a1", ...path]} update={update} />;
}

let finish: (key: string) => void = () => undefined;

beforeEach(() => {
  actor = aDraftActor({ expressions: ["joy", "anger", "fear"].map((name) => ({ name, image: null })) });
  vi.spyOn(authoringApi, "uploadImage").mockImplementation(
    () => new Promise((resolve) => (finish = (key) => resolve({ key } as never))),
  );
  const editor = { problems: new Map(), session: { stored: async () => "s1" } } as unknown as EditorState;
  renderInPage(
    <EditorProvider value={editor}>
      <Host />
    </EditorProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const upload = (mood: string) =>
  act(async () => {
    const file = new File(["a"], "a.png", { type: "image/png" });
    fireEvent.change(screen.getByLabelText(`Picture for ${mood}: file`), { target: { files: [file] } });
  });
const arrives = (key: string) => act(async () => finish(key));
const remove = (mood: string) => fireEvent.click(screen.getByRole("button", { name: `Remove ${mood}` }));

test("a picture comes to its mood, although another one was removed during the upload", async () => {
  await upload("anger");
  remove("joy");
  await arrives("k1");
  expect(images()).toEqual(["anger: k1", "fear: none"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each(["anger", "fear"])("a picture of %s, which is gone by then, comes to no mood", async (mood) => {
  await upload(mood);
  remove(mood);
  await arrives("k1");
  expect(images()).not.toContainEqual(expect.stringContaining("k1"));
  const says = `“${mood}” was renamed or removed during the upload, so its picture was not added.`;
  expect(screen.getByRole("alert").textContent).toContain(says);
  await upload("joy");
  await arrives("k2");
  expect(images()[0]).toBe("joy: k2");
  expect(screen.queryByRole("alert")).toBeNull();
});
