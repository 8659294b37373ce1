import { expect, test, vi } from "vitest";
import { failedAnswer, failedConnection, lostConnection } from "./errors";
import { isUserNotFound } from "./user-not-found";

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
  [401, null, true, "general_auth_error"],
  [401, {}, false, "missing_token"],
  [401, { code: "SIGN_IN_FAILED", authErrorType: null }, false, null],
  [403, { authErrorType: null }, true, null],
] as const)("%i with %j, token sent %s, is %s", (status, body, tokenSent, expected) => {
  expect(failedAnswer(status, body, tokenSent).authErrorType).toBe(expected);
});

test("no answer is a network failure with status 0", () => {
  expect(lostConnection(new TypeError("fetch failed"))).toMatchObject({ status: 0, type: "network" });
  const part = new TypeError("Failed to fetch dynamically imported module: /assets/begin.js");
  expect(failedConnection(part)).toMatchObject({ status: 0, type: "network" });
  const abort = Object.assign(new Error("stop"), { name: "AbortError" });
  expect(failedConnection(abort).type).toBe("aborted");
});

test("what fails in the browser itself is not blamed on the server", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failure = failedConnection(new TypeError("Cannot read properties of undefined (reading 'digest')"));
  expect(failure).toMatchObject({ status: 0, type: "client" });
  expect(failure.message).toContain("in this browser");
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("the case, the wait and a field's message are read from the body", () => {
  const failure = failedAnswer(422, {
    code: "VALIDATION_FAILED",
    retryAfter: 7,
    errors: [{ pointer: "/email", message: "Not an address." }],
  });
  expect(failure).toMatchObject({ code: "VALIDATION_FAILED", retryAfterSecs: 7 });
  expect(failure.fieldMessage("/email")).toBe("Not an address.");
  expect(failure.fieldMessage("/password")).toBeNull();
});

/** Spec section 8, "User not found". */
test.each([
  ["status 404", failedAnswer(404, null), true],
  ["status 403", failedAnswer(403, null), true],
  ["a response of 404", { response: { status: 404 } }, true],
  ["a response of 403", { response: { status: 403 } }, true],
  ["the words 'Profile not found'", new Error("Profile not found"), true],
  ["the words 'USER NOT FOUND'", new Error("sorry: USER NOT FOUND."), true],
  ["the word 'inactive'", new Error("The account is Inactive"), true],
  ["code USER_NOT_FOUND in the body", failedAnswer(400, { code: "USER_NOT_FOUND" }), true],
  ["code UNAUTHORIZED in the body", failedAnswer(400, { code: "UNAUTHORIZED" }), true],
  ["code USER_NOT_FOUND", { code: "USER_NOT_FOUND" }, true],
  ["code UNAUTHORIZED on the error itself", { code: "UNAUTHORIZED" }, false],
  ["status 500", failedAnswer(500, null), false],
  ["no answer", lostConnection(new TypeError("x")), false],
  ["a suspended account", failedAnswer(423, { code: "ACCOUNT_SUSPENDED" }), false],
  [
    "a suspended account that says inactive",
    failedAnswer(423, { message: "user not found, inactive" }),
    false,
  ],
  ["nothing", null, false],
])("%s: %s", (_, error, expected) => expect(isUserNotFound(error)).toBe(expected));
