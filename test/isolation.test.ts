import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesAlone, filesTimed, hasSpecialNeed, specialNeeds, testFiles, textOfTest } from "./isolation.ts";

test("exactly the test files that replace modules have processes of their own, and those that measure time share one", () => {
  const [alone, timed] = [filesAlone(), filesTimed()];
  expect(alone).toEqual(expect.arrayContaining(["test/cli/internal-error.test.ts", "test/adapters/ai-sdk-4/ai-sdk-4.test.ts"]));
  expect(timed).toContain("test/host/line-diff.test.ts");
  expect(alone.filter((path) => timed.includes(path))).toEqual([]);
  expect([...alone, ...timed]).not.toContain("test/kinds.test.ts");
  expect(alone.length).toBeLessThan(15);
});

test("a test with a browser, Python or a terminal is in a file with that name, and CI runs a sample of each", () => {
  const needs = /from "playwright-core"|spawn(?:Sync)?\("(?:python3|script)"|execFileSync\("python3"/;
  const others = testFiles().filter((path) => !hasSpecialNeed(path) && !path.endsWith("/isolation.test.ts"));
  expect(others.filter((path) => needs.test(textOfTest(path)))).toEqual([]);
  const { scripts } = JSON.parse(textOfTest("package.json"));
  for (const need of specialNeeds) {
    const ofNeed = testFiles().filter((path) => path.endsWith(`.${need}.test.ts`));
    expect(ofNeed.filter((path) => textOfTest(path).includes('{ tags: "smoke" }'))).not.toEqual([]);
    expect(scripts["test:smoke"]).toContain(`--project ${need} `);
  }
  expect(textOfTest(".ci/run")).toContain("test:smoke");
});

// A module is evaluated once for all files of a process, so that its hooks would belong to the first of them.
test("files that tests share replace no module, and have hooks only in functions", () => {
  const shared = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      /^(?!.*node_modules).*\.m?ts$/.test(path) && !path.endsWith(".test.ts") && !["same-process.ts", "isolation.ts"].includes(path),
  );
  const hooks = /^(?:(?:before|after)(?:Each|All)|vi\.\w+)\(|\bvi\.(?:mock|doMock|hoisted|resetModules)\(/m;
  expect(shared.length).toBeGreaterThan(50);
  const text = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
  expect(shared.filter((path) => hooks.test(text(path)))).toEqual([]);
});
