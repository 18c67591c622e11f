import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRecord } from "../../src/host/output/record.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";

const main = join(import.meta.dirname, "../../dist/bin/main.js");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-concurrent-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const operation = (name: string, tag: string) =>
  `  /${name}: { get: { operationId: ${name}, tags: [${tag}], responses: { "200": { description: ok } } } }`;
const document = `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
${Array.from({ length: 40 }, (_, index) => operation(`o${index}`, index % 2 === 0 ? "even" : "odd")).join("\n")}
`;

function compile(...flags: string[]): Promise<{ status: number; said: string }> {
  return new Promise((resolve) => {
    const args = [main, "compile", "--openapi", "t.yaml", "--out", "out", ...flags];
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });
}

const count = isLong ? 8 : 3;

// Every run wants something else in the same folder than most of those that run beside it.
test("the output after several runs at once, and after a crash, is that of one run", async () => {
  writeFileSync(join(folder, "t.yaml"), document);
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(join(folder, "out"));
  const selections = [[], ["--include", "tag:even"], ["--include", "tag:odd"]];
  const lock = join(folder, "out/.written.lock");
  expect(await runCommand(["compile", "--openapi", "t.yaml", "--out", "out"], { cwd: folder })).toMatchObject({ status: 0 });
  for (let round = isLong ? 0 : 1; round < (isLong ? 9 : 2); round++) {
    if (round % 3 === 1) {
      writeFileSync(lock, "1");
      utimesSync(lock, new Date(0), new Date(0));
    }
    const runs = await Promise.all(Array.from({ length: count }, (_, index) => compile(...(selections[(round + index) % 3] ?? []))));
    expect(runs.filter(({ status }) => status !== 0)).toEqual([]);
  }
  const left = readdirSync(join(folder, "out")).filter((name) => name.startsWith("."));
  expect(left).toEqual([".written.json"]);
  const files = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:ts|json)$/.test(name));
  const { hashes } = readRecord(join(folder, "out"));
  expect(files.filter((name) => basename(name) !== ".written.json").sort()).toEqual([...hashes.keys()].sort());
}, 180_000);
