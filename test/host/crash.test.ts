import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { readManifests } from "../../src/cli/project/read-manifests.ts";
import { withTerminal } from "../../src/cli/terminal.ts";
import { Failure } from "../../src/host/failure.ts";
import { recordName, toolsetFolder } from "../../src/host/output/record.ts";
import { writeFolder } from "../../src/host/output/write.ts";
import { isGenerated } from "../../src/targets/is-generated.ts";
import type { File } from "../../src/targets/target.ts";
import { withKeptExports } from "../../src/targets/typescript/kept-exports.ts";
import { compileTexts } from "../compile-texts.ts";
import { filesIn } from "../example-project.ts";
import { isLong } from "../long.ts";
import { faults, Killed, withFault } from "./faults.ts";

// Every operation on the file system fails once, in each of the ways in which a run ends early. Afterwards, nothing that a program can load
// from the folder is a mixture of the former and the new output.
const root = mkdtempSync(join(tmpdir(), "toolsetc-crash-"));
const out = join(root, "out");
afterAll(() => rmSync(root, { recursive: true, force: true }));

const operation = (name: string, version: string) =>
  `  /${name}: { get: { operationId: ${name}, tags: [${name}], description: "${version} of ${name}.", responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } } } } }\n`;
const document = (version: string, names: readonly string[]) =>
  `openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\nservers: [{ url: "https://${version.toLowerCase()}.example" }]\npaths:\n${names.map((name) => operation(name, version)).join("")}components: { schemas: { Item: { type: object, properties: { a: { type: string, description: ${version} } } } } }\n`;

type Texts = Readonly<Record<string, string>>;

function project(version: string, toolsets: Readonly<Record<string, readonly string[]>>, target: string): Texts {
  return {
    "toolsetc.yaml": `targets: [{ ${target}, out: out }]\n`,
    ...Object.fromEntries(
      Object.entries(toolsets).flatMap(([name, operations]) => [
        [`${name}.yaml`, `displayName: ${name}\nopenApiToolset: { openApiSchema: ${name}.openapi.yaml }\n`],
        [`${name}.openapi.yaml`, document(version, operations)],
      ]),
    ),
  };
}

interface Case {
  readonly name: string;
  readonly former: Texts | undefined;
  readonly next: Texts;
  /** Files of the user in the output folder. */
  readonly beside?: Texts;
  readonly extent?: "part";
  /** Whether the former output has one record, as version 0.2.0 wrote it. */
  readonly isOfFormerVersion?: boolean;
}

const typescript = "target: typescript";
const both = { shop: ["a", "b", "c"], desk: ["d", "e"] };
const changed = (target: string, extra: Partial<Case> = {}): Omit<Case, "name"> => ({
  former: project("Old", both, target),
  next: project("New", both, target),
  ...extra,
});
const cases: readonly Case[] = [
  { name: "a first write", former: undefined, next: project("New", both, typescript) },
  { name: "two changed toolsets", ...changed(typescript) },
  { name: "JavaScript", ...changed("target: typescript, emit: js") },
  { name: "a copied library", ...changed("target: typescript, runtime: copy"), former: project("Old", both, typescript) },
  { name: "manifests", ...changed("target: manifest") },
  { name: "a skill", ...changed("target: skill") },
  { name: "the output of a former version", ...changed(typescript), isOfFormerVersion: true },
  {
    name: "the same output of a former version",
    former: project("Old", both, typescript),
    next: project("Old", both, typescript),
    isOfFormerVersion: true,
  },
  { name: "a removed toolset", ...changed(typescript), next: project("New", { shop: ["a", "b"] }, typescript) },
  {
    name: "a removed tool and a new one",
    ...changed(typescript),
    next: project("Old", { shop: ["a", "c", "x"], desk: ["d", "e"] }, typescript),
  },
  { name: "a renamed toolset", ...changed(typescript), next: project("New", { store: ["a", "b", "c"], desk: ["d", "e"] }, typescript) },
  { name: "another form of modules", ...changed(typescript), next: project("New", both, "target: typescript, emit: js") },
  {
    name: "one changed toolset of two",
    ...changed(typescript),
    next: { ...project("New", { shop: ["a", "b"] }, typescript), ...project("Old", { desk: ["d", "e"] }, typescript) },
  },
  { name: "a part of the project", ...changed(typescript), next: project("New", { shop: ["a", "b", "x"] }, typescript), extent: "part" },
  {
    name: "files of the user beside",
    ...changed(typescript, { beside: { "mine.ts": "mine", "toolsets/shop/mine.ts": "mine", "toolsets/desk/tools/mine.md": "mine" } }),
  },
];

async function emitted(texts: Texts): Promise<readonly File[]> {
  const { outputs, findings } = await compileTexts(texts);
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  return outputs.flatMap(({ files }) => files);
}

function write(files: readonly File[], extent: "whole" | "part" = "whole", toolsetFolders = toolsetFoldersOf(files)): void {
  writeFolder({
    root,
    out: "out",
    files,
    toolsetFolders,
    extent,
    isGenerated,
    withKept: withKeptExports,
    mayContain: "files",
    compiler: "1",
  });
}

