// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setNavigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { DraftServer, openSession, statusOf, titled } from "../../../testing/draftServer";
import { FieldUploads } from "../images/fieldUploads";
import { takeTrashed } from "../list/trashed";
import type { DraftSession } from "../model/session";
import { EditorProvider } from "./EditorContext";
import { EditorHead } from "./EditorHead";
import { SaveNotices } from "./SaveNotices";

let server: DraftServer;
/** What reached the server besides saves, with the title that it had by then. */
let sent: string[];
let went: string[];

vi.mock("../api", () => ({
  authoringApi: { toTrash: async (id: string) => void sent.push(`trash ${id}: ${server.draft.title}`) },
  downloadScenario: async (id: string, title: string) =>
    void sent.push(`export ${id} as ${title}: ${server.draft.title}`),
}));

function Head({ session, hasUnpublished }: { session: DraftSession; hasUnpublished: boolean }) {
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  return (
    <EditorProvider
      value={{
        ...snapshot,
        session,
        uploads: new FieldUploads(async () => "key"),
        hasUnpublished,
        place: { part: "basics", item: null },
        shown: null,
        change: () => undefined,
        goTo: () => undefined,
        remove: () => undefined,
      }}
    >
      <EditorHead undo={() => undefined} redo={() => undefined} />
      <SaveNotices restored={false} />
    </EditorProvider>
  );
}

function show(session: DraftSession, hasUnpublished = false): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Head session={session} hasUnpublished={hasUnpublished} />
    </QueryClientProvider>,
  );
}

function choose(name: string): void {
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  fireEvent.click(screen.getByRole("menuitem", { name }));
}

beforeEach(() => {
  server = new DraftServer();
  sent = [];
  went = [];
  setNavigate((path) => {
    went.push(path);
    return undefined;
  });
});
afterEach(cleanup);

test("the trash and an export wait for what was typed last", async () => {
  const session = openSession(server);
  show(session);
  session.edit(titled("Fog"));
  choose("Export (CHARX)");
  await waitFor(() => expect(sent).toEqual(["export sc1 as Fog: Fog"]));
  session.edit(titled("Mist"));
  choose("Move to trash");
  await waitFor(() => expect(went).toEqual([paths.myScenarios]));
  expect(sent.at(-1)).toBe("trash sc1: Mist");
  // The shelf, which comes next, says so.
  expect(takeTrashed()).toEqual({ id: "sc1", displayName: "Mist" });
});

test("a new draft is saved before it is exported, and dropped instead of trashed", async () => {
  show(openSession(server, { id: null, version: 0, status: null, draft: titled("Fog") }));
  choose("Export (CHARX)");
  await waitFor(() => expect(sent).toEqual(["export sc1 as Fog: Fog"]));
  cleanup();

  server = new DraftServer();
  show(openSession(server, { id: null, version: 0, status: null }));
  choose("Move to trash");
  await waitFor(() => expect(went).toEqual([paths.myScenarios]));
  expect(server.created).toEqual([]);
  expect(sent).toHaveLength(1);
});

test("what is not saved is not exported, and the region that says so was there before", async () => {
  const session = openSession(server);
  show(session);
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  server.down = true;
  session.edit(titled("Fog"));
  choose("Export (CHARX)");
  expect((await screen.findByRole("alert")).textContent).toContain("Not all of it is saved yet");
  expect(region.textContent).toBe("Not saved: offline, will try again");
  expect(sent).toEqual([]);
  session.abandon();
});

test("changes that are not published are said beside the save, and lead to where they are", () => {
  show(openSession(server), true);
  const link = screen.getByRole("link", { name: "Changes not published" });
  expect(link.getAttribute("href")).toBe(paths.draft("sc1", { part: "publish" }));
  expect(screen.getByText("Saved")).toBeTruthy();
});

test("nothing is said of publishing while all is published", () => {
  show(openSession(server));
  expect(screen.queryByText("Changes not published")).toBeNull();
});

test("readers' loss is said before a public scenario goes to the trash", async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => undefined;
  show(openSession(server, { draft: titled("Fog"), status: { ...statusOf(1), state: "public" } }));
  choose("Move to trash");
  expect(sent).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { name: "Move “Fog” to the trash?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Move to trash" }));
  await waitFor(() => expect(sent).toEqual(["trash sc1: Fog"]));
});
