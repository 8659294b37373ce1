// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { problem, serve } from "../../../testing/api";
import { DraftServer, openSession, titled } from "../../../testing/draftServer";
import { renderInPage } from "../../../testing/render";
import { aDraftActor } from "../../../testing/sampleDraft";
import { EditorProvider } from "../editor/EditorContext";
import { FieldUploads } from "../images/fieldUploads";
import type { DraftSession } from "../model/session";
import { Actors } from "./Actors";

vi.mock("../../../api/session", () => ({ useSession: () => ({ state: "signedIn" }) }));

const EXPORT = "GET /scenarios/scenario/{id}/export";
let server: DraftServer;
/** The names of the files that were saved. */
let saved: string[];

beforeEach(() => {
  server = new DraftServer();
  server.draft = titled("Fog", { actors: [aDraftActor({ id: "a1", name: "Imre" })] });
  saved = [];
  URL.createObjectURL = vi.fn(() => "blob:1");
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(session: DraftSession, item: string | null): void {
  renderInPage(
    <EditorProvider
      value={{
        ...session.snapshot(),
        session,
        uploads: new FieldUploads(async () => "key"),
        place: { part: "actors", item },
        shown: null,
        change: () => undefined,
        goTo: () => undefined,
        hasUnpublished: false,
        remove: () => undefined,
      }}
    >
      <Actors />
    </EditorProvider>,
  );
}

function choose(button: string, kind: string): void {
  fireEvent.click(screen.getByRole("button", { name: button }));
  fireEvent.click(screen.getByRole("menuitem", { name: kind }));
}

test.each([
  ["PNG card", "actor=a1&format=png", "Imre.png"],
  ["JSON, card version 3", "actor=a1&format=json&version=v3", "Imre.json"],
  ["JSON, card version 2", "actor=a1&format=json&version=v2", "Imre.json"],
  ["CHARX, with all pictures", "actor=a1&format=charx", "Imre.charx"],
])("an actor’s page exports them: %s", async (kind, query, file) => {
  const sent = serve({ key: EXPORT, response: () => new Response("card") });
  show(openSession(server), "a1");
  choose("Export this actor", kind);
  await waitFor(() => expect(saved).toEqual([file]));
  expect(sent.map(({ call }) => call)).toEqual([`GET /scenarios/scenario/sc1/export?${query}`]);
});

test("the list exports one of its actors, with what was typed last", async () => {
  const titles: string[] = [];
  serve({
    key: EXPORT,
    response: () => {
      titles.push(server.draft.title);
      return new Response("card");
    },
  });
  const session = openSession(server);
  show(session, null);
  session.edit({ ...server.draft, title: "Mist" });
  choose("Export Imre", "PNG card");
  await waitFor(() => expect(saved).toEqual(["Imre.png"]));
  expect(titles).toEqual(["Mist"]);
});

test("why a card cannot be written is said", async () => {
  serve(problem(EXPORT, 422, "VALIDATION_FAILED", { message: "Add a portrait, or export CHARX or JSON." }));
  show(openSession(server), "a1");
  choose("Export this actor", "PNG card");
  expect((await screen.findByRole("alert")).textContent).toBe("Add a portrait, or export CHARX or JSON.");
  expect(saved).toEqual([]);
});