const toolsetFoldersOf = (files: readonly File[]) => [...new Set(files.flatMap(({ path }) => toolsetFolder(path) ?? []))];

function put(files: Texts): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
}

/** The files of the compiler that a program which loads an entry gets, and whether it finds all of them. */
function load(entry: string, files: Texts, seen: Set<string>): boolean {
  if (seen.has(entry)) return true;
  const text = files[entry];
  if (text === undefined) return false;
  seen.add(entry);
  const imports = [...text.matchAll(/^(?:import|export) [^"]*?from "(\.{1,2}\/[^"]+)";$/gm)];
  return imports.every(([, path = ""]) => load(join(dirname(entry), path), files, seen));
}

/** Which version a file has: the text of a file may be that of both. `torn` is a text of neither. */
function versionOf(path: string, text: string, former: Texts, next: Texts): "both" | "old" | "new" | "torn" {
  if (former[path] === text) return next[path] === text ? "both" : "old";
  return next[path] === text ? "new" : "torn";
}

/** The files of the output folder, without those with which the compiler manages it. */
const filesNow = (): Texts => (existsSync(out) ? withoutRecords(filesIn(out)) : {});
const withoutRecords = (files: Texts) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith(".w") && !path.endsWith(`/${recordName}`)));

/** The entries that load, but have files of both versions, or torn ones. */
function mixtures(files: Texts, former: Texts, next: Texts): string[] {
  const entries = Object.keys(files).filter((path) => /\.(?:ts|js|json|md)$/.test(path));
  return entries.filter((entry) => {
    const seen = new Set<string>();
    if (!load(entry, files, seen)) return false;
    const versions = new Set([...seen].map((path) => versionOf(path, files[path] ?? "", former, next)));
    return versions.has("torn") || (versions.has("old") && versions.has("new"));
  });
}

const terminalFor = { cwd: () => root, env: {}, stdin: process.stdin, stdout: new PassThrough(), stderr: new PassThrough(), exitCode: 0 };

/** The tools that `serve` gets from the folder; `undefined` if it gets an error. */
async function served(): Promise<readonly string[] | undefined> {
  try {
    const { manifests, exitCode } = await withTerminal({ ...terminalFor, once: () => undefined, off: () => undefined } as never, () =>
      readManifests("out", { toolset: [] } as never),
    );
    // A folder that has no record yet is not compiled output, but a project without definitions.
    return exitCode !== 0 ? undefined : manifests.flatMap(({ tools }) => tools.map(({ name, description }) => `${name}: ${description}`));
  } catch (error) {
    if (error instanceof Error && (error instanceof Failure || error.name === "UsageError")) return undefined;
    throw error;
  }
}

let points = 0;
const found: string[] = [];

describe.each(cases)(
  "a run that is killed at any point, in the case $name,",
  ({ name, former: formerTexts, next: nextTexts, beside = {}, extent: given, isOfFormerVersion = false }) => {
    test("leaves former or new files and no mixture, and the next run completes the output", async () => {
      const extent: "whole" | "part" = given ?? "whole";
      const former = formerTexts === undefined ? [] : await emitted(formerTexts);
      const next = await emitted(nextTexts);
      const prepare = () => {
        rmSync(out, { recursive: true, force: true });
        put(beside);
        if (formerTexts !== undefined) write(former, "whole", isOfFormerVersion ? [] : undefined);
      };
      prepare();
      const old = filesNow();
      const oldServed = formerTexts === undefined ? undefined : await served();
      const { operations } = withFault(out, { at: 0, fault: "kill" }, () => write(next, extent));
      const clean = filesIn(out);
      const fresh = withoutRecords(clean);
      const newServed = await served();
      expect(operations).toBeGreaterThan(6);

      // A few points of each case; in the long test all of them, but of a case with hundreds of files every few.
      const every = Math.max(1, Math.floor((operations * faults.length) / (isLong ? 300 : 5)));
      let index = 0;
      for (let at = 1; at <= operations; at++) {
        for (const fault of faults) {
          if (index++ % every !== 0) continue;
          points++;
          const place = `${name}, ${fault} at ${at} of ${operations}`;
          prepare();
          const { error } = withFault(out, { at, fault }, () => write(next, extent));
          if (!(error instanceof Killed || error instanceof Failure || error === undefined)) throw error;
          const left = filesNow();
          for (const entry of mixtures(left, old, fresh)) found.push(`${place}: ${entry} is a mixture`);
          for (const [path, text] of Object.entries(beside)) expect(left[path], place).toBe(text);
          if (index % 2 === 0) {
            const tools = await served();
            if (tools !== undefined && ![oldServed, newServed].some((each) => each?.join("\n") === tools.join("\n")))
              found.push(`${place}: serve offers ${tools.join(", ")}`);
            for (const entry of mixtures(filesNow(), old, fresh)) found.push(`${place}: ${entry} is a mixture after serve`);
          }
          write(next, extent);
          expect(filesIn(out), place).toEqual(clean);
        }
      }
    }, 600_000);
  },
);

test("a run that is killed leaves no mixture of former and new files at any point", () => {
  if (isLong) console.log(`${points} points, ${found.length} mixtures`);
  expect(points).toBeGreaterThan(isLong ? 2000 : 40);
  expect(found).toEqual([]);
});
