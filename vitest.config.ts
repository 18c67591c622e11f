import { join } from "node:path";
import { defineConfig } from "vitest/config";
import closingLine from "./test/closing-line.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/announce.ts",
    setupFiles: "test/fixed-seed.ts",
    reporters: ["default", closingLine],
    // By default one core is left free, which of two is half.
    maxWorkers: "100%",
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
  // Generated modules name the package; here they mean its source, as in tsconfig.json.
  resolve: { alias: { "toolsetc/runtime": join(import.meta.dirname, "src/runtime/index.ts") } },
});
