// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lostConnection } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { renderInPage } from "../../../testing/render";
import { authoringApi } from "../api";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import { UploadError } from "./UploadError";
import { useUpload } from "./useUpload";

vi.mock("../../../api/session", () => ({ useSession: () => ({ state: "signedIn" }) }));

let uploaded: string[];
let sent: string[];
/** What the server does with the file that comes next. */
let answer: (name: string) => { key: string };

const offline = () => {
  throw lostConnection(new TypeError("Failed to fetch"));
};
const takes = (name: string) => ({ key: `key of ${name}` });
const file = new File(["a"], "a.png", { type: "image/png" });

function Host() {
  const { choose, error, retry } = useUpload((key) => uploaded.push(key));
  return (
    <>
      <button type="button" onClick={() => choose(file)}>
        Choose
      </button>
      <UploadError error={error} retry={retry} />
    </>
  );
}

beforeEach(() => {
  uploaded = [];
  sent = [];
  vi.spyOn(authoringApi, "uploadImage").mockImplementation(async (_, file) => {
    const { name } = file as File;
    sent.push(name);
    return answer(name) as never;
  });
  const editor = { session: { stored: async () => "sc1" } } as unknown as EditorState;
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

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("what could not be sent is sent again once the connection is back", async () => {
  answer = offline;
  await press("Choose");
  expect(screen.getByRole("alert").textContent).toContain("Couldn’t reach the server");
  answer = takes;
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(sent).toEqual(["a.png", "a.png"]);
  expect(uploaded).toEqual(["key of a.png"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what could not be sent can be sent again without being chosen again", async () => {
  answer = offline;
  await press("Choose");
  answer = takes;
  await press("Try again");
  expect(uploaded).toEqual(["key of a.png"]);
});

test("what the server refuses is not sent again", async () => {
  answer = () => {
    throw refusal(415, "UNSUPPORTED_MEDIA_TYPE");
  };
  await press("Choose");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(sent).toEqual(["a.png"]);
});
