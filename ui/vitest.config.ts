import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __ICON_SPRITE__: JSON.stringify("/assets/icons.svg"), __SSR__: "true" },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
  },
});
