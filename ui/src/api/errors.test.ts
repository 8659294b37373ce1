import { expect, test } from "vitest";
import { failedAnswer, failedConnection } from "./errors";

test.each([
  [400, "validation"],
  [401, "auth"],
  [402, "http"],
  [403, "http"],
  [404, "http"],
  [409, "conflict"],
  [410, "http"],
  [412, "conflict"],
  [413, "validation"],
  [415, "validation"],
  [422, "validation"],
  [423, "http"],
  [429, "rate_limit"],
  [500, "server"],
  [503, "server"],
] as const)("%i is of type %s", (status, type) => {
  const failure = failedAnswer(status, null);
  expect(failure).toMatchObject({ status, statusCode: status, type, responseData: null });
  expect(failure.statusText).not.toBe("");
});

test.each([
  [{ message: "m", detail: "d", title: "t" }, "m"],
  [{ detail: "d", title: "t" }, "d"],
  [{ message: "", title: "t" }, "t"],
  [{}, "Request failed"],
  [null, "Request failed"],
  ["text", "Request failed"],
])("the message of %j is %s", (body, message) => {
  expect(failedAnswer(500, body).message).toBe(message);
});

test.each([
  [401, { authErrorType: "expired_token" }, true, "expired_token"],
  [401, { authErrorType: "something else" }, true, "general_auth_error"],
  [401, null, false, "missing_token"],
  [403, { authErrorType: null }, true, null],
] as const)("%i with %j, token sent %s, is %s", (status, body, tokenSent, expected) => {
  expect(failedAnswer(status, body, tokenSent).authErrorType).toBe(expected);
});

test("no answer is a network failure with status 0", () => {
  expect(failedConnection(new TypeError("fetch failed"))).toMatchObject({ status: 0, type: "network" });
  const abort = Object.assign(new Error("stop"), { name: "AbortError" });
  expect(failedConnection(abort).type).toBe("aborted");
});
