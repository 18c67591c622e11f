import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/announce.ts",
    setupFiles: "test/fixed-seed.ts",
    reporters: ["default", "./test/closing-line.ts"],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
  // Generated modules name the package; here they mean its source, as in tsconfig.json.
  resolve: { alias: { "toolsetc/runtime": join(import.meta.dirname, "src/runtime/index.ts") } },
});
