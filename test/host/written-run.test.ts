import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { recordText } from "../../src/host/output/record.ts";
import { keepToolsets, stampFolders } from "../../src/host/output/written-run.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-run-")));
afterAll(() => rmSync(folder, { recursive: true }));

const hashes = new Map([["shop.ts", ["a"]]]);
const toolsets = [{ key: "shop", files: [[{ path: "shop.ts" }]] }];
const written = [{ folder, files: ["shop.ts"], restored: [], hashes }];

beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(folder, "shop.ts"), "1");
  writeFileSync(join(folder, ".written.json"), recordText(hashes, ""));
});

const keptOf = (outputs: ReturnType<typeof stampFolders>) => keepToolsets({ outputs: outputs ?? [], folders: [folder], toolsets });

test("a toolset is restored while its written files are unchanged", () => {
  const kept = keptOf(stampFolders(written, undefined));
  expect(kept.find("shop")).toBe(toolsets[0]);
  writeFileSync(join(folder, "shop.ts"), "22");
  expect(kept.find("shop")).toBeUndefined();
});

test("a restored file that was changed during a run is not recorded as written by the run", () => {
  const former = keptOf(stampFolders(written, undefined));
  expect(former.find("shop")).toBe(toolsets[0]);
  writeFileSync(join(folder, "shop.ts"), "22");
  const kept = keptOf(stampFolders([{ folder, files: [], restored: ["shop.ts"], hashes }], former));
  expect(kept.find("shop")).toBeUndefined();
});

test("no toolset is restored if another run has written to the folder", () => {
  const stamped = stampFolders(written, undefined);
  const other = new Map([["shop.ts", ["b"]]]);
  writeFileSync(join(folder, ".written.json"), recordText(other, "x"));
  expect(stampFolders(written, undefined)).toBeUndefined();
  expect(keptOf(stamped).find("shop")).toBeUndefined();
});

test("no toolset is restored if one of its written files was removed", () => {
  rmSync(join(folder, "shop.ts"));
  expect(stampFolders(written, undefined)).toBeUndefined();
});
