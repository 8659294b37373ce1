// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NoticeBar } from "../../../design/NoticeBar";
import { DraftServer, openSession } from "../../../testing/draftServer";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { withoutActor } from "../model/draft";
import { type Path, pointerOf } from "../model/path";
import type { DraftSession } from "../model/session";
import { useRemoval } from "./useRemoval";

let session: DraftSession;
let led: Path[];

function Host() {
  const { draft } = useSyncExternalStore(session.subscribe, session.snapshot);
  const { remove, notices } = useRemoval(session, draft, {
    goTo: (path) => led.push(path),
    undo: () => void session.undo(),
  });
  const onClick = () => remove("Ida", ["actors"], () => session.update((now) => withoutActor(now, "a2")));
  return (
    <>
      <button type="button" onClick={onClick}>
        Remove Ida
      </button>
      <NoticeBar notices={notices} place="actors" />
    </>
  );
}

const names = () => session.snapshot().draft.actors.map(({ name }) => name);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  led = [];
  const server = new DraftServer();
  server.draft = aDraft({ actors: [aDraftActor(), aDraftActor({ id: "a2", name: "Ida" })] });
  session = openSession(server);
  render(<Host />);
  press("Remove Ida");
});
afterEach(() => {
  cleanup();
  session.abandon();
});

test("what is removed is named, with the way back", () => {
  expect(names()).toEqual(["Mira"]);
  expect(screen.getByRole("status").textContent).toContain("Ida removed.");
  press("Undo");
  expect(names()).toEqual(["Mira", "Ida"]);
  expect(screen.queryByText("Ida removed.")).toBeNull();
  expect(led.map(pointerOf)).toEqual(["/actors", "/actors"]);
});

test("the way back goes once something else has changed, which it would undo instead", () => {
  act(() => session.update((now) => ({ ...now, title: "Fog" })));
  expect(screen.queryByText("Ida removed.")).toBeNull();
});
