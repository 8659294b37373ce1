import { defineConfig } from "@playwright/test";

/** Runs against a real server in the Chromium of the system; `run.mjs` finds it. */
export default defineConfig({
  testDir: ".",
  // What two servers write is compared before anybody loves, follows or blocks anything.
  projects: [
    { name: "still", testMatch: "html.e2e.ts" },
    { name: "walks", testMatch: "*.e2e.ts", testIgnore: "html.e2e.ts", dependencies: ["still"] },
  ],
  globalSetup: "./lib/stage.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  // A walk that only passes when tried again is broken.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [["line"], ["./lib/reporter.ts"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
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
