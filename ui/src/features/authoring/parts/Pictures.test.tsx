// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInPage } from "../../../testing/render";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { authoringApi } from "../api";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { Path } from "../model/path";
import type { DraftActor, DraftPicture } from "../types";
import { Pictures } from "./Pictures";

vi.mock("../../../api/session", () => ({ useSession: () => ({ state: "signedIn" }) }));

const picture = (name: string, changes: Partial<DraftPicture> = {}): DraftPicture => ({
  name,
  kind: "",
  uri: "",
  ext: "",
  alt: "",
  key: `sc1/${name}.webp`,
  ...changes,
});

let actor: DraftActor;
let tell: () => void = () => undefined;
const goTo = vi.fn();

function Host() {
  const now = useSyncExternalStore(
    (listener) => {
      tell = listener;
      return () => undefined;
    },
    () => actor,
  );
  const editor = {
    draft: aDraft({ description: "{{img::sea}} {{img::sea}}", actors: [now] }),
    problems: new Map(),
    session: { stored: async () => "sc1" },
    goTo,
    remove: (_: string, __: Path, run: () => void) => run(),
  } as unknown as EditorState;
  return (
    <EditorProvider value={editor}>
      <Pictures
        actor={now}
        at={(...path) => ["actors", "@a1", ...path]}
        update={(change) => {
          actor = change(actor);
          tell();
        }}
      />
    </EditorProvider>
  );
}

function show(pictures: DraftPicture[]) {
  actor = aDraftActor({ pictures });
  renderInPage(<Host />);
}
const openItem = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const items = () => within(screen.getByRole("list", { name: "Pictures" })).getAllByRole("listitem").length;

beforeEach(() => vi.stubGlobal("navigator", { clipboard: { writeText: vi.fn(async () => undefined) } }));
afterEach(() => {
  cleanup();
  goTo.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("where texts show a picture is counted, and leads there", () => {
  show([picture("sea"), picture("map")]);
  expect(screen.getByRole("button", { name: /^map In no text/ })).toBeTruthy();
  openItem(/^sea Shown in 2 places/);
  fireEvent.click(screen.getByRole("button", { name: "Description" }));
  expect(goTo).toHaveBeenCalledWith(["description"]);
});

test("what shows a picture in a text is copied", async () => {
  show([picture("sea")]);
  openItem(/^sea/);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy {{img::sea}}" })));
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith("{{img::sea}}");
  expect(screen.getByRole("status").textContent).toBe("Copied");
});

test("a picture is described, and removed", () => {
  show([picture("sea"), picture("map")]);
  openItem(/^sea/);
  fireEvent.change(screen.getByRole("textbox", { name: "Alternative text" }), {
    target: { value: "The grey sea" },
  });
  expect(actor.pictures[0]?.alt).toBe("The grey sea");
  fireEvent.click(screen.getByRole("button", { name: "Remove sea" }));
  expect(actor.pictures.map(({ name }) => name)).toEqual(["map"]);
});

test("files become pictures that are named after them", async () => {
  vi.spyOn(authoringApi, "uploadImage").mockImplementation(
    async (_, file) => ({ key: `sc1/${(file as File).name}.webp` }) as never,
  );
  show([picture("sea")]);
  const files = ["sea.png", "map.png"].map((name) => new File(["a"], name, { type: "image/png" }));
  await act(async () => fireEvent.change(screen.getByLabelText("Pictures: files"), { target: { files } }));
  expect(actor.pictures.map(({ name, key }) => [name, key])).toEqual([
    ["sea", "sc1/sea.webp"],
    ["sea 2", "sc1/sea.png.webp"],
    ["map", "sc1/map.png.webp"],
  ]);
});

test("a file that did not come with the card is said", () => {
  show([picture("sea", { key: null })]);
  expect(screen.getByText("Its file did not come with the card")).toBeTruthy();
});

test("many pictures are found by their names", () => {
  show(Array.from({ length: 30 }, (_, at) => picture(`view ${at + 1}`)));
  expect(items()).toBe(30);
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a picture" }), {
    target: { value: "VIEW 30" },
  });
  expect(items()).toBe(1);
});
