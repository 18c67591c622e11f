import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { statsOfInput } from "../../src/cli/project/find-path.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-paths-"));
mkdirSync(join(folder, "project"));
writeFileSync(join(folder, "shop.yaml"), "");

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["projct", `"${folder}/projct". Did you mean "${folder}/project"?`],
  ["projct/", `"${folder}/projct/". Did you mean "${folder}/project"?`],
  ["projct//", `"${folder}/projct//". Did you mean "${folder}/project"?`],
  ["shop.yaml/", `"${folder}/shop.yaml/": "${folder}/shop.yaml" is not a folder.`],
  ["shop.yaml/paths/it", `"${folder}/shop.yaml/paths/it": "${folder}/shop.yaml" is not a folder.`],
])("a command for a path that does not exist says what is wrong with it: %s", (path, message) => {
  expect(() => statsOfInput(`${folder}/${path}`, "file or folder")).toThrow(`There is no file or folder ${message}`);
});
