import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { compareTool } from "../../src/contract/compare/compare-tool.ts";
import type { checkDocuments } from "../../src/document/openapi/check/check-documents.ts";
import type { lowerOpenApi } from "../../src/lower/openapi/lower-openapi.ts";
import { rules } from "../../src/rules/index.ts";
import { rule } from "../../src/rules/rule.ts";
import { mcpTarget } from "../../src/targets/mcp/mcp.ts";
import { runCommand } from "../run-command.ts";

// A bug is put into one stage at a time: it throws for the toolset `broken`, and for no other.

const bug = vi.hoisted(() => ({ stage: "none" }));
const fail = vi.hoisted(() => (stage: string, isMet: boolean) => {
  if (bug.stage === stage && isMet) throw new TypeError('Cannot read "s3cret-value" of undefined\nand more');
});

vi.mock("../../src/document/openapi/check/check-documents.ts", async (original) => {
  const actual = await original<{ checkDocuments: typeof checkDocuments }>();
  const faulty: typeof checkDocuments = (trees, find) => {
    const all = [...trees];
    fail(
      "check",
      all.some(({ source }) => source.path.includes("broken")),
    );
    return actual.checkDocuments(new Set(all), find);
  };
  return { ...actual, checkDocuments: faulty };
});

vi.mock("../../src/lower/openapi/lower-openapi.ts", async (original) => {
  const actual = await original<{ lowerOpenApi: typeof lowerOpenApi }>();
  const faulty: typeof lowerOpenApi = (resolved, ...rest) => {
    fail("lowering", resolved.definition.name === "broken");
    return actual.lowerOpenApi(resolved, ...rest);
  };
  return { ...actual, lowerOpenApi: faulty };
});

vi.mock("../../src/contract/compare/compare-tool.ts", async (original) => {
  const actual = await original<{ compareTool: typeof compareTool }>();
  const faulty: typeof compareTool = (was, is, comparison) => {
    fail("comparison", is.id === "list_broken");
    return actual.compareTool(was, is, comparison);
  };
  return { ...actual, compareTool: faulty };
});

const faultyRule = rule<Record<never, never>>({
  code: "missing-description",
  severity: "note",
  set: "recommended",
  summary: "nothing",
  price: 0,
  message: () => "",
  help: "",
  toolset({ name }) {
    fail("rule", name === "broken");
    return [];
  },
});

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-bug-"));
  mkdirSync(join(folder, ".git"));
  for (const name of ["sound", "broken"]) {
    write(`${name}.yaml`, `displayName: ${name}\nopenApiToolset: { openApiSchema: ${name}.openapi.yaml }\n`);
    write(`${name}.openapi.yaml`, documentOf(name));
  }
  write("toolsetc.yaml", "targets: [{ target: mcp, out: generated }]\nrules: { internal-error: off }\n");
  // The tables are read-only for the program, and the test adds to them what a bug would be.
  (rules as (typeof faultyRule)[]).push(faultyRule);
  const { steps } = mcpTarget;
  if (steps === undefined) throw new Error("The target mcp emits each toolset by itself.");
  const { emitToolset } = steps;
  vi.spyOn(steps, "emitToolset").mockImplementation((layout, ...rest) => {
    fail("target", layout.toolset.name === "broken");
    return emitToolset(layout, ...rest);
  });
});

afterEach(() => {
  bug.stage = "none";
  (rules as (typeof faultyRule)[]).pop();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(["check", "lowering", "rule", "target"])("a bug in a %s that one toolset meets", (stage) => {
  test("is a finding about the toolset, and `compile` writes the others and keeps its former files", async () => {
    expect(await run("compile")).toMatchObject({ status: 0 });
    const former = read("generated/broken.tools.json");
    write("sound.openapi.yaml", documentOf("sound").replace("Lists", "Finds"));
    write("broken.openapi.yaml", documentOf("broken").replace("Lists", "Finds"));
    bug.stage = stage;
    const { status, stdout } = await run("compile");
    expect(status).toBe(70);
    expect(stdout).toMatch(
      /error\[internal-error\]: The toolset "broken" is not compiled, because of a bug in toolsetc: TypeError: Cannot read/,
    );
    expect(stdout).toMatch(/, at \S+ \([\w.-]+:\d+:\d+\)/);
    expect(stdout).not.toContain("s3cret-value");
    expect(read("generated/sound.tools.json")).toContain("Finds");
    expect(read("generated/broken.tools.json")).toBe(former);
  });

  const commands = [["validate"], ["ci"], ["list"], ["lock"], ["breaking"], ["diff"], ["catalog", "-o", "c.html"], ["score"]];
  // Only what emits files meets a bug of a target. What shows only why tools do not compile runs no rules.
  const unmet = { target: ["list", "lock", "breaking", "diff", "catalog", "score"], rule: ["lock", "breaking", "diff"] };
  const meeting = commands.filter(([name = ""]) => !(unmet as { [stage: string]: string[] })[stage]?.includes(name));
  test.each(meeting.map((args) => [args.join(" "), args] as const))("ends %s with exit code 70", async (_name, args) => {
    expect(await run("lock")).toMatchObject({ status: 0 });
    const locked = read("toolsetc.lock/broken.json");
    bug.stage = stage;
    const { status, stdout, stderr } = await run(...args);
    expect([status, stderr.includes("This is a bug in toolsetc, not in your project. Please report this output")]).toEqual([70, false]);
    if (args[0] === "list") expect(stdout).toContain("list_sound");
    expect(read("toolsetc.lock/broken.json")).toBe(locked);
  });
});

describe("a bug in the comparison of one toolset", () => {
  test.each([["breaking"], ["diff"], ["ci"]])("leaves the changes of others in `%s`, which exits with 70", async (command) => {
    expect(await run("compile")).toMatchObject({ status: 0 });
    expect(await run("lock")).toMatchObject({ status: 0 });
    for (const name of ["sound", "broken"]) write(`${name}.openapi.yaml`, documentOf(name).replace("Lists", "Finds"));
    await run("compile");
    bug.stage = "comparison";
    const { status, stdout, stderr } = await run(command);
    const printed = stdout + stderr;
    expect(printed).toMatch(
      /error\[internal-error\]: The toolset "broken" is not compared, because of a bug in toolsetc: TypeError: Cannot read/,
    );
    expect(printed).toMatch(/list_sound.*description|description.*list_sound/i);
    expect(printed).not.toContain("s3cret-value");
    expect(status).toBe(70);
  });
});

test("a bug in the compiler cannot be hidden by a comment or a baseline", async () => {
  write("broken.yaml", `# toolsetc-ignore-file internal-error: it is known\n${read("broken.yaml")}`);
  bug.stage = "rule";
  expect((await run("validate", "--baseline", "known.json", "--update-baseline")).status).toBe(70);
  expect((await run("validate", "--baseline", "known.json")).status).toBe(70);
});

async function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function read(path: string): string {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function documentOf(name: string): string {
  return `openapi: 3.1.0
info: { title: ${name}, version: "1" }
servers: [{ url: https://${name}.example.com }]
paths: { /items: { get: { operationId: list_${name}, summary: Lists the items., responses: { "200": { description: All. } } } } }
`;
}
