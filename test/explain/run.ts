import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { vi } from "vitest";
import { runBreaking } from "../../src/cli/commands/breaking.ts";
import { runExport } from "../../src/cli/commands/export.ts";
import { runImport } from "../../src/cli/commands/import.ts";
import { runPull } from "../../src/cli/commands/pull.ts";
import { runValidate } from "../../src/cli/commands/validate.ts";
import type { Content, Files } from "./example.ts";

/** A finding as it was printed. */
export interface Given {
  readonly code: string;
  readonly severity: string;
  /** Without its help. */
  readonly text: string;
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;
const flags = {
  against: text,
  openapi: text,
  include: texts,
  toolset: texts,
  env: text,
  set: texts,
  target: texts,
  profile: text,
  baseline: text,
  extensions: flag,
  "create-request": flag,
  parent: text,
  "toolset-id": text,
};

/** Runs a command in a folder of its own with these files, and gives the findings that it prints. A process for each would take minutes. */
export async function run(command: string, files: Files): Promise<Given[]> {
  const [, name, ...args] = command.split(" ");
  const { values, positionals } = parseArgs({ args, options: flags, allowPositionals: true });
  const camelCase = (key: string) => key.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  const given = Object.fromEntries(Object.entries(values).map(([key, value]) => [camelCase(key), value]));
  // The flags of an example are those of its command.
  const options = { format: "text", ...given } as never;
  return printedIn(files, async () => {
    if (name === "validate") return runValidate(positionals[0] ?? ".", options);
    if (name === "breaking") return runBreaking(positionals[0] ?? ".", options);
    if (name === "export") return runExport(positionals[0] ?? ".", options);
    if (name === "import") return runImport(positionals[0] ?? ".", options);
    if (name === "pull") return runPull(positionals[0], { project: ".", ...(options as object) } as never);
    throw new Error(`No example runs ${JSON.stringify(command)} yet.`);
  });
}

async function printedIn(files: Files, action: () => Promise<number>): Promise<Given[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-explain-")));
  const before = process.cwd();
  const printed: string[] = [];
  const keep = (chunk: unknown) => printed.push(String(chunk)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(keep));
  vi.stubEnv("NO_COLOR", "1");
  try {
    // The search for a project ends here.
    mkdirSync(join(folder, ".git"));
    for (const [path, content] of Object.entries(files)) writeContent(join(folder, path), content);
    process.chdir(folder);
    await action();
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
  return findingsIn(printed.join(""));
}

function writeContent(path: string, content: Content): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "string") writeFileSync(path, content);
  else if ("latin1" in content) writeFileSync(path, content.latin1, "latin1");
  else {
    writeFileSync(path, "");
    truncateSync(path, content.size);
  }
}

function findingsIn(printed: string): Given[] {
  return printed.split(/^(?=(?:error|warning|note)\[)/m).flatMap((part) => {
    const [, severity = "", code = ""] = /^(\w+)\[([\w-]+)\]: /.exec(part) ?? [];
    return code === "" ? [] : [{ code, severity, text: part.slice(0, part.search(/^ {2}help: /m)).trimEnd() }];
  });
}
