import { defineConfig } from "vitest/config";

/** End-to-end tests: one workbench of VS Code at a time, since each takes two gigabytes. `npm run test:e2e` runs them. */
export default defineConfig({
  cacheDir: ".cache/vite-e2e",
  test: {
    include: ["test/e2e/**/*.e2e.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
    // A scenario that waits for something that never comes fails by Playwright's own limits first.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // VS Code itself is late now and then on a busy machine, as with saving right after its start. What passes only the
    // second time is marked so in the report.
    retry: 1,
  },
});
