import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { matchRow } from "./match";
import { routes } from "./routes";

const objects = routes.map(({ id, path }) => ({ id, path }));

test.each([
  "/",
  "/search",
  "/search/",
  "/Search",
  "/search/more",
  "/scenario/abc",
  "/scenario/abc/",
  "/scenario/abc/more",
  "/scenario",
  "/scenario/a%20b",
  "/scenario/a%2Fb",
  "/scenario/%E0%A4%A",
  "/user/%C3%A9",
  "/card/abc",
  "/card/abc/x/y",
  "/chats",
  "/chats/",
  "/chats/abc/def",
  "/__/auth/handler",
  "/auth/discord/callback",
  "/payment/return",
  "/payment",
  "/redeem/CODE",
  "/nope",
  "/nope/deeper",
  "//",
])("%s is the row that React Router finds", (pathname) => {
  const theirs = matchRoutes(objects, { pathname })?.at(-1);
  const { row, params } = matchRow(pathname);
  expect({ id: row.id, params }).toEqual({ id: theirs?.route.id, params: theirs?.params });
});
