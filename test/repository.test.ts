import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
const majors = engines.node.split("||").map((range) => Number(/\d+/.exec(range)));

test("CI runs on each line of Node that the package allows, and may only read the repository", () => {
  const { permissions, jobs } = parse(read(".github/workflows/ci.yml"));
  expect(majors.length).toBeGreaterThan(1);
  expect(jobs.ci.strategy.matrix.node).toEqual(majors);
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs.ci.permissions).toBeUndefined();
});

test("the version of Node for development is the oldest that the package allows", () => {
  expect(Number(read(".nvmrc"))).toBe(majors[0]);
});
