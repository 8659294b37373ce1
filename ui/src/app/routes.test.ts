import { parseTemplate } from "url-template";
import { expect, test } from "vitest";
import { reads } from "../api/reads";
import { routes } from "./routes";

/**
 * Spec section 2.1, line by line: path, guard, and what the server renders (a guarded screen has content only for those whose
 * session the server knows); and our own additions, the wallet and the page about safety.
 */
const SPEC = `
/ none content
/chat/:chatID authOrGuest shell
/story/:chatID authOrGuest shell
/search none content
/stories auth content
/my-scenarios auth shell
/signin none content
/signup none content
/billing none content
/payment/return auth shell
/subscription/success auth shell
/shekel-packages/success auth shell
/payment/cancel auth shell
/profile auth content
/__/auth/handler none shell
/auth/discord/callback auth shell
/card/:cardID/* none redirect
/chats/* none redirect
/privacy-policy none content
/safety none content
/legal none content
/guide none content
/redeem/:code none content
/home2 auth shell
/dashboard auth content
/user/:userID none content
/welcome auth content
/wallet auth content
/scenario/:scenarioID none content
/down none content
/blocked none content
/status none content
/admin auth shell
/new none content
/pick-character none content
* none content
`
  .trim()
  .split("\n");

test("the table has every route of the specification, and no other", () => {
  const ours = routes.map(({ path, guard, render }) => `${path} ${guard} ${render}`);
  expect(ours.toSorted()).toEqual(SPEC.toSorted());
});

test("ids are unique", () => {
  expect(new Set(routes.map((row) => row.id)).size).toBe(routes.length);
});

test("only not-found has another status, and only redirects have a target", () => {
  for (const row of routes) {
    expect(row.status).toBe(row.path === "*" ? 404 : row.render === "redirect" ? 301 : 200);
    expect(row.redirectTo !== undefined).toBe(row.render === "redirect");
    if (row.render === "content") expect(row.page, row.id).toBeDefined();
  }
});

test("guarded screens are never kept in a shared cache", () => {
  for (const row of routes) if (row.guard !== "none") expect(row.cache, row.id).toBeNull();
});

test("every variable of a read is a parameter, an allowed query name or the campaign", () => {
  for (const row of routes) {
    const known = new Set([
      ...Array.from(row.path.matchAll(/:(\w+)/g), ([, name]) => name),
      ...Object.values(row.query),
      "campaign",
    ]);
    for (const read of row.data) {
      for (const [, names] of read.uri.matchAll(/\{[?&]?([^}]*)\}/g)) {
        for (const name of (names ?? "").split(","))
          expect(known, `${row.id} ${read.uri}`).toContain(name.replace("*", ""));
      }
    }
  }
});

test("every read is a template that parses", () => {
  for (const template of Object.values(reads)) expect(() => parseTemplate(template)).not.toThrow();
});
