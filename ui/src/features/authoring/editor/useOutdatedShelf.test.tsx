// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LISTS } from "../list/useMyScenarios";
import { useOutdatedShelf } from "./useOutdatedShelf";

afterEach(cleanup);

type Props = Parameters<typeof useOutdatedShelf>;

function Host({ of }: { of: Props }) {
  useOutdatedShelf(...of);
  return null;
}

test.each<[string, Props]>([
  ["a save", [2, { state: "public", hasUnpublished: true }]],
  ["publishing", [1, { state: "public", hasUnpublished: false }]],
  ["withdrawing", [1, { state: "private", hasUnpublished: true }]],
])("after %s the shelf is read anew when it is opened next", (_, next) => {
  const client = new QueryClient();
  const show = (of: Props) => (
    <QueryClientProvider client={client}>
      <Host of={of} />
    </QueryClientProvider>
  );
  const { rerender } = render(show([1, { state: "public", hasUnpublished: true }]));
  client.setQueryData([LISTS], { results: [] });
  const isOutdated = () => client.getQueryState([LISTS])?.isInvalidated;
  expect(isOutdated()).toBe(false);
  rerender(show(next));
  expect(isOutdated()).toBe(true);
});
