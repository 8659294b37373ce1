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
  return (text: string) => userEvent.type(field, `${text}{Enter}`);
}
const chosen = () =>
  screen.queryAllByRole("button", { name: /^Remove / }).map((one) => one.ariaLabel?.slice(7));

test("tags close to a new one are offered before it is made", async () => {
  const sent = serve(
    NONE,
    answers("GET /tags/near", 200, ({ query }): NearTags => {
      const results = query.get("name") === "mysterys" ? [near("mystery", "Mystery", "plural")] : [];
      return { results };
    }),
  );
  const write = show("Noir");
  await write("mysterys");
  const asked = within(await screen.findByRole("group", { name: "There are tags like “mysterys” already." }));
  expect(chosen()).toEqual(["Noir"]);
  // The next tag need not wait for the answer.
  await write("quiet harbour");
  await waitFor(() => expect(chosen()).toEqual(["Noir", "quiet harbour"]));
  await userEvent.click(asked.getByRole("button", { name: /^Mystery/ }));
  expect(chosen()).toEqual(["Noir", "quiet harbour", "Mystery"]);
  expect(screen.queryByText(/There are tags like/)).toBeNull();
  expect(sent.filter(({ call }) => call.startsWith("GET /tags/near"))).toHaveLength(2);
});

test("a new tag can be made all the same, or not at all", async () => {
  serve(NONE, answers("GET /tags/near", 200, { results: [near("mystery", "Mystery", "spelling")] }));
  const write = show();
  await write("misstery");
  await userEvent.click(await screen.findByRole("button", { name: "Create “misstery”" }));
  expect(chosen()).toEqual(["misstery"]);
  await write("mistery");
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(chosen()).toEqual(["misstery"]);
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Add a tag" }));
  expect(screen.queryByText(/There are tags like/)).toBeNull();
});

test("what is chosen already is not offered, and a failure keeps nobody from a tag", async () => {
  serve(
    NONE,
    answers("GET /tags/near", 200, { results: [near("mystery", "Mystery", "plural")] }),
    problem("GET /tags/near", 503, "OVERLOADED"),
  );
  const write = show("Mystery");
  await write("mysterys");
  await waitFor(() => expect(chosen()).toEqual(["Mystery", "mysterys"]));
  await write("noirs");
  await waitFor(() => expect(chosen()).toEqual(["Mystery", "mysterys", "noirs"]));
});
