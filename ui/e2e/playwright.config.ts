import { defineConfig } from "@playwright/test";

/** Runs against a real server in the Chromium of the system; `run.mjs` finds it. */
export default defineConfig({
  testDir: ".",
  // What two servers write is compared before anybody loves, follows or blocks anything.
  projects: [
    { name: "still", testMatch: "html.e2e.ts" },
    { name: "journeys", testMatch: "*.e2e.ts", testIgnore: "html.e2e.ts", dependencies: ["still"] },
  ],
  globalSetup: "./lib/setup.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  // Here, a journey that only passes when tried again is broken. CI shares its machine with others: it tries once more, and the
  // last line names what needed it.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [["line"], ["./lib/reporter.ts"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    // Writing a trace costs a third of a journey's time: CI writes one only when it tries again.
    trace: process.env.CI === undefined ? "retain-on-failure" : "on-first-retry",
    launchOptions: {
      ...(process.env.CHROMIUM !== undefined && { executablePath: process.env.CHROMIUM }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
