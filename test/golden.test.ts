import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { compile } from "../src/compile.ts";
import { changesCodes } from "../src/contract/changes/codes.ts";
import { outdatedLock } from "../src/contract/lock/codes.ts";
import { internalError } from "../src/diagnostic/internal-error.ts";
import { exchangeCodes } from "../src/environment/exchange-codes.ts";
import { diagnosticCodes } from "../src/findings/diagnostic-codes.ts";
import type { Finding } from "../src/findings/finding.ts";
import { formatText } from "../src/findings/formats/format-text.ts";
import { createHost } from "../src/host/disk.ts";
import { importRule } from "../src/host/import-rule.ts";
import type { Unread } from "../src/project/files/read-files.ts";
import type { Host } from "../src/project/load.ts";
import type { CompileOptions } from "../src/settings.ts";
import { outdatedOutput } from "../src/targets/codes.ts";
import { targets } from "../src/targets/index.ts";
import { isGenerated } from "../src/targets/is-generated.ts";
import { manifestSchema } from "../src/targets/manifest-schema.ts";
import { optionsOf, withoutAdvice } from "./compile-texts.ts";
import { isLong } from "./long.ts";
import { unwrapped } from "./run-command.ts";
import { syntaxErrors } from "./syntax-errors.ts";
import { addMembers, missingMembers } from "./targets/manifest-members.ts";

// Each folder under golden/ is a case: input/ is compiled with the options of case.json, and what comes out must equal expected/.
// The findings are always compared, the files where `case.json` says "files"; "unread" says what the disk answers for files that no
// repository should hold. `npm run test:update` rewrites expected/; the diff is then the review.
const root = join(import.meta.dirname, "golden");
const update = process.env.UPDATE_GOLDEN === "1" && !process.env.CI;
const cases = readdirSync(root).sort();
const isManifest = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(manifestSchema);

/** What was found in the manifests of the cases that were compiled. */
const members = new Set<string>();
const withManifests: string[] = [];

interface Case {
  readonly options?: CompileOptions;
  readonly files?: boolean;
  /** Whether advice on texts for models is compared too. */
  readonly advice?: boolean;
  /** The path of a baseline in the input. */
  readonly baseline?: string;
  /** Whether rules in files run. */
  readonly allowCode?: boolean;
  readonly unread?: { readonly [path: string]: Unread };
}

describe.each(cases)("golden: %s", (name) => {
  const file = join(root, name, "case.json");
  // The cases are ours.
  const given = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as Case;
  const { files, unread = {} } = given;
  const disk = createHost(join(root, name, "input"));
  const usual: Host = { list: disk.list, read: async (path) => unread[path] ?? disk.read(path) };
  const reversed: Host = { read: usual.read, list: async () => [...(await disk.list())].reverse() };
  const folder = join(root, name, "expected");
  let compiled: Promise<Record<string, string>> | undefined;
  /** The case is compiled once for all tests, from its files in the reversed order: what is expected was compiled in the usual one. */
  const output = () => (compiled ??= outputOf(update ? usual : reversed, name, given));

  test("has the expected output in another order of the files than it was written in, and no other files", async () => {
    const actual = await output();
    const kept = Object.fromEntries(Object.entries(actual).filter(([path]) => files || path === "diagnostics.txt"));
    if (update) writeTree(folder, kept);
    expect(kept).toEqual(readTree(folder));
  });

  test.runIf(isLong)("does not depend on the order in which files are listed", async () => {
    expect(Object.entries(await outputOf(usual, name, given))).toEqual(Object.entries(await output()));
  });

  test("has output that the next run recognizes as generated", async () => {
    const files = Object.entries(await output()).filter(([path]) => path !== "diagnostics.txt");
    expect(files.filter(([, text]) => !isGenerated(text)).map(([path]) => path)).toEqual([]);
  });

  test("has manifests that match their JSON Schema", async () => {
    for (const [path, text] of Object.entries(await output()).filter(([path]) => path.endsWith("/toolset.json"))) {
      const manifest = JSON.parse(text);
      expect(isManifest(manifest), `${path}: ${JSON.stringify(isManifest.errors)}`).toBe(true);
      addMembers(manifest, members);
    }
    withManifests.push(name);
  });

  test("has modules that can be parsed, in ASCII", async () => {
    for (const [path, text] of Object.entries(await output()).filter(([path]) => /\.[jt]s$/.test(path))) {
      expect(syntaxErrors(path, text), path).toEqual([]);
      expect(text, path).toMatch(/^[\n\x20-\x7e]*$/);
    }
  });
});

