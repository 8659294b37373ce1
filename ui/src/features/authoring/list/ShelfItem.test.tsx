// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { paths } from "../../../lib/paths";
import { aMyScenario } from "../../../testing/myScenarios";
import { renderInPage } from "../../../testing/render";
import type { MyScenario } from "../types";
import { ShelfItem } from "./ShelfItem";

afterEach(cleanup);

const show = (changes: Partial<MyScenario>) =>
  renderInPage(
    <ShelfItem
      scenario={aMyScenario("a", changes)}
      items={[]}
      eager={false}
      selecting={false}
      selected={false}
      onSelect={() => undefined}
    />,
  );
const link = () => screen.queryByRole("link", { name: "Changes not published" });

test.each(["public", "unlisted"] as const)(
  "changes that readers of a %s scenario do not see are said",
  (state) => {
    show({ state, hasChanges: true });
    expect(link()?.getAttribute("href")).toBe(paths.draft("a", { part: "publish" }));
  },
);

test.each<[string, Partial<MyScenario>]>([
  ["everything is published", { state: "public", hasChanges: false }],
  ["nobody else sees it", { state: "private", hasChanges: true }],
  ["it is in the trash", { state: "public", hasChanges: true, deletedOn: "2026-03-01T00:00:00Z" }],
])("nothing is said of changes where %s", (_, changes) => {
  show(changes);
  expect(link()).toBeNull();
});
