// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { type ReactNode, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lostConnection } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { renderInPage } from "../../../testing/render";
import { aDraftActor } from "../../../testing/sampleDraft";
import { authoringApi } from "../api";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import { useFieldUploads } from "../images/useFieldUploads";
import type { Path } from "../model/path";
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

const session = { stored: async () => "s1" };

function Host(): ReactNode {
  const now = useSyncExternalStore(
    (listener) => {
      tell = listener;
      return () => undefined;
    },
    () => actor,
  );
  const editor = {
    problems: new Map(),
    session,
    uploads: useFieldUploads(session, "s1"),
    remove: (_: string, __: Path, run: () => void) => run(),
  } as unknown as EditorState;
  return (
    <EditorProvider value={editor}>
      <Expressions actor={now} at={(...path) => ["actors", "@a1", ...path]} update={update} />
    </EditorProvider>
  );
}

let finish: (key: string) => void = () => undefined;
let fail: (cause: unknown) => void = () => undefined;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  actor = aDraftActor({ expressions: ["joy", "anger", "fear"].map((name) => ({ name, image: null })) });
  vi.spyOn(authoringApi, "uploadImage").mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        finish = (key) => resolve({ key } as never);
        fail = reject;
      }),
  );
  renderInPage(<Host />);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const openOne = (mood: string) => {
  const tile = screen.getByRole("button", { name: mood });
  if (tile.getAttribute("aria-expanded") === "false") fireEvent.click(tile);
};
const upload = (mood: string) => {
  openOne(mood);
  return act(async () => {
    const file = new File(["a"], "a.png", { type: "image/png" });
    fireEvent.change(screen.getByLabelText(`Picture for ${mood}: file`), { target: { files: [file] } });
  });
};
const arrives = (key: string) => act(async () => finish(key));
const remove = (mood: string) => {
  openOne(mood);
  fireEvent.click(screen.getByRole("button", { name: `Remove ${mood}` }));
};

test("all stand as small pictures; the details of one are shown at a time, with one way to remove it", () => {
  openOne("joy");
  openOne("fear");
  expect(
    screen.getAllByRole("textbox", { name: "Mood" }).map((field) => (field as HTMLInputElement).value),
  ).toEqual(["fear"]);
  expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "fear" }));
  expect(screen.queryByRole("textbox", { name: "Mood" })).toBeNull();
});

test("a picture comes to its mood, although another one was removed during the upload", async () => {
  await upload("anger");
  remove("joy");
  await arrives("k1");
  expect(images()).toEqual(["anger: k1", "fear: none"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a picture that is kept stays with its mood when that is renamed", async () => {
  await upload("anger");
  await act(async () => fail(lostConnection(new TypeError("Failed to fetch"))));
  fireEvent.change(screen.getByDisplayValue("anger"), { target: { value: "rage" } });
  remove("joy");
  openOne("rage");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
  await arrives("k1");
  expect(images()).toEqual(["rage: k1", "fear: none"]);
});

const png = (name: string) => new File(["a"], name, { type: "image/png" });
const chooseMany = (...names: string[]) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText("Expressions: files"), { target: { files: names.map(png) } }),
  );

test("many pictures become expressions by their files’ names, in one step once all have arrived", async () => {
  await chooseMany("joy.png", "slow_smile.png");
  expect(screen.getByText("Uploading 1 of 2")).toBeTruthy();
  await arrives("k1");
  expect(screen.getByText("slow_smile.png")).toBeTruthy();
  expect(images()).toEqual(["joy: none", "anger: none", "fear: none"]);
  await arrives("k2");
  expect(images()).toEqual(["joy: k1", "anger: none", "fear: none", "slow smile: k2"]);
  expect(screen.getByText("2 pictures added.")).toBeTruthy();
});

test("files that become no picture are named with the reason, and the others go on", async () => {
  await act(async () =>
    fireEvent.change(screen.getByLabelText("Expressions: files"), {
      target: {
        files: [new File(["a"], "notes.txt", { type: "text/plain" }), png("love.png"), png("awe.png")],
      },
    }),
  );
  vi.mocked(authoringApi.uploadImage).mockResolvedValueOnce({ key: "k2" } as never);
  await act(async () => fail(refusal(400, "BAD_REQUEST", { message: "It can’t be read." })));
  expect(images().at(-1)).toBe("awe: k2");
  const alert = screen.getByRole("alert").textContent;
  expect(alert).toContain("2 files were not added.");
  expect(alert).toContain("notes.txt: Invalid file type.");
  expect(alert).toContain("love.png: It can’t be read.");
});

test("what has arrived when it is stopped is added", async () => {
  await chooseMany("love.png", "awe.png");
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  await arrives("k1");
  expect(images().slice(3)).toEqual(["love: k1"]);
});

test.each([
  ["Replace", ["joy: k2"]],
  ["Add another", ["joy: k1", "joy 2: k2"]],
])("a mood that has a picture is asked about first: %s", async (name, after) => {
  await chooseMany("joy.png");
  await arrives("k1");
  await chooseMany("joy.png");
  expect(authoringApi.uploadImage).toHaveBeenCalledTimes(1);
  const dialog = within(screen.getByRole("dialog", { name: "“joy” has a picture already" }));
  await act(async () => fireEvent.click(dialog.getByRole("button", { name })));
  await arrives("k2");
  expect(images().filter((each) => each.startsWith("joy"))).toEqual(after);
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
