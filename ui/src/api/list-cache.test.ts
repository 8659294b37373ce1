import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { markListsStale } from "./list-cache";

const page = { pages: [{ results: [{ id: "b" }], nextCursor: null }], pageParams: ["c"] };

test("lists that are not on screen forget their further pages; those on screen stay as they are", async () => {
  const client = new QueryClient();
  const read = vi.fn();
  client.setQueryData(["/scenarios/my"], { results: [{ id: "a" }], nextCursor: "c" });
  for (const uri of ["/scenarios/my", "/scenarios/my?state=draft", "/stories/"]) {
    client.setQueryData(["more", uri], page);
  }
  const queryKey = ["more", "/scenarios/my"];
  const stop = new QueryObserver(client, { queryKey, queryFn: read, enabled: false }).subscribe(() => {});
  await markListsStale(client, "/scenarios/my");
  expect(client.getQueryData(["more", "/scenarios/my"])).toEqual(page);
  expect(client.getQueryData(["more", "/scenarios/my?state=draft"])).toBeUndefined();
  expect(client.getQueryData(["more", "/stories/"])).toEqual(page);
  expect(client.getQueryState(["/scenarios/my"])?.isInvalidated).toBe(true);
  expect(read).not.toHaveBeenCalled();
  stop();
});
