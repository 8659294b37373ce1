// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import { answers, problem, serve } from "../../../testing/api";
import { renderInPage } from "../../../testing/render";
import { aDraft } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { PictureVerdict } from "../types";
import { DraftPicture } from "./DraftPicture";
import { VerdictLine } from "./VerdictLine";
import { noteUpload, VerdictsProvider } from "./Verdicts";

const READ = "GET /scenarios/scenario/{id}/images";
const ASK = "POST /scenarios/scenario/{id}/second-looks";
const COVER = { key: "sc1/a.webp", alt: "", focus: null, crop: null, uri: "" };
const draft = aDraft({ cover: COVER });
const FILE = new File(["a"], "sea.png", { type: "image/png" });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const found = (
  verdict: PictureVerdict["verdict"],
  secondLook: PictureVerdict["secondLook"] = "none",
): PictureVerdict => ({ key: COVER.key, verdict, metrics: [], secondLook });
const reads = (verdict: PictureVerdict) => answers(READ, 200, { images: [verdict] });

function show(content: ReactNode = <VerdictLine image={COVER.key} label="Cover" />) {
  const session = { stored: async () => "sc1", snapshot: () => ({ id: "sc1" }) };
  const editor = { id: "sc1", version: 1, draft, session } as unknown as EditorState;
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <EditorProvider value={editor}>
        <VerdictsProvider>{content}</VerdictsProvider>
      </EditorProvider>
    </QueryClientProvider>,
  );
}
const picture = () => screen.getByRole("img", { name: "The sea" });

test("a picture that is found fine is loaded anew, because the blurred one was shown before", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(reads(found("pending")), reads(found("ok")));
  show(
    <>
      <VerdictLine image={COVER.key} label="Cover" />
      <DraftPicture image={{ ...COVER, alt: "The sea" }} width={200} />
    </>,
  );
  await screen.findByText(/Being checked/);
  const blurred = picture().getAttribute("src");
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText(/Looks fine/);
  expect(picture().getAttribute("src")).toBe(`${blurred}&shown=1`);
});

test("a picture that was fine from the start keeps its address", async () => {
  const other = { ...COVER, key: "sc1/b.webp" };
  serve(answers(READ, 200, { images: [{ ...found("ok"), key: other.key }] }));
  show(
    <>
      <VerdictLine image={other.key} label="Cover" />
      <DraftPicture image={{ ...other, alt: "The sea" }} width={200} />
    </>,
  );
  const before = picture().getAttribute("src");
  await screen.findByText(/Looks fine/);
  expect(picture().getAttribute("src")).toBe(before);
});

test("one that was just uploaded is being checked, before the server is asked about it", () => {
  serve();
  URL.createObjectURL = () => "blob:new";
  noteUpload("sc1/new.webp", FILE);
  show(<VerdictLine image="sc1/new.webp" label="Portrait" />);
  expect(screen.getByRole("status").textContent).toContain("Being checked");
});

/** A browser that has every picture at once. */
class LoadedImage {
  naturalWidth = 400;
  naturalHeight = 200;
  onload: (() => void) | null = null;
  set src(_: string) {
    queueMicrotask(() => this.onload?.());
  }
}

test("somebody who has just chosen a picture sees their own file until it is judged", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("Image", LoadedImage);
  URL.createObjectURL = () => "blob:own";
  noteUpload(COVER.key, FILE);
  serve(reads(found("pending")), reads(found("explicit")));
  show(<DraftPicture image={{ ...COVER, alt: "The sea" }} width={200} ratio={1} />);
  await vi.waitFor(() => expect(picture().querySelector("image")?.getAttribute("href")).toBe("blob:own"));
  expect(picture().getAttribute("viewBox")).toBe("100 0 200 200");
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(picture().getAttribute("src")).toContain(COVER.key));
});

const ASK_BUTTON = { name: "Ask for a second look: Cover" };

test.each([
  [found("pending"), /Being checked/, false],
  [found("ok"), /Looks fine/, false],
  [found("ok", "decided"), /A person looked at it: it isn’t explicit/, false],
  [found("explicit"), /Looks explicit: shown blurred to readers who have not asked/, true],
  [found("explicit", "asked"), /A person will look at it/, false],
  [found("explicit", "decided"), /A person looked at it: it’s explicit/, false],
] as const)("%o is said, and whether a second look can be asked for", async (verdict, says, canAsk) => {
  serve(reads(verdict));
  show();
  await screen.findByText(says);
  expect(screen.queryByRole("button", ASK_BUTTON) !== null).toBe(canAsk);
});

/** Opens the dialog and asks, with a note. */
async function ask() {
  fireEvent.click(await screen.findByRole("button", ASK_BUTTON));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "It is a statue." } });
  fireEvent.click(dialog.getByRole("button", { name: "Ask" }));
}

test("a second look is asked for with a note, and then a person will look at it", async () => {
  const sent = serve(reads(found("explicit")), answers(ASK, 200, found("explicit", "asked")));
  show();
  await ask();
  await screen.findByText(/A person will look at it\.$/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.at(-1)).toMatchObject({
    call: "POST /scenarios/scenario/sc1/second-looks",
    body: { image: COVER.key, note: "It is a statue." },
  });
});

test("a picture that is looked at is asked about until its verdict is there, without the draft", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = serve(reads(found("pending")), reads(found("ok")));
  show();
  await screen.findByText(/Being checked/);
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText(/Looks fine/);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ call }) => call)).toEqual(Array(2).fill("GET /scenarios/scenario/sc1/images"));
});

test("where a person has decided meanwhile, their decision is read", async () => {
  const refused = problem(ASK, 409, "NO_SECOND_LOOK", { message: "It was decided." });
  serve(reads(found("explicit")), reads(found("ok", "decided")), refused);
  show();
  await ask();
  await screen.findByText(/A person looked at it/);
});
