// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import { answers, type Handler, problem, serve } from "../../../testing/api";
import { aPoster, renderInPage } from "../../../testing/render";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import { aScenarioAnswer } from "../../../testing/scenarioAnswer";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { Path } from "../model/path";
import type { ScenarioPreview } from "../types";
import ReaderPreview from "./ReaderPreview";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DRAFT = aDraft({ setting: "SECRET", actors: [aDraftActor({ id: "ida", name: "Ida" })] });
const KEY = "GET /scenarios/scenario/{id}/preview";
const MAKING: NonNullable<ScenarioPreview["making"]> = {
  setting: "The tower has no door.",
  playerRole: { name: "", description: "" },
  actors: [],
  openings: [],
  lore: [],
};

/** What the server makes of a version of the draft. */
function made(version: number, title: string, changes: Partial<ScenarioPreview> = {}): ScenarioPreview {
  const { displayData, scenarioEngram, ...scenario } = aScenarioAnswer();
  return {
    version,
    scenario: {
      ...scenario,
      displayData: { ...displayData, displayName: title },
      scenarioEngram: {
        ...scenarioEngram,
        openings: [
          { title: "Dusk", text: "“Early, {{user}}.” ![The sea](/media/sc1/sea.webp)", speaker: "a1" },
          { title: "Night", text: "The lamp is out.", speaker: null },
        ],
      },
    },
    poster: aPoster({ displayName: title }),
    making: null,
    ...changes,
  };
}
const says = (preview: ScenarioPreview) => answers(KEY, 200, preview);

/** Opens a view of the draft, whose previews are answered so. */
function show(item: string | null, handlers: Handler[], changes: Partial<EditorState> = {}) {
  const sent = serve(...handlers);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const saveNow = vi.fn();
  const goTo = vi.fn<(path: Path) => void>();
  const at = (more: Partial<EditorState> = {}) => {
    const editor = {
      id: "s1",
      version: 1,
      draft: DRAFT,
      save: { at: "saved" },
      missing: [{ path: ["origin"], message: "Say whose work this is." }],
      place: { part: "preview", item },
      session: { saveNow },
      goTo,
      ...changes,
      ...more,
    } as unknown as EditorState;
    return (
      <QueryClientProvider client={client}>
        <EditorProvider value={editor}>
          <ReaderPreview />
        </EditorProvider>
      </QueryClientProvider>
    );
  };
  const { rerender } = renderInPage(at());
  return { sent, saveNow, goTo, become: (more: Partial<EditorState>) => rerender(at(more)) };
}

/** What stands in the phone, once it does. */
async function phone(text: string | RegExp) {
  const body = () => document.querySelector("iframe")?.contentDocument?.body;
  await waitFor(() => expect(body()?.textContent).toMatch(text));
  return within(body() as HTMLElement);
}

