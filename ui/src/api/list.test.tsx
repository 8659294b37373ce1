// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answers, type Sent, serve } from "../testing/api";
import { readUri } from "./address";
import { useApiList } from "./list";
import { createQueryClient } from "./query";
import { reads } from "./reads";

/** The files of an import that still wait: a list that others shorten while it is on screen. */

const importID = "b1";
const PAGE = 2;
const EVERY_MS = 3_000;
let waiting: number[];

const aFile = (position: number) => ({
  position,
  name: `${position}.png`,
  bytes: 4,
  state: "waiting" as const,
  scenario: null,
  problem: null,
  differences: 0,
});

/** As the server pages: a cursor says after which file the next page begins. */
function pageOf({ query }: Sent) {
  const after = Number(query.get("cursor") ?? -1);
  const left = waiting.filter((position) => position > after);
  const shown = left.slice(0, PAGE);
  return { results: shown.map(aFile), nextCursor: left.length > PAGE ? String(shown.at(-1)) : null };
}

function Waiting() {
  const list = useApiList(
    readUri(reads.importFiles, { importID, state: "waiting" }),
    (cursor) => readUri(reads.importFiles, { importID, state: "waiting", cursor }),
    { everyMs: EVERY_MS },
  );
  return (
    <>
      <ul>
        {list.items.map(({ name, position }) => (
          <li key={position}>{name}</li>
        ))}
      </ul>
      <button type="button" onClick={list.loadMore}>
        {list.more}
      </button>
    </>
  );
}

const shown = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
const more = () => screen.getByRole("button");
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function loadMore() {
  more().click();
  await pass(50);
}

let sent: Sent[];
beforeEach(async () => {
  vi.useFakeTimers();
  waiting = [0, 1, 2, 3, 4, 5, 6];
  sent = serve(answers("GET /scenarios/imports/{id}/files", 200, pageOf));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Waiting />
    </QueryClientProvider>,
  );
  await pass(50);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("when rows leave the first page, none is shown twice and none is left out", async () => {
  await loadMore();
  expect(shown()).toEqual(["0.png", "1.png", "2.png", "3.png"]);
  waiting = [2, 3, 4, 5, 6];
  await pass(EVERY_MS);
  expect(shown()).toEqual(["2.png", "3.png"]);
  await loadMore();
  expect(shown()).toEqual(["2.png", "3.png", "4.png", "5.png"]);
  await loadMore();
  expect(shown()).toEqual(["2.png", "3.png", "4.png", "5.png", "6.png"]);
});

test("only the first page is read again by itself, however many are open", async () => {
  await loadMore();
  await loadMore();
  await loadMore();
  expect(shown()).toHaveLength(7);
  sent.length = 0;
  await pass(2 * EVERY_MS + 100);
  expect(sent.map(({ query }) => query.get("cursor"))).toEqual([null, null]);
  expect(shown()).toHaveLength(7);
});

test("what the button offers stays while the list is read again, and it can be pressed", async () => {
  await loadMore();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = globalThis.fetch;
  const known = new Set(sent.map(({ call }) => call));
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (known.has(`${init.method} ${url.replace("/api/v1", "")}`)) await held;
    return server(url, init);
  });
  await pass(EVERY_MS);
  expect(more().textContent).toBe("idle");
  await loadMore();
  expect(shown()).toHaveLength(6);
  await loadMore();
  expect(more().textContent).toBe("end");
  answer();
  await pass(EVERY_MS);
  expect([more().textContent, shown().length]).toEqual(["end", 7]);
});
