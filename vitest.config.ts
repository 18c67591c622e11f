import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import closingLine from "./test/closing-line.ts";

const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8")) as {
  exports: Record<string, { default?: string }>;
};

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/announce.ts", "test/current-library.ts"],
    setupFiles: "test/fixed-seed.ts",
    // Commands that tests start keep nothing in the cache of the user; `test/cli/cache.test.ts` gives them another.
    env: { XDG_CACHE_HOME: "/dev/null" },
    reporters: ["default", closingLine],
    // By default one core is left free, which of two is half.
    maxWorkers: "100%",
    // Long, since a busy machine must fail no test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  // Generated modules name the package; here they mean its source, as in tsconfig.json.
  resolve: {
    alias: Object.entries(exports).flatMap(([subpath, { default: file }]) => {
      if (file === undefined) return [];
      const source = file.replace("/dist/", "/src/").replace(/\.js$/, ".ts");
      return [{ find: new RegExp(`^toolsetc${subpath.slice(1)}$`), replacement: join(import.meta.dirname, source) }];
    }),
  },
});
