import { expect, test } from "vitest";
import { errandOf } from "./handler";

test.each([
  ["?mode=verifyEmail&oobCode=t1", { kind: "verify", token: "t1" }],
  ["?mode=changeEmail&oobCode=t1", { kind: "change", token: "t1" }],
  ["?mode=resetPassword&oobCode=t1", { kind: "reset", token: "t1" }],
  ["?mode=other&oobCode=t1", { kind: "nothing" }],
  ["?mode=resetPassword", { kind: "nothing" }],
  ["?state=s&code=c", { kind: "oidc", state: "s", code: "c" }],
  ["?state=s&error=access_denied", { kind: "declined" }],
  ["", { kind: "nothing" }],
])("%s is %j", (search, errand) => expect(errandOf(search)).toEqual(errand));
