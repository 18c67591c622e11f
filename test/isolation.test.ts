import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesAlone } from "./isolation.ts";

test("a test file that replaces modules or measures processor time has a process of its own, and no others have", () => {
  const alone = filesAlone();
  expect(alone).toEqual(
    expect.arrayContaining(["test/cli/internal-error.test.ts", "test/host/line-diff.test.ts", "test/documentation/examples.test.ts"]),
  );
  expect(alone).not.toContain("test/kinds.test.ts");
  expect(alone.length).toBeLessThan(30);
});

// A module is evaluated once for all files of a process, so that its hooks would belong to the first of them.
test("what test files share replaces no module, and has no hooks but in functions", () => {
  const shared = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      /^(?!.*node_modules).*\.m?ts$/.test(path) && !path.endsWith(".test.ts") && !["same-process.ts", "isolation.ts"].includes(path),
  );
  const hooks = /^(?:(?:before|after)(?:Each|All)|vi\.\w+)\(|\bvi\.(?:mock|doMock|hoisted|resetModules)\(/m;
  expect(shared.length).toBeGreaterThan(50);
  const text = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
  expect(shared.filter((path) => hooks.test(text(path)))).toEqual([]);
  // What takes the actions from the commands is used only by files that are alone.
  expect(shared.filter((path) => /\.(?:action|configureOutput)\(/.test(text(path)))).toEqual(["documentation/check-commands.ts"]);
});
