// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { AnswerWith } from "../../../api/operations";
import { createQueryClient } from "../../../api/query";
import { answers, problem, serve } from "../../../testing/api";
import { renderInPage } from "../../../testing/render";
import { aDraft } from "../../../testing/sampleDraft";
import { EditorProvider, type EditorState } from "../editor/EditorContext";
import type { Draft, NearTag } from "../types";
import { Tags } from "./Tags";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const near = (slug: string, displayName: string, reason: NearTag["reason"]): NearTag => ({
  id: `id-${slug}`,
  displayName,
  scenarioCount: 1_200,
  properties: { slug, kind: "genre", explicit: false },
  reason,
});
const NONE = answers("GET /tags/search", 200, { results: [], nextCursor: null });
type NearTags = AnswerWith<"GET /tags/near", 200>;

function Host({ tags }: { tags: string[] }): ReactNode {
  const [draft, setDraft] = useState(aDraft({ tags }));
  const editor = {
    draft,
    problems: new Map(),
    change: (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields })),
    session: { update: setDraft },
  } as unknown as EditorState;
  return (
    <EditorProvider value={editor}>
      <Tags />
    </EditorProvider>
  );
}

function show(...tags: string[]) {
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <Host tags={tags} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole("combobox", { name: "Add a tag" });
  return (keys: string) => userEvent.type(field, keys);
}
const chosen = () =>
  screen.queryAllByRole("button", { name: /^Remove / }).map((one) => one.ariaLabel?.slice(7));

const question = (name: string) => `There are tags like “${name}” already. Use one of them instead?`;

test("a new tag is there at once, and those close to it are offered in its place", async () => {
  const sent = serve(
    NONE,
    answers("GET /tags/near", 200, ({ query }): NearTags => {
      const results = query.get("name") === "mysterys" ? [near("mystery", "Mystery", "plural")] : [];
      return { results };
    }),
  );
  const write = show("Noir");
  await write("mysterys{Enter}");
  const asked = within(await screen.findByRole("group", { name: question("mysterys") }));
  expect(chosen()).toEqual(["Noir", "mysterys"]);
  // The next tag need not wait for the answer.
  await write("quiet harbour{Enter}");
  await userEvent.click(asked.getByRole("button", { name: /^Mystery/ }));
  expect(chosen()).toEqual(["Noir", "Mystery", "quiet harbour"]);
  expect(screen.queryByText(/There are tags like/)).toBeNull();
  expect(sent.filter(({ call }) => call.startsWith("GET /tags/near"))).toHaveLength(2);
});

test("a new tag can be kept all the same", async () => {
  serve(NONE, answers("GET /tags/near", 200, { results: [near("mystery", "Mystery", "spelling")] }));
  const write = show();
  await write("misstery{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Keep “misstery”" }));
  expect(chosen()).toEqual(["misstery"]);
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Add a tag" }));
  expect(screen.queryByText(/There are tags like/)).toBeNull();
});

test("the offer goes with its tag", async () => {
  serve(NONE, answers("GET /tags/near", 200, { results: [near("mystery", "Mystery", "spelling")] }));
  const write = show();
  await write("mistery{Enter}");
  await screen.findByRole("group", { name: question("mistery") });
  await userEvent.click(screen.getByRole("button", { name: "Remove mistery" }));
  expect(screen.queryByText(/There are tags like/)).toBeNull();
});

test("a comma and leaving the field end a tag, and those close to it are offered", async () => {
  serve(NONE, answers("GET /tags/near", 200, { results: [near("mystery", "Mystery", "spelling")] }));
  const write = show();
  await write("quiet harbour, mistery");
  expect(chosen()).toEqual(["quiet harbour"]);
  await userEvent.tab();
  expect(chosen()).toEqual(["quiet harbour", "mistery"]);
  expect(await screen.findByRole("group", { name: question("mistery") })).toBeTruthy();
});

test("what is chosen already is not offered, and a failure keeps nobody from a tag", async () => {
  serve(
    NONE,
    answers("GET /tags/near", 200, { results: [near("mystery", "Mystery", "plural")] }),
    problem("GET /tags/near", 503, "OVERLOADED"),
  );
  const write = show("Mystery");
  await write("mysterys{Enter}");
  await waitFor(() => expect(chosen()).toEqual(["Mystery", "mysterys"]));
  await write("noirs{Enter}");
  await waitFor(() => expect(chosen()).toEqual(["Mystery", "mysterys", "noirs"]));
});
