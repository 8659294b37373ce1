import { expect, it } from "vitest";
import { breadcrumbs, collectionPage, graph, withOrigin } from "./json-ld";

it("makes every address absolute and touches nothing else", () => {
  const data = graph(
    collectionPage("Tags", "/not-an-address", "/search?tab=tags", [
      { name: "/odd name", href: "/search?wlTags=noir" },
    ]),
    breadcrumbs([{ name: "Tags", href: "/search?tab=tags" }]),
    null,
  );
  const text = JSON.stringify(withOrigin(data, "https://stage.example"));
  expect(text).toContain('"url":"https://stage.example/search?tab=tags"');
  expect(text).toContain('"item":"https://stage.example/"');
  expect(text).toContain('"description":"/not-an-address"');
  expect(text).toContain('"name":"/odd name"');
  expect(text).toContain('"position":1');
  expect(text).not.toMatch(/"(url|item)":"\//);
  expect(text).not.toContain("null");
});
