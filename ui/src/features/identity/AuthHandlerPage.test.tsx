// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { problem, serve } from "../../testing/api";
import { renderPage } from "../../testing/page";
import * as authHandlerPage from "./AuthHandlerPage";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

test("after another service, an account with an authenticator is asked for its code", async () => {
  history.replaceState(null, "", "/__/auth/handler?state=s1&code=c1");
  const sent = serve(
    problem("POST /auth/oidc/callback", 403, "TOTP_REQUIRED"),
    problem("POST /auth/oidc/confirm", 403, "TOTP_WRONG"),
    problem("POST /auth/oidc/confirm", 400, "INVALID_GRANT"),
  );
  renderPage("auth-handler", authHandlerPage, "/__/auth/handler");
  const field = await screen.findByLabelText(/^Code/);
  expect(location.search).toBe("");

  fireEvent.change(field, { target: { value: "123 456" } });
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText(/That code isn’t right/);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "That didn’t work" })).toBeTruthy());
  const posted = sent.filter(({ call }) => call.startsWith("POST "));
  expect(posted.map(({ call, body }) => [call, body])).toEqual([
    ["POST /auth/oidc/callback", { state: "s1", code: "c1" }],
    ["POST /auth/oidc/confirm", { state: "s1", code: "123456" }],
    ["POST /auth/oidc/confirm", { state: "s1", code: "123456" }],
  ]);
});
