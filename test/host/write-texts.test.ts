import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../src/host/failure.ts";
import { byFolder } from "../../src/host/output/plan.ts";
import { writeTexts } from "../../src/host/write-texts.ts";

let top = "";
let root = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "toolsetc-texts-"));
  root = join(top, "root");
  mkdirSync(root);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test("texts are written with the modes and links of existing files, and nothing else remains", () => {
  writeFileSync(join(root, "a.yaml"), "a");
  chmodSync(join(root, "a.yaml"), 0o640);
  symlinkSync("a.yaml", join(root, "link.yaml"));
  writeTexts(
    root,
    new Map([
      ["link.yaml", "b"],
      ["new/deep.json", "{}"],
    ]),
  );
  expect(readFileSync(join(root, "a.yaml"), "utf8")).toBe("b");
  expect(statSync(join(root, "a.yaml")).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(root, "link.yaml")).isSymbolicLink()).toBe(true);
  expect(readdirSync(root, { recursive: true }).sort()).toEqual(["a.yaml", "link.yaml", "new", "new/deep.json"]);
});

test("no text is written if one of the paths leads outside", () => {
  writeFileSync(join(top, "secret"), "secret");
  symlinkSync(join(top, "secret"), join(root, "link"));
  symlinkSync(top, join(root, "up"));
  for (const path of ["../secret", join(top, "secret"), "link", "up/new", "."]) {
    expect(
      () =>
        writeTexts(
          root,
          new Map([
            ["a.yaml", "a"],
            [path, "x"],
          ]),
        ),
      path,
    ).toThrow(Failure);
  }
  expect(readFileSync(join(top, "secret"), "utf8")).toBe("secret");
  expect(readdirSync(top).sort()).toEqual(["root", "secret"]);
  expect(readdirSync(root).sort()).toEqual(["link", "up"]);
});

const settled = { isGenerated: () => true, mayContain: "nothing", compiler: "1.2.3" } as const;

test("a broken or circular link is an error of the user's files, and no bug", () => {
  symlinkSync("nowhere", join(root, "gone"));
  symlinkSync("circle", join(root, "circle"));
  for (const path of ["gone", "circle", "circle/a"]) expect(() => writeTexts(root, new Map([[path, "x"]])), path).toThrow(Failure);
});

test("two outputs into one folder are written together", () => {
  const output = (out: string, path: string, extent: "whole" | "part" = "whole") => ({
    root,
    out,
    files: [{ path, text: "" }],
    extent,
    ...settled,
  });
  const merged = byFolder([output("generated", "a", "part"), output("./generated/", "b"), output("other", "c")]);
  expect(merged.map(({ files, extent }) => [files.map(({ path }) => path), extent])).toEqual([
    [["a", "b"], "part"],
    [["c"], "whole"],
  ]);
});

test("two targets may write the same file into one folder, but not different files of one name", () => {
  const output = (text: string) => ({
    root: "/project",
    out: "generated",
    files: [{ path: "toolset.json", text }],
    extent: "whole" as const,
    ...settled,
  });
  expect(byFolder([output("same"), output("same")])[0]?.files).toHaveLength(1);
  expect(() => byFolder([output("one"), output("another")])).toThrow("toolset.json");
});
