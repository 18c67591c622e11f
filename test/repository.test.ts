import { readdirSync, readFileSync } from "node:fs";
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

test("the root has no other files and folders than these, such as logs of tools", () => {
  const ignored = new Set([
    ".git",
    ...read(".gitignore")
      .split("\n")
      .map((line) => line.replace(/\/$/, "")),
  ]);
  expect(
    readdirSync(root)
      .filter((name) => !ignored.has(name) && !name.endsWith(".tgz"))
      .sort(),
  ).toEqual([
    ...[".ci", ".editorconfig", ".github", ".gitignore", ".nvmrc", ".pre-commit-hooks.yaml"],
    ...[
      "ARCHITECTURE.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "action.yml",
      "biome.json",
      "ci",
      "docs",
    ],
    ...["editors", "examples", "generated", "package-lock.json", "package.json", "scripts", "src", "test", "toolsets"],
    ...["tsconfig.build.json", "tsconfig.json", "vitest.config.ts"],
  ]);
});
