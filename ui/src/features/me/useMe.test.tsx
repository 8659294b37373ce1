// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import type { Me } from "../../api/person";
import { keyOf, readOptions } from "../../api/query";
import { reads } from "../../api/reads";
import { aMe } from "../../testing/people";
import { meApi } from "./api";
import { useChangeMe } from "./useMe";

const OPTIONS = readOptions(readUri(reads.me));
const KEY = keyOf(readUri(reads.me));

test("an answer that was asked for before a change does not bring the older record back", async () => {
  const client = new QueryClient();
  client.setQueryData(KEY, aMe());
  let answer: (me: Me) => void = () => undefined;
  const older = new Promise<Me>((resolve) => {
    answer = resolve;
  });
  const reading = client.fetchQuery({ ...OPTIONS, queryFn: () => older, staleTime: 0 });
  reading.catch(() => undefined);

  vi.spyOn(meApi, "update").mockResolvedValue(aMe({ showNSFW: true }));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useChangeMe(), { wrapper });
  await result.current({ update: () => ({ showNSFW: true }) });
  answer(aMe());
  await older;
  await new Promise((resolve) => setTimeout(resolve));
  expect(client.getQueryData(KEY)?.showNSFW).toBe(true);
});
