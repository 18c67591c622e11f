import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram, inSeveralProjects } from "../../src/cli/program.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";

const root = mkdtempSync(join(tmpdir(), "toolsetc-every-"));
afterAll(() => rmSync(root, { recursive: true }));

const packages = ["p1", "p2", "p3", "p4"];
const paths = packages.map((name) => `packages/${name}`);

beforeAll(async () => {
  mkdirSync(join(root, ".git"));
  put("base.toolsetc.yaml", "rules: { description-too-short: warning }\ntargets: [{ target: mcp, out: tools }]\n");
  for (const name of packages) {
    const shop = `shop_${name}`;
    put(
      `packages/${name}/toolsetc.yaml`,
      `extends: ../../base.toolsetc.yaml\noverrides: { ${shop}: { tools: { get_${name}: { title: "Configured in ${name}" } } } }\n`,
    );
    put(
      `packages/${name}/definitions/${shop}.yaml`,
      `displayName: ${shop}\nopenApiToolset: { openApiSchema: ./${shop}.openapi.yaml, url: $env_var }\n`,
    );
    put(`packages/${name}/definitions/${shop}.openapi.yaml`, `${document(name)}  /three: ${operation(`get_old_${name}`)}\n`);
    put(
      `packages/${name}/environment.json`,
      `${JSON.stringify({ toolsets: { [shop]: { openApiToolset: { url: `https://${name}.example` } } } }, undefined, 2)}\n`,
    );
    put(`packages/${name}/src/notes.md`, "Notes.\n");
  }
  expect(await run(["lock"])).toMatchObject({ status: 0 });
  // So each project has a breaking change.
  for (const name of packages) put(`packages/${name}/definitions/shop_${name}.openapi.yaml`, document(name));
});

function document(name: string): string {
  // Two projects have a tool with the id `get_same`.
  const id = name === "p1" || name === "p4" ? "get_same" : `get_of_${name}`;
  return `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /one: ${operation(`get_${name}`)}
  /two: ${operation(id)}
`;
}

