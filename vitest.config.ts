import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  cacheDir: ".cache/vite",
  test: {
    include: ["test/**/*.test.ts"],
    // These run inside of VS Code.
    exclude: ["**/node_modules/**", "test/in-host/**"],
    environment: "node",
    // Outside of VS Code there is no such module: what the host uses of it is played.
    alias: { vscode: fileURLToPath(new URL("test/hosts/vscode/fake-vscode.ts", import.meta.url)) },
    pool: "forks",
    maxWorkers: 2,
    // Generous: properties run thousands of programs, and machines are shared. No test waits for time to pass.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
