import { defineConfig } from "vitest/config";

export default defineConfig({
  cacheDir: ".cache/vite",
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // Generous: properties run thousands of programs, and machines are shared. No test waits for time to pass.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
