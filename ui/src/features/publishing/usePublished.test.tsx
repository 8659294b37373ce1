// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { answers, serve } from "../../testing/api";
import { aPublishingStatus } from "../../testing/publishing";
import { usePublished } from "./usePublished";

const STATUS = "GET /scenarios/scenario/{id}/publishing";
const OPEN = { id: "sc1", version: 3, state: "public" } as const;

afterEach(() => vi.unstubAllGlobals());

function show(scenario: Parameters<typeof usePublished>[0]) {
  const client = new QueryClient();
  return renderHook(usePublished, {
    initialProps: scenario,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
}

test("what is saved after publishing is unpublished, without asking again", async () => {
  const sent = serve(answers(STATUS, 200, aPublishingStatus({ state: "public", publishedVersion: 1 })));
  const { result, rerender } = show(OPEN);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(result.current.hasUnpublished).toBe(false);
  rerender({ ...OPEN, version: 4 });
  expect(result.current.hasUnpublished).toBe(true);
  expect(sent).toHaveLength(1);
});

test("changes of an earlier visit are known", async () => {
  serve(
    answers(STATUS, 200, aPublishingStatus({ state: "unlisted", publishedVersion: 1, hasChanges: true })),
  );
  const { result } = show({ ...OPEN, state: "unlisted" });
  await waitFor(() => expect(result.current.hasUnpublished).toBe(true));
});

test("nothing is asked for a draft that was never published", () => {
  const sent = serve();
  expect(show({ ...OPEN, state: "draft" }).result.current.hasUnpublished).toBe(false);
  expect(sent).toEqual([]);
});

test("what waits for its first review has no published version to differ from", async () => {
  const sent = serve(answers(STATUS, 200, aPublishingStatus({ state: "inReview", inReview: "public" })));
  const { result, rerender } = show({ ...OPEN, state: "inReview" });
  await waitFor(() => expect(sent).toHaveLength(1));
  rerender({ ...OPEN, state: "inReview", version: 4 });
  expect(result.current.hasUnpublished).toBe(false);
});
