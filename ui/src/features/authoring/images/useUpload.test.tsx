// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lostConnection } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { renderInPage } from "../../../testing/render";
import { authoringApi } from "../api";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import { UploadError } from "./UploadError";
import { useFieldUploads } from "./useFieldUploads";
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
const text = new File(["a"], "a.txt", { type: "text/plain" });

const session = { stored: async () => "sc1" };

/** A field of the open draft, in a part that can be left. */
function Field() {
  const { choose, error, kept } = useUpload("/cover", (key) => uploaded.push(key));
  return (
    <>
      <button type="button" onClick={() => choose(file)}>
        Choose
      </button>
      <button type="button" onClick={() => choose(text)}>
        Choose a text
      </button>
      <UploadError error={error} kept={kept} />
    </>
  );
}

function Host() {
  const uploads = useFieldUploads(session, "sc1");
  const [isShown, setShown] = useState(true);
  return (
    <EditorProvider value={{ session, uploads } as unknown as EditorState}>
      <button type="button" onClick={() => setShown(!isShown)}>
        {isShown ? "Leave the part" : "Come back"}
      </button>
      {isShown && <Field />}
    </EditorProvider>
  );
}

beforeEach(() => {
  uploaded = [];
  sent = [];
  URL.createObjectURL = () => "blob:1";
  vi.spyOn(authoringApi, "uploadImage").mockImplementation(async (_, file) => {
    const { name } = file as File;
    sent.push(name);
    return answer(name) as never;
  });
  renderInPage(<Host />);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const online = () => act(async () => void window.dispatchEvent(new Event("online")));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("what could not be sent is sent again once the connection is back", async () => {
  answer = offline;
  await press("Choose");
  expect(screen.getByRole("alert").textContent).toContain("Couldn’t reach the server");
  answer = takes;
  await online();
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
  await online();
  expect(sent).toEqual(["a.png"]);
});

test("what could not be sent is kept while its part is left", async () => {
  answer = offline;
  await press("Choose");
  await press("Leave the part");
  await press("Come back");
  expect(screen.getByRole("alert").textContent).toContain("Couldn’t reach the server");
  answer = takes;
  await press("Try again");
  expect(uploaded).toEqual(["key of a.png"]);
});

test("it is also sent again while its part is left", async () => {
  answer = offline;
  await press("Choose");
  await press("Leave the part");
  answer = takes;
  await online();
  expect(uploaded).toEqual(["key of a.png"]);
  await press("Come back");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is given up is not sent again", async () => {
  answer = offline;
  await press("Choose");
  await press("Discard");
  expect(screen.queryByRole("alert")).toBeNull();
  await online();
  expect(sent).toEqual(["a.png"]);
});

test("leaving the page asks first while a picture is kept", async () => {
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  answer = offline;
  await press("Choose");
  expect(leave()).toBe(false);
  await press("Discard");
  expect(leave()).toBe(true);
});

test("a file that is turned down is not kept", async () => {
  await press("Choose a text");
  expect(screen.getByRole("alert").textContent).toContain("Invalid file type");
  await press("Leave the part");
  await press("Come back");
  expect(screen.queryByRole("alert")).toBeNull();
});
