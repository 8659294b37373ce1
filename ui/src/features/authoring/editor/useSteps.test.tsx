// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NoticeBar } from "../../../design/NoticeBar";
import { setNavigate } from "../../../lib/navigation";
import { DraftServer, openSession, titled } from "../../../testing/draftServer";
import { type DraftBook, newBook, newEntry } from "../lore/entry";
import { type Place, placeOf } from "../model/parts";
import type { DraftSession } from "../model/session";
import { Books } from "../parts/Lore";
import { EditorProvider, type EditorState } from "./EditorContext";
import { useKeptCaret } from "./useKeptCaret";
import { useSteps } from "./useSteps";
import { useUndoKeys } from "./useUndoKeys";

// Entries are measured as they are shown, which this environment cannot.
vi.mock("virtua", () => ({ Virtualizer: () => null }));

let server: DraftServer;
let session: DraftSession;

/** Two fields of a draft and its lorebooks, with the buttons of the head. */
function Host() {
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  const { draft } = snapshot;
  const [place, setPlace] = useState<Place>(placeOf("setting", undefined));
  setNavigate(async (to) => {
    setPlace(placeOf(new URL(to, location.origin).searchParams.get("part") ?? undefined, undefined));
  });
  const steps = useSteps(session, place);
  useUndoKeys(steps.undo, steps.redo);
  useKeptCaret(session);
  const change: EditorState["change"] = (fields) => session.update((now) => ({ ...now, ...fields }));
  const area = (name: "setting" | "description") => (
    <div data-field={`/${name}`}>
      <textarea
        aria-label={name}
        name={`/${name}`}
        value={draft[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </div>
  );
  const editor = { ...snapshot, session, place, change, shown: steps.shown } as EditorState;
  return (
    <EditorProvider value={editor}>
      <button type="button" onClick={() => steps.undo()}>
        Undo
      </button>
      {place.part === "setting" && area("setting")}
      {place.part === "basics" && area("description")}
      {place.part === "lore" && (
        <Books
          path={["lorebooks"]}
          label="Lorebooks"
          books={draft.lorebooks}
          onChange={(lorebooks) => change({ lorebooks })}
        />
      )}
      <NoticeBar notices={steps.notices} place={place.part} />
    </EditorProvider>
  );
}

function open(draft: DraftServer["draft"]) {
  server.draft = draft;
  session = openSession(server);
  render(<Host />);
}
const field = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name);
const write = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const press = (target: Element, keys: object = {}) =>
  fireEvent.keyDown(target, { key: "z", ctrlKey: true, ...keys });
const said = () =>
  screen
    .getAllByRole("status")
    .map(({ textContent }) => textContent)
    .join("");
/** Later than a burst of typing. */
const wait = () => vi.setSystemTime(Date.now() + 5_000);

beforeEach(() => {
  vi.useFakeTimers();
  window.scrollBy = () => undefined;
  server = new DraftServer();
});
afterEach(() => {
  cleanup();
  session.abandon();
  vi.useRealTimers();
});

test("in a field its own steps are taken back, and at their end it is said and nothing else happens", () => {
  open(titled("Fog", { setting: "A pier." }));
  act(() => session.update((draft) => ({ ...draft, title: "Mist" })));
  wait();
  write("setting", "A pier. Night.");
  press(field("setting"));
  expect(field("setting").value).toBe("A pier.");
  expect(said()).toBe("");
  press(field("setting"));
  expect(session.snapshot().draft.title).toBe("Mist");
  expect(field("setting")).toBeTruthy();
  expect(said()).toContain("Nothing more to undo in this field.");
});

test("outside of fields the last step is taken back where it is, and named", () => {
  open(titled("Fog", { setting: "A pier." }));
  act(() => session.update((draft) => ({ ...draft, description: "For readers." })));
  press(document.body);
  expect(field("description").value).toBe("");
  expect(said()).toContain("Undone: Description");
});

test("the cursor is where the change was, and a text that was replaced is selected again", () => {
  open(titled("Fog", { setting: "One two three." }));
  write("setting", "One big two three.");
  wait();
  write("setting", "One big x three.");
  const { value } = field("setting");
  field("setting").setSelectionRange(value.length, value.length);
  const selected = () => {
    const { selectionStart, selectionEnd } = field("setting");
    return field("setting").value.slice(selectionStart, selectionEnd);
  };
  press(field("setting"));
  expect(selected()).toBe("two");
  press(field("setting"));
  expect([field("setting").value, field("setting").selectionStart]).toEqual(["One two three.", 4]);
  press(field("setting"), { key: "Z", shiftKey: true });
  expect([field("setting").value, field("setting").selectionStart]).toEqual(["One big two three.", 8]);
});

test("another window's words that are merged in leave the cursor at its word", async () => {
  open(titled("Fog", { setting: "A pier. Night." }));
  field("setting").focus();
  write("setting", "A long pier. Night.");
  field("setting").setSelectionRange(6, 6);
  server.draft = titled("Fog", { setting: "Dusk. A pier. Night." });
  server.version = 2;
  await act(async () => void (await session.saved()));
  expect(field("setting").value).toBe("Dusk. A long pier. Night.");
  expect(field("setting").selectionStart).toBe(12);
});

test("what is taken back in the content of a lorebook's entry shows that entry", () => {
  const entries = ["e1", "e2"].map((id) => ({ ...newEntry(id), name: id, content: "Old." }));
  const first = newBook("b1", "One", newEntry("e0"));
  const second = { ...newBook("b2", "Two", newEntry("e0")), id: "b2" };
  open(titled("Fog", { lorebooks: [first, { ...second, book: { ...second.book, entries } }] }));
  const withContent = (books: readonly DraftBook[]) =>
    books.map((each) => ({
      ...each,
      book: {
        ...each.book,
        entries: each.book.entries.map((entry) =>
          entry.id === "e2" ? { ...entry, content: "New." } : entry,
        ),
      },
    }));
  act(() => session.update((draft) => ({ ...draft, lorebooks: withContent(draft.lorebooks) })));
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(screen.getByRole("article", { name: "e2" })).toBeTruthy();
  expect(field("Content").value).toBe("Old.");
  expect(said()).toContain("Undone: Two: e2: Content");
});
