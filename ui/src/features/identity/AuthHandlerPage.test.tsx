// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage } from "../../testing/page";
import * as authHandlerPage from "./AuthHandlerPage";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ status, code, message: code }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });

test("after another service, an account with an authenticator is asked for its code", async () => {
  history.replaceState(null, "", "/__/auth/handler?state=s1&code=c1");
  const calls: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (input: unknown, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    const text = input instanceof Request ? await input.text() : String(init?.body);
    calls.push([address.replace(/^.*\/api\/v1/, ""), JSON.parse(text)]);
    return address.endsWith("/auth/oidc/callback")
      ? refusal(403, "TOTP_REQUIRED")
      : refusal(calls.length === 2 ? 403 : 400, calls.length === 2 ? "TOTP_WRONG" : "INVALID_GRANT");
  });
  renderPage("auth-handler", authHandlerPage, "/__/auth/handler");
  const field = await screen.findByLabelText(/^Code/);
  expect(location.search).toBe("");

  fireEvent.change(field, { target: { value: "123 456" } });
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText(/That code isn’t right/);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "That didn’t work" })).toBeTruthy());
  expect(calls).toEqual([
    ["/auth/oidc/callback", { state: "s1", code: "c1" }],
    ["/auth/oidc/confirm", { state: "s1", code: "123456" }],
    ["/auth/oidc/confirm", { state: "s1", code: "123456" }],
  ]);
});
