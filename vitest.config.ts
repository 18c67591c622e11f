import { join } from "node:path";
import { defineConfig } from "vitest/config";
import closingLine from "./test/closing-line.ts";

const runtime = join(import.meta.dirname, "src/runtime");

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/announce.ts", "test/current-library.ts"],
    setupFiles: "test/fixed-seed.ts",
    reporters: ["default", closingLine],
    // By default one core is left free, which of two is half.
    maxWorkers: "100%",
    // Long, since a busy machine must fail no test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  // Generated modules name the package; here they mean its source, as in tsconfig.json.
  resolve: {
    alias: [
      { find: /^toolsetc\/runtime$/, replacement: join(runtime, "index.ts") },
      { find: /^toolsetc\/runtime\/(.+)$/, replacement: join(runtime, "$1.ts") },
      { find: /^toolsetc\/([^/]+)$/, replacement: join(runtime, "adapters/$1.ts") },
    ],
  },
});
