import { expect, test } from "vitest";
import type { ErrorCode } from "../../api/errors";
import { refusal } from "../../testing/api";
import { type Errand, errandOf, stageOf } from "./handler";

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

const verify: Errand = { kind: "verify", token: "t1" };
const change: Errand = { kind: "change", token: "t1" };
const reset: Errand = { kind: "reset", token: "t1" };
const oidc: Errand = { kind: "oidc", state: "s", code: "c" };

test.each<[Errand, number, ErrorCode, object]>([
  [verify, 400, "INVALID_GRANT", { at: "expired", errand: "verify" }],
  [change, 400, "INVALID_GRANT", { at: "expired", errand: "verify" }],
  [reset, 400, "INVALID_GRANT", { at: "expired", errand: "reset" }],
  [verify, 422, "VERIFICATION_NEEDS_PASSWORD", { at: "password", token: "t1" }],
  [oidc, 403, "TOTP_REQUIRED", { at: "code", state: "s" }],
  [oidc, 423, "ACCOUNT_SUSPENDED", { at: "suspended" }],
])("%j refused with %d %s goes on with %j", (errand, status, code, stage) =>
  expect(stageOf(refusal(status, code), errand)).toEqual(stage),
);

test.each<[Errand, number, ErrorCode]>([
  [verify, 400, "BAD_REQUEST"],
  [oidc, 400, "INVALID_GRANT"],
  [oidc, 403, "EMAIL_NOT_VERIFIED"],
])("%j refused with %d %s says so", (errand, status, code) =>
  expect(stageOf(refusal(status, code), errand)).toMatchObject({ at: "failed", errand }),
);