function operation(operationId: string): string {
  return `{ get: { operationId: ${operationId}, summary: It., responses: { "200": { description: It. } } } }`;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const run = (args: readonly string[], folder = ".") => runCommand(args, { cwd: join(root, folder) });

interface Row {
  readonly args?: readonly string[];
  readonly status?: number;
  /** What stdout, stderr and the written page contain together; by default the path of each project. */
  readonly says?: readonly string[];
  /** What they do not contain. */
  readonly hides?: readonly string[];
  /** What the output contains in the folder of definitions of the project `p3`; by default the name of its toolset. It has no other. */
  readonly inFolder?: { readonly status?: number; readonly says?: readonly string[] };
  /** Why the command looks for no project. */
  readonly withoutProject?: string;
}

const definitions = packages.map((name) => `packages/${name}/definitions/shop_${name}.yaml`);
const rows: { readonly [command: string]: Row } = {
  init: {
    status: 2,
    says: ["4 projects", "packages/p1", "packages/p4"],
    inFolder: { status: 2, says: ["belongs to the project of ../toolsetc.yaml"] },
  },
  validate: { inFolder: { says: ["p3.openapi.yaml"] } },
  compile: { args: ["--check"], status: 1, inFolder: { status: 1, says: ["p3.openapi.yaml"] } },
  fmt: { args: ["--check"], says: [], inFolder: { says: [] } },
  list: { says: packages.map((name) => `Configured in ${name}`), inFolder: { says: ["Configured in p3"] } },
  show: {
    args: ["get_p3"],
    says: ["Configured in p3", "https://p3.example"],
    hides: ["p2", "p4"],
    inFolder: { says: ["Configured in p3"] },
  },
  score: { says: packages.map((name) => `shop_${name}`) },
  catalog: {
    args: ["--out", "page.html"],
    says: packages.map((name) => `Configured in ${name}`),
    inFolder: { says: ["Configured in p3"] },
  },
  explain: {
    says: ["description-too-short", "base.toolsetc.yaml"],
    inFolder: { says: ["description-too-short", "../../../base.toolsetc.yaml"] },
  },
  rules: {
    says: ["description-too-short", "base.toolsetc.yaml"],
    inFolder: { says: ["description-too-short", "../../../base.toolsetc.yaml"] },
  },
  call: { args: ["get_p3", "--dry-run"], says: ["https://p3.example/one"], inFolder: { says: ["https://p3.example/one"] } },
  serve: { says: ["Serving 8 tools"], inFolder: { says: ["Serving 2 tools"] } },
  ci: { status: 1, inFolder: { status: 1, says: ["get_old_p3"] } },
  lock: { args: ["--check"], status: 1, inFolder: { status: 1 } },
  breaking: { status: 1, inFolder: { status: 1, says: ["get_old_p3"] } },
  diff: { says: packages.map((name) => `get_old_${name}`), inFolder: { says: ["get_old_p3"] } },
  pull: { inFolder: { says: [] } },
  export: { args: ["--dry-run"], inFolder: { says: [] } },
  import: { args: ["--dry-run"], inFolder: { says: [] } },
  lsp: { withoutProject: "It opens the project of each file that the editor opens." },
  schema: { withoutProject: "It prints a schema." },
  inputs: { says: definitions },
  completion: { withoutProject: "It prints a script." },
  login: {
    args: ["shop_p3"],
    status: 2,
    says: ['None of the 4 projects has a toolset "shop_p3" with a login', ...paths],
    inFolder: { status: 2, says: ['There is no toolset "shop_p3" with a login'] },
  },
  logout: {
    args: ["shop_p3"],
    status: 2,
    says: ['None of the 4 projects has a toolset "shop_p3" with a login', ...paths],
    inFolder: { status: 2, says: ['There is no toolset "shop_p3" with a login'] },
  },
};

const commands = createProgram().commands.map((command) => ({
  name: command.name(),
  formats: command.options.find(({ long }) => long === "--format")?.argChoices ?? ["(none)"],
}));

test("every command is tested here", () => {
  expect(Object.keys(rows).sort()).toEqual(commands.map(({ name }) => name).sort());
});

test("the documentation of many projects has the same table of commands as the test", () => {
  const phrases = {
    "one report": "run on one after the other; a report in another format than `text` is one report of all",
    "in turn": "run on one after the other; in JSON, `projects` has the output of each",
    "by name": "work in the project that has the tool or toolset; if several have it, the error names them",
    together: "are about all: one page, one server, one list",
    refused: "names the projects: a project in this folder would take them in",
  };
  const page = readFileSync(join(import.meta.dirname, "../../docs/monorepos.md"), "utf8");
  const shown = new Map(
    [...page.matchAll(/^\| (`.*) \| (.*) \|$/gm)].flatMap(([, names = "", phrase]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, phrase] as const),
    ),
  );
  // `rules` is hidden.
  const expected = [...inSeveralProjects()].flatMap(([name, behavior]) =>
    name === "rules" || behavior === "no project" ? [] : [[name, phrases[behavior]] as const],
  );
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  const withoutProject = [...inSeveralProjects()].filter(([, behavior]) => behavior === "no project").map(([name]) => name);
  expect(Object.keys(rows).filter((name) => rows[name]?.withoutProject !== undefined)).toEqual(withoutProject);
});

const cases = commands.flatMap(({ name, formats }) => {
  const row = rows[name] ?? {};
  return row.withoutProject === undefined ? formats.map((format) => ({ name, format, row })) : [];
});

// By default each command with its first format, and each other format with the first command that has it.
const ofAll = cases.filter((each) => {
  const isFirst = (key: "name" | "format") => cases.find((other) => other[key] === each[key]) === each;
  return isLong || isFirst("name") || isFirst("format");
});

describe("in a folder of four projects", () => {
  test.each(ofAll)("$name --format $format answers for all of them", async ({ name, format, row }) => {
    const { status, output } = await outputOf(name, format, row.args);
    expect({ output, status }).toMatchObject({ status: row.status ?? 0 });
    for (const text of row.says ?? paths) expect(output).toContain(text);
    for (const text of row.hides ?? []) expect(output).not.toContain(text);
  });
});

// By default with one format of each command, since more formats are tried above.
const ofOneFolder = isLong ? cases : [...new Map(cases.map((each) => [each.name, each])).values()];

describe("in a folder of definitions of one project", () => {
  test.each(ofOneFolder)("$name --format $format answers for this folder", async ({ name, format, row }) => {
    const { status, output } = await outputOf(name, format, row.args, "packages/p3/definitions");
    expect({ output, status }).toMatchObject({ status: row.inFolder?.status ?? 0 });
    for (const text of row.inFolder?.says ?? ["shop_p3"]) expect(output).toContain(text);
    for (const text of ["shop_p2", "shop_p4"]) expect(output).not.toContain(text);
  });
});

async function outputOf(name: string, format: string, args: readonly string[] = [], folder = ".") {
  const flags = format === "(none)" ? [] : ["--format", format];
  const { status, stdout, stderr } = await run([name, ...args, ...flags], folder);
  // A usage error is on stderr alone.
  if ((format === "json" || format === "sarif") && !(status === 2 && stdout === "")) expect(() => JSON.parse(stdout)).not.toThrow();
  const page = name === "catalog" ? readFileSync(join(root, folder, "page.html"), "utf8") : "";
  // Markdown escapes what it could read as its own.
  return { status, output: `${stdout}${stderr}${page}`.replaceAll("&#95;", "_").replaceAll("&#46;", ".") };
}

describe("a name that tools of several projects have", () => {
  test.each([["show"], ["call"]])("makes `%s` list the projects, and ask for one as the path", async (command) => {
    const flags = command === "call" ? ["--dry-run"] : [];
    const { status, stderr } = await run([command, "get_same", ...flags]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('2 projects have a tool "get_same": "packages/p1", "packages/p4". Name one of them as the path'),
    });
    expect((await run([command, "get_same", "packages/p4", ...flags])).stdout).toContain("https://p4.example");
    expect((await run([command, "shop_p4.get_same", ...flags])).stdout).toContain("https://p4.example");
  });

  test("login and logout use the project of a toolset, and list the projects if several have it", async () => {
    for (const name of ["a", "b"]) put(`servers/${name}/toolsetc.yaml`, "definitions: .\n");
    put("servers/a/notes.yaml", "displayName: notes\nmcpToolset: { serverAddress: https://notes.invalid/mcp }\n");
    // Neither has anything to remove, or a person at a terminal: both are said only after the address was found.
    expect((await run(["logout", "notes", "servers"])).stderr).toContain("You have not logged in at notes.");
    expect((await run(["login", "notes", "servers"])).stderr).toContain("login needs a person at a terminal.");
    put("servers/b/notes.yaml", "displayName: notes\nmcpToolset: { serverAddress: https://other.invalid/mcp }\n");
    for (const command of ["login", "logout"])
      expect(await run([command, "notes", "servers"])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('2 projects have a toolset "notes": "servers/a", "servers/b".'),
      });
    rmSync(join(root, "servers"), { recursive: true });
  });

  test("a name that no project has is compared with the tools of all projects for a suggestion", async () => {
    expect((await run(["show", "shop_p2.get_p3"])).stderr).toContain('Toolset "shop_p2" has no tool "get_p3". Did you mean "get_p2"?');
    expect((await run(["call", "shop_p9.get_p9", "--dry-run"])).stderr).toContain('There is no toolset "shop_p9". Did you mean "shop_p');
  });

  test("the page of `catalog` has the tools of all projects, and tells equal names apart", async () => {
    put("twins/a/toolsetc.yaml", "definitions: .\n");
    put("twins/b/toolsetc.yaml", "definitions: .\n");
    for (const twin of ["a", "b"]) {
      put(`twins/${twin}/shop.yaml`, "displayName: shop\nopenApiToolset: { openApiSchema: ./shop.openapi.yaml }\n");
      put(`twins/${twin}/shop.openapi.yaml`, document("p1"));
    }
    expect(await run(["catalog", "twins"])).toMatchObject({ status: 0, stdout: expect.stringContaining("4 tools of 2 projects") });
    const page = readFileSync(join(root, "catalog.html"), "utf8");
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(expect.arrayContaining(["toolset-twins/a/shop", "tool-twins/b/shop_get_p1"]));
    expect(new Set(ids).size).toBe(ids.length);
    const { status, stderr } = await run(["serve", "twins"]);
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Both "twins/a" and "twins/b" have a toolset "shop".'),
    });
    rmSync(join(root, "twins"), { recursive: true });
  });
});

test("a flag for one project is refused in a folder of several, with a project to name", async () => {
  const stderr = async (...args: string[]) => (await run(args)).stderr;
  expect(await stderr("export", "--to", "new.json")).toContain('--to is about one project. Name a project, such as "packages/p1".');
  const server = createServer((_request, response) => void response.end(document("p1"))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`; // It listens on a port.
  expect(await stderr("pull", address)).toContain("4 projects, but a new definition belongs to one");
  expect(await stderr("init", address, "--yes")).toContain("This folder contains 4 projects");
  server.close();
  expect(await stderr("pull", "shop_p9")).toContain('None of the 4 projects has a toolset "shop_p9"');
  expect(await stderr("pull", "packages")).toContain("pass it as `--project packages`.");
  expect(await stderr("compile", "--watch", "--report", "json=x.json")).toContain("4 projects, but --watch");
});

test("a command in a folder of a project without definitions says where the definitions are", async () => {
  for (const command of ["list", "validate", "compile", "score", "ci", "lock"]) {
    const { status, stdout, stderr } = await run([command], "packages/p3/src");
    expect({ command, status }).not.toMatchObject({ status: 0 });
    expect(stdout + stderr).toContain('The project has definitions elsewhere: "definitions/shop_p3.yaml"');
  }
});
