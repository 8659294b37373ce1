// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import type { Answer } from "../../api/operations";
import { reads } from "../../api/reads";
import { answers, serve } from "../../testing/api";
import { fetched, renderPage } from "../../testing/page";
import * as StatusPage from "./StatusPage";

const who = vi.hoisted(() => ({ admin: false }));

vi.mock("../../api/session", async (original) => ({
  ...(await original<typeof import("../../api/session")>()),
  isAdmin: () => who.admin,
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const check = (name: string, detail: string) => ({ name, status: "ok" as const, detail });

function show(models: Answer<"GET /system/models">["models"]) {
  serve(answers("GET /system/models", 200, { models }));
  renderPage("status", StatusPage, "/status", [
    fetched(readUri(reads.health), {
      status: "ok",
      version: "",
      checks: [check("database", "Responding."), check("models", "No model is connected.")],
    }),
    fetched(readUri(reads.endpointState), {
      updatedOn: "2026-11-21T03:04:05Z",
      endpoints: ["identity", "ledger", "chat"].map((name) => ({ name, state: "up" as const, message: "" })),
    }),
  ]);
}

const probe = {
  model: "understudy",
  server: null,
  state: "ok" as const,
  detail: "",
  said: null,
  at: "2026-11-21T03:04:05Z",
};

test("parts have names that readers know", () => {
  who.admin = false;
  show([]);
  for (const name of ["Database", "Models", "Signing in", "Wallet", "Replies"]) {
    expect(screen.getByText(name)).toBeTruthy();
  }
  for (const name of ["Identity", "Ledger"]) expect(screen.queryByText(name)).toBeNull();
});

test("an admin reads of the models once, and how to connect one while the demo answers", async () => {
  who.admin = true;
  const detail = "No AI model is connected, so the built-in demo answers.";
  show([{ ...probe, detail }]);
  expect(await screen.findByText(detail)).toBeTruthy();
  const named = screen.getAllByText("Models");
  expect(named.map((one) => one.tagName)).toEqual(["H2"]);
  expect(screen.queryByText("understudy")).toBeNull();
});

test("an admin reads whether each connected model answers", async () => {
  who.admin = true;
  const server = "http://127.0.0.1:11434";
  show([
    { ...probe, model: "small", server, state: "failed", detail: "It asks for a key.", said: "no key" },
    { ...probe, model: "large", server },
  ]);
  const row = (await screen.findByText("small")).closest("li") as HTMLElement;
  expect(within(row).getByText("Doesn’t answer")).toBeTruthy();
  expect(within(row).getByText("no key")).toBeTruthy();
  expect(screen.getByText("large")).toBeTruthy();
});
