import { expect, test } from "vitest";
import { cookies } from "../../../config/cookies";
import { cookieText } from "../../../lib/cookies";
import { hidesImpersonation } from "./impersonation";

test.each([
  ["", false],
  ["hideImpersonation=true", true],
  ["theme=dark; hideImpersonation=false", false],
  ["hideImpersonation=1", false],
])("the cookie text %j hides the offers: %s", (jar, hidden) => expect(hidesImpersonation(jar)).toBe(hidden));

test("the choice is kept for 365 days", () =>
  expect(cookieText(cookies.hideImpersonation.name, "true", cookies.hideImpersonation.days, true)).toContain(
    "max-age=31536000",
  ));
