import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { version } from "../src/cli/version.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const package_ = JSON.parse(read("package.json"));

/** The files that tell users which version to install or to name, with a pattern for the version. */
const texts = ["README.md", "action.yml", ...filesIn("docs"), ...filesIn("ci"), ...filesIn("examples")].filter(
  (path) => !/(?:^|\/)(?:node_modules|generated)\//.test(path) && /\.(?:md|ya?ml|json)$/.test(path),
);

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
}

/** Every version of toolsetc that a text names. */
function versionsIn(text: string): string[] {
  const pattern = /"toolsetc": "([^"*]+)"|toolsetc-(\d[\d.]*\d)\.tgz|toolsetc@v?(\d[\d.]*)|^ *rev: v([\d.]+)/gm;
  return Array.from(text.matchAll(pattern), (found) => found.slice(1).find((each) => each !== undefined) ?? "");
}

describe("the version of the package", () => {
  test("is printed by --version, and is that of the newest section in the changelog", () => {
    const [, newest] = /^## (\S+)$/m.exec(read("CHANGELOG.md")) ?? [];
    const lock = JSON.parse(read("package-lock.json"));
    expect({ version, newest, lock: [lock.version, lock.packages[""].version] }).toEqual({
      version: package_.version,
      newest: package_.version,
      lock: [package_.version, package_.version],
    });
  });

  test("is the one in the documentation, the examples and the CI files", () => {
    const named = texts.flatMap((path) => versionsIn(read(path)).map((each) => [path, each] as const));
    expect(named.length).toBeGreaterThanOrEqual(6);
    // `@v0` is the tag of all versions with this first number.
    const isRight = (each: string) => each === package_.version || each === package_.version.split(".")[0];
    expect(named.filter(([, each]) => !isRight(each))).toEqual([]);
  });
});
