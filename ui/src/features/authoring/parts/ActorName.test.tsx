// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DraftServer, openSession } from "../../../testing/draftServer";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { DraftSession } from "../model/session";
import { ActorName } from "./ActorName";

let session: DraftSession;

function Host() {
  const { draft } = useSyncExternalStore(session.subscribe, session.snapshot);
  const [actor] = draft.actors;
  if (actor === undefined) return null;
  const editor = { draft, session, problems: new Map() } as unknown as EditorState;
  return (
    <EditorProvider value={editor}>
      <ActorName
        actor={actor}
        at={(...path) => ["actors", "@a1", ...path]}
        set={(fields) =>
          session.update((now) => ({
            ...now,
            actors: now.actors.map((each) => (each.id === "a1" ? { ...each, ...fields } : each)),
          }))
        }
      />
    </EditorProvider>
  );
}

const setting = () => session.snapshot().draft.setting;

async function rename(name: string) {
  const field = screen.getByRole("textbox", { name: "Name" });
  await userEvent.clear(field);
  await userEvent.type(field, name);
  expect(screen.queryByText(/still stands/)).toBeNull();
  await userEvent.tab();
}

beforeEach(() => {
  const server = new DraftServer();
  server.draft = aDraft({
    setting: "Quill keeps the house. Quill is old.",
    actors: [aDraftActor({ name: "Quill" }), aDraftActor({ id: "a2", name: "Moss" })],
  });
  session = openSession(server);
  render(<Host />);
});
afterEach(() => {
  cleanup();
  session.abandon();
});

test("when the field is left, the texts that have the old name can be changed", async () => {
  await rename("Wilhelmina Hush");
  expect(screen.getByText("“Quill” still stands in 2 places.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Change them to “Wilhelmina Hush”" }));
  expect(setting()).toBe("Wilhelmina Hush keeps the house. Wilhelmina Hush is old.");
  expect(screen.queryByText(/still stands/)).toBeNull();
});

test("the offer can be waved off", async () => {
  await rename("Hush");
  await userEvent.click(screen.getByRole("button", { name: "Leave as is" }));
  expect(setting()).toContain("Quill");
  expect(screen.queryByText(/still stands/)).toBeNull();
});

test("a name that was typed in two goes is changed from the one that the texts have", async () => {
  await rename("Wil");
  await rename("Wilhelmina");
  await userEvent.click(screen.getByRole("button", { name: "Change them to “Wilhelmina”" }));
  expect(setting()).toBe("Wilhelmina keeps the house. Wilhelmina is old.");
});

test("two actors of one name are remarked on", async () => {
  await rename("moss");
  expect(screen.getByText("Another actor has this name, too.")).toBeTruthy();
});
