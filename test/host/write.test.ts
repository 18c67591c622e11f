import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkFolder } from "../../src/host/check.ts";
import { Failure } from "../../src/host/failure.ts";
import { writeFolder } from "../../src/host/write.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolsetc-write-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function filesOf(texts: Record<string, string>): { path: string; text: string }[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

function write(texts: Record<string, string>, extent: "whole" | "part" = "whole") {
  return writeFolder({ root, out: "generated", files: filesOf(texts), extent });
}

const read = (path: string): string => readFileSync(join(root, "generated", path), "utf8");

/** All files under `generated`, by path. */
function listing(): string[] {
  const entries = readdirSync(join(root, "generated"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "generated").length + 1))
    .sort();
}

describe("writing an output folder", () => {
  test("writes what is new, changes what differs, removes what is gone, and leaves the rest untouched", () => {
    expect(write({ "a.ts": "a", "deep/er/b.ts": "b", "gone/c.ts": "c" })).toMatchObject({
      added: ["a.ts", "deep/er/b.ts", "gone/c.ts"],
      changed: [],
      removed: [],
    });
    const long = new Date(2001, 1, 1);
    utimesSync(join(root, "generated/a.ts"), long, long);
    expect(write({ "a.ts": "a", "deep/er/b.ts": "B" })).toMatchObject({
      added: [],
      changed: ["deep/er/b.ts"],
      removed: ["gone/c.ts"],
      unchanged: 1,
    });
    expect(listing()).toEqual([".written.json", "a.ts", "deep/er/b.ts"]);
    expect(read("deep/er/b.ts")).toBe("B");
    expect(statSync(join(root, "generated/a.ts")).mtime).toEqual(long);
    expect(existsSync(join(root, "generated/gone"))).toBe(false);
  });

  test("a second equal write touches nothing, not even the record", () => {
    write({ "a.ts": "a" });
    const long = new Date(2001, 1, 1);
    utimesSync(join(root, "generated/.written.json"), long, long);
    expect(write({ "a.ts": "a" })).toMatchObject({ added: [], changed: [], removed: [], unchanged: 1 });
    expect(statSync(join(root, "generated/.written.json")).mtime).toEqual(long);
  });

  test("never overwrites, and never removes, what is the user's, and then writes nothing at all", () => {
    mkdirSync(join(root, "generated"));
    writeFileSync(join(root, "generated/mine.ts"), "mine");
    expect(() => write({ "a.ts": "a", "mine.ts": "theirs" })).toThrow(/"mine.ts" is not the compiler's/);
    expect(listing()).toEqual(["mine.ts"]);
    write({ "a.ts": "a" });
    writeFileSync(join(root, "generated/a.ts"), "edited");
    expect(() => write({ "a.ts": "b" })).toThrow(/"a.ts" was edited by hand/);
    expect(() => write({})).toThrow(/"a.ts" was edited by hand/);
    expect([read("a.ts"), read("mine.ts")]).toEqual(["edited", "mine"]);
  });

  test("line ends that git changed do not make a file the user's", () => {
    write({ "a.ts": "one\ntwo\n" });
    writeFileSync(join(root, "generated/a.ts"), "one\r\ntwo\r\n");
    expect(write({ "a.ts": "one\ntwo\n" }).unchanged).toBe(1);
    expect(write({ "a.ts": "three\n" }).changed).toEqual(["a.ts"]);
  });

  test("keeps the former files of what failed, and removes them once it is gone for good", () => {
    write({ "toolsets/a/index.ts": "a", "toolsets/b/index.ts": "b", "toolsets/b/tools/x.ts": "x", "a.tools.json": "{}" });
    expect(write({ "toolsets/b/index.ts": "b2" }, "part")).toMatchObject({
      kept: ["a.tools.json", "toolsets/a/index.ts"],
      changed: ["toolsets/b/index.ts"],
      removed: ["toolsets/b/tools/x.ts"],
    });
    expect(write({ "toolsets/b/index.ts": "b2" }).removed).toEqual(["a.tools.json", "toolsets/a/index.ts"]);
  });

  test("goes on after a crash wherever it happened", () => {
    write({ "a.ts": "a", "b/b.ts": "b", "old.ts": "old" });
    const record = JSON.parse(read(".written.json"));
    // As it stands once the record names both, the staging folder is full, and one file of three is in place.
    const next = { "a.ts": "A", "b/b.ts": "B", "new.ts": "new" };
    const sum = (hash: unknown, path: string, text: string): unknown => {
      const probe = mkdtempSync(join(tmpdir(), "toolsetc-sum-"));
      writeFolder({ root: join(probe, "r"), out: join(probe, "o"), files: [{ path, text }], extent: "whole" });
      const found = JSON.parse(readFileSync(join(probe, "o/.written.json"), "utf8")).files[path];
      rmSync(probe, { recursive: true });
      return hash === undefined ? found : [hash, found];
    };
    for (const [path, text] of Object.entries(next)) record.files[path] = sum(record.files[path], path, text);
    record.staging = ".writing-abc123";
    writeFileSync(join(root, "generated/.written.json"), JSON.stringify(record));
    mkdirSync(join(root, "generated/.writing-abc123/b"), { recursive: true });
    writeFileSync(join(root, "generated/.writing-abc123/b/b.ts"), "B");
    writeFileSync(join(root, "generated/a.ts"), "A");
    writeFileSync(join(root, "generated/.written.lock"), "999999999");
    expect(write(next)).toMatchObject({ added: ["new.ts"], changed: ["b/b.ts"], removed: ["old.ts"], unchanged: 1 });
    expect(listing()).toEqual([".written.json", "a.ts", "b/b.ts", "new.ts"]);
    expect(JSON.parse(read(".written.json")).staging).toBeUndefined();
  });

  test("waits for no one: a folder that another run is writing is refused", () => {
    write({ "a.ts": "a" });
    writeFileSync(join(root, "generated/.written.lock"), String(process.ppid));
    expect(() => write({ "a.ts": "b" })).toThrow(/is writing to the folder/);
    expect(read("a.ts")).toBe("a");
  });

  test.each([".", "..", "/", homedir(), "repository"])("refuses the folder %s", (out) => {
    mkdirSync(join(root, "repository/.git"), { recursive: true });
    expect(() => writeFolder({ root, out, files: filesOf({ "a.ts": "a" }), extent: "whole" })).toThrow(Failure);
    expect(existsSync(join(root, out, "a.ts"))).toBe(false);
  });

  test("writes through no link: not the folder, not one in it, not a file", () => {
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(root, "generated"));
    expect(() => write({ "a.ts": "a" })).toThrow(/is a symbolic link/);
    rmSync(join(root, "generated"));
    mkdirSync(join(root, "generated"));
    symlinkSync(join(root, "elsewhere"), join(root, "generated/deep"));
    expect(() => write({ "deep/a.ts": "a" })).toThrow(/is not a plain folder/);
    rmSync(join(root, "generated/deep"));
    symlinkSync(join(root, "elsewhere/target"), join(root, "generated/a.ts"));
    expect(() => write({ "a.ts": "a" })).toThrow(/is not a plain file/);
    expect(readdirSync(join(root, "elsewhere"))).toEqual([]);
  });

  test.each(["../x", "/x", "a//b", "a/./b", "a\\b", "C:x", "", ".written.json"])("a record that names %j leads nowhere", (path) => {
    mkdirSync(join(root, "generated"));
    writeFileSync(join(root, "generated/.written.json"), JSON.stringify({ formatVersion: 1, files: { [path]: "0" } }));
    writeFileSync(join(root, "x"), "x");
    expect(() => write({})).toThrow(Failure);
    expect(readFileSync(join(root, "x"), "utf8")).toBe("x");
  });

  test("a record from a newer version, and one that cannot be read, are refused", () => {
    mkdirSync(join(root, "generated"));
    writeFileSync(join(root, "generated/.written.json"), `{ "formatVersion": 2, "files": {} }`);
    expect(() => write({})).toThrow(/format version 2/);
    writeFileSync(join(root, "generated/.written.json"), "<<<<<<< ours");
    expect(() => write({})).toThrow(/cannot be read/);
  });

  test.each(["x".repeat(300), `${"x/".repeat(3000)}y`])("what the machine refuses is a failure and no bug", (path) => {
    expect(() => write({ [path]: "x" })).toThrow(Failure);
  });

  test("a file named __proto__ is a file", () => {
    write(Object.fromEntries([["__proto__", "p"]]));
    expect(read("__proto__")).toBe("p");
    expect(write({}).removed).toEqual(["__proto__"]);
  });

  test("1,230 files", () => {
    const files = Array.from({ length: 1230 }, (_, index) => ({
      path: `toolsets/github/tools/tool_${index}.ts`,
      text: `// ${index}\n`.repeat(500),
    }));
    const time = (action: () => void): number => {
      const start = performance.now();
      action();
      return Math.round(performance.now() - start);
    };
    const first = time(() => writeFolder({ root, out: "generated", files, extent: "whole" }));
    const again = time(() => writeFolder({ root, out: "generated", files, extent: "whole" }));
    const changed = files.map(({ path, text }) => ({ path, text: `${text}//` }));
    const all = time(() => writeFolder({ root, out: "generated", files: changed, extent: "whole" }));
    if (process.env.SHOW_TIMES) process.stderr.write(`first ${first} ms, unchanged ${again} ms, all changed ${all} ms\n`);
    expect(listing().length).toBe(1231);
    expect(read("toolsets/github/tools/tool_7.ts")).toBe(changed[7]?.text);
  });
});

describe("checking an output folder", () => {
  test("says what a compile would do, with a short diff, and does nothing", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    write({ "a.ts": lines.join("\n"), "gone.ts": "x" });
    const files = filesOf({ "a.ts": lines.with(10, "changed").join("\n"), "new.ts": "n" });
    const drift = checkFolder({ root, out: "generated", files, extent: "whole" });
    expect(drift).toEqual([
      { path: "a.ts", change: "outdated", diff: "@@ -9,5 +9,5 @@\n line 8\n line 9\n-line 10\n+changed\n line 11\n line 12\n" },
      { path: "gone.ts", change: "left over", diff: "" },
      { path: "new.ts", change: "missing", diff: "" },
    ]);
    expect(listing()).toEqual([".written.json", "a.ts", "gone.ts"]);
  });
});