test("the page is what the server answers, and nothing of it can be pressed", async () => {
  const { sent } = show(null, [says(made(1, "The salt lamp"))]);
  const frame = await phone(/The salt lamp/);
  expect(frame.queryByText(/SECRET/)).toBeNull();
  const [start] = frame.getAllByRole("button", { name: "Start story" });
  expect(fireEvent.click(start as HTMLElement)).toBe(false);
  expect(fireEvent.submit((start as HTMLButtonElement).form as HTMLFormElement)).toBe(false);
  fireEvent.click(frame.getByRole("button", { name: "Report" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  // Looking around is possible.
  const night = frame.getByRole<HTMLInputElement>("radio", { name: "Night" });
  expect(fireEvent.click(night)).toBe(true);
  expect(sent.map(({ call }) => call)).toEqual(["GET /scenarios/scenario/s1/preview"]);
});

test("what the author has not chosen yet is not said of the content", async () => {
  const answer = made(1, "Lamp");
  const displayData = { ...answer.scenario.displayData, rating: "explicit", explicit: true } as const;
  const silent = { ...answer, scenario: { ...answer.scenario, displayData, contentNotes: null } };
  show(null, [says(silent)]);
  const frame = await phone(/Lamp/);
  expect(frame.queryByText(/chose not to say/)).toBeNull();
  expect(frame.queryByText("Rated")).toBeNull();
  expect(frame.queryByText("18+")).toBeNull();
  cleanup();
  show(null, [says(silent)], {
    draft: { ...DRAFT, rating: "explicit", contentNotes: { kind: "undisclosed" } },
  });
  const chosen = await phone(/Lamp/);
  expect(chosen.getByText("Rated Explicit. The author chose not to say what it contains.")).toBeTruthy();
  expect(chosen.getByText("Rated").nextElementSibling?.textContent).toBe("Explicit");
});

test("pictures stand in texts where readers get them", async () => {
  show(null, [says(made(1, "Lamp"))]);
  const frame = await phone(/Early/);
  expect(frame.getByRole("img", { name: "The sea" })).toBeTruthy();
});

test("the first message stands as in a story, of any opening", async () => {
  show("start", [says(made(1, "Lamp"))]);
  const frame = await phone(/Early, you/);
  expect(frame.getByRole("heading", { name: "Osric" })).toBeTruthy();
  fireEvent.change(screen.getByRole("combobox", { name: "Opening" }), { target: { value: "1" } });
  expect(frame.getByRole("heading", { name: "Narrator" })).toBeTruthy();
  expect(frame.getByText("The lamp is out.")).toBeTruthy();
});

test("the first message calls the player by the role that is suggested", async () => {
  const preview = made(1, "Lamp");
  const { scenarioEngram } = preview.scenario;
  const playerRole = { name: "The Varre heir", description: "" };
  const scenario = { ...preview.scenario, scenarioEngram: { ...scenarioEngram, playerRole } };
  show("start", [says({ ...preview, scenario })]);
  await phone(/Early, The Varre heir/);
});

test.each([
  ["poster", /The salt lamp/],
  ["link", /The salt lamp – fantasy story by wren/],
])("the %s is the server’s", async (item, text) => {
  show(item, [says(made(1, "The salt lamp"))]);
  await phone(text);
});

test("the picture of a shared link is drawn by the server, anew for each version", async () => {
  show("link", [says(made(7, "The salt lamp"))]);
  const frame = await phone(/The salt lamp/);
  const picture = () => frame.getByRole("presentation");
  expect(picture().getAttribute("src")).toBe("/og/draft/s1.png?v=7");
  fireEvent.error(picture());
  expect(frame.getByText("The picture can’t be shown right now.")).toBeTruthy();
});

test("how an open scenario is made is shown as readers get it, a text after a tap", async () => {
  show("making", [says(made(1, "Lamp", { making: MAKING }))], { draft: { ...DRAFT, making: "open" } });
  const frame = await phone(/It may give the story away/);
  expect(frame.queryByText(MAKING.setting)).toBeNull();
  fireEvent.click(frame.getByRole("button", { name: "Setting" }));
  expect(frame.getByText(MAKING.setting)).toBeTruthy();
});

test("how a closed scenario is made is not offered", () => {
  show(null, [says(made(1, "Lamp"))]);
  expect(screen.queryByRole("link", { name: "Making" })).toBeNull();
});

test("the page can be seen as on a desktop", async () => {
  show(null, [says(made(1, "Lamp"))]);
  await phone(/Lamp/);
  expect(screen.getByTitle("Page, as on a phone")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Desktop" }));
  expect(screen.getByTitle("Page, as on a desktop")).toBeTruthy();
  await phone(/Lamp/);
  const root = document.querySelector("iframe")?.contentDocument?.documentElement;
  expect(root?.hasAttribute("data-phone")).toBe(false);
});

test("a pending save goes through first, at once", async () => {
  const { sent, saveNow, become } = show(null, [says(made(2, "Saved"))], { save: { at: "waiting" } });
  expect(saveNow).toHaveBeenCalled();
  expect(sent).toEqual([]);
  become({ version: 2, save: { at: "saved" } });
  await phone(/Saved/);
});

test("another version is read, and what was shown stays until it is there", async () => {
  const { become } = show(null, [says(made(1, "Before")), says(made(2, "After"))]);
  const frame = await phone(/Before/);
  become({ version: 2 });
  expect(frame.getByRole("heading", { level: 1 }).textContent).toBe("Before");
  await phone(/After/);
});

test("a failed read is said and can be tried again", async () => {
  show(null, [problem(KEY, 500, "INTERNAL", { message: "Too much." }), says(made(1, "Lamp"))]);
  expect((await screen.findByRole("alert")).textContent).toContain("Too much.");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await phone(/Lamp/);
});

test("what was shown stays when another read fails, and is said to be old", async () => {
  const { become } = show(null, [says(made(1, "Before")), problem(KEY, 500, "INTERNAL")]);
  await phone(/Before/);
  become({ version: 2 });
  expect((await screen.findByRole("alert")).textContent).toContain("may be out of date");
  await phone(/Before/);
});

test("changes that cannot be saved are not in it, and it says so", async () => {
  show(null, [says(made(1, "Lamp"))], { save: { at: "offline" } });
  expect((await screen.findByText(/latest changes are not in it/)).textContent).toBeTruthy();
});

test("a draft that the server does not have yet is not asked for", () => {
  const { sent } = show(null, [], { id: null, version: 0 });
  expect(screen.getByText(/once it is saved/)).toBeTruthy();
  expect(sent).toEqual([]);
});

test("what is missing and what each part takes lead to their fields", () => {
  const { goTo } = show(null, [says(made(1, "Lamp"))]);
  fireEvent.click(screen.getByRole("button", { name: /Say whose work this is/ }));
  fireEvent.click(screen.getByRole("button", { name: /Setting/ }));
  expect(goTo.mock.calls).toEqual([[["origin"]], [["setting"]]]);
});