test("every member that a manifest may have is in a golden case", ({ skip }) => {
  skip(withManifests.length < cases.length, "Not all cases were compiled.");
  expect(missingMembers(members)).toEqual([]);
});

test("no two diagnostic codes have the same name", () => {
  const names = diagnosticCodes.map(({ code }) => code);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("every diagnostic code has a golden case, and every golden case has its input", () => {
  const reports = cases.map((name) => join(root, name, "expected/diagnostics.txt")).filter((path) => existsSync(path));
  const shown = reports.flatMap((path) => [...readFileSync(path, "utf8").matchAll(/^\w+\[([\w-]+)\]/gm)].map(([, code]) => code));
  // What only `export`, `import`, `pull`, `breaking` and `compile --check` say is shown by their own tests.
  // No input is known to give `internal-error`: test/cli/internal-error.test.ts puts bugs into the stages.
  // The assertions and the rules in files of a case have codes of their own.
  const configurations = cases.flatMap((name) =>
    Object.entries(readTree(join(root, name, "input"))).filter(([path]) => path.endsWith("toolsetc.yaml")),
  );
  const ownCodes = new Set(
    configurations.flatMap(([, text]) =>
      [...text.matchAll(/^ +- (?:\{ )?name: ([\w-]+)|([\w-]+)\.m?js/gm)].map(([, assertion, file]) => assertion ?? file),
    ),
  );
  const ofCommands = [...exchangeCodes, ...changesCodes, outdatedOutput, outdatedLock, internalError];
  const known = diagnosticCodes.filter((code) => !ofCommands.includes(code)).map(({ code }) => code);
  const unshown = known.filter((code) => !shown.includes(code)).sort();
  expect(unshown, "show each of these codes in a case of test/golden; `npm run test:update` writes what it gives").toEqual([]);
  expect(shown.filter((code) => !known.includes(code ?? "") && !ownCodes.has(code))).toEqual([]);
  expect(cases.filter((name) => Object.keys(readTree(join(root, name, "input"))).length === 0)).toEqual([]);
});

test("every target writes files in some golden case", () => {
  const compared = cases.filter((name) => Object.keys(readTree(join(root, name, "expected"))).some((path) => path !== "diagnostics.txt"));
  const configured = compared.map((name) => readTree(join(root, name, "input"))["toolsetc.yaml"] ?? "");
  const written = new Set(configured.flatMap((text) => [...text.matchAll(/\btarget: ([\w-]+)/g)].map(([, name = ""]) => name)));
  const missing = targets.map(({ name }) => name).filter((name) => !written.has(name));
  expect(missing, 'add each of these targets to a case of test/golden with `"files": true`').toEqual([]);
});

async function outputOf(
  host: Host,
  name: string,
  { options = {}, baseline = "", advice = false, allowCode = false }: Case,
): Promise<Record<string, string>> {
  const code: CompileOptions = allowCode ? { importRule: ({ path }) => importRule(join(root, name, "input"), path) } : {};
  const known: CompileOptions = { baseline: baseline === "" ? "configured" : { path: baseline } };
  const compilation = await compile(host, optionsOf({ ...options, ...code, ...known }));
  const findings = advice ? compilation.findings : withoutAdvice(compilation.findings);
  const files = compilation.outputs.flatMap((output) =>
    output.files.map(({ path, text }): [string, string] => [`${output.out}/${path}`, text]),
  );
  return { ...Object.fromEntries(files), ...(findings.length > 0 ? { "diagnostics.txt": textOf(findings) } : {}) };
}

/** Each finding with its help, and each sentence in one line, so that a diff shows what changed. */
function textOf(findings: readonly Finding[]): string {
  return findings.map((finding) => unwrapped(formatText([finding]))).join("\n");
}

function readTree(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1).replaceAll("\\", "/"), readFileSync(path, "utf8")];
    }),
  );
}

function writeTree(folder: string, files: Record<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
