import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { program } from "../cli/serving.ts";
import { gitlabErrors, sarifErrors, workflowCommands } from "../hostile/consumers.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";
import { runShell } from "./repository.ts";

// Packages, two of them with a broken document, from `init` to a green pull request: with git and a shell.

const root = mkdtempSync(join(tmpdir(), "toolsetc-packages-"));
afterAll(() => rmSync(root, { recursive: true }));

const packages = ["ably", "lago", "qdrant", "zoom", ...(isLong ? ["jira", "notion", "plaid", "stripe"] : [])];
/** The packages with a broken document, and the line to correct. */
const broken = new Map([
  ["lago", { wrong: '"#/components/schemas/Idd"', right: '"#/components/schemas/Id"' }],
  ["qdrant", { wrong: "  items:\n    get:", right: "  /items:\n    get:" }],
]);
const workflow = ".github/workflows/toolsets.yml";

/** The commands that a person runs, and the lines that they change by hand. */
const work = { commands: [] as string[], linesByHand: 0 };

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const read = (path: string) => readFileSync(join(root, path), "utf8");

function document(name: string): string {
  const text = `openapi: 3.0.3
info: { title: ${name}, version: "1" }
servers: [{ url: https://${name}.example }]
paths:
  /items:
    get:
      operationId: list_items
      summary: Lists the open items of ${name}.
      parameters:
        - { name: limit, in: query, description: How many items to return., schema: { type: integer, maximum: 10 } }
      responses:
        "200":
          description: The items.
          content: { application/json: { schema: { $ref: "#/components/schemas/Items" } } }
  /items/{id}:
    get:
      operationId: get_item
      summary: Gets one item of ${name} by its id.
      parameters: [{ name: id, in: path, required: true, description: The id of the item., schema: { $ref: "#/components/schemas/Id" } }]
      responses: { "204": { description: The item. } }
components:
  schemas:
    Id: { type: string }
    Items: { type: object, properties: { items: { type: array, items: { type: string } } } }
`;
  const { wrong = "", right = "" } = broken.get(name) ?? {};
  return text.replace(right, wrong);
}

const shell = (script: string, folder = ".") => runShell(script, { folder: join(root, folder), temp: root });

/** Runs a command as a person does. */
async function toolsetc(args: string, folder = ".") {
  work.commands.push(`toolsetc ${args}`);
  return runCommand(args.split(" "), { cwd: join(root, folder) });
}

/** Runs the last step of the workflow, as the job of a pull request against `main` does, with reports for the other services. */
async function runJob() {
  const { run } = parse(read(workflow)).jobs.toolsets.steps.at(-1);
  const script = run.replace("npx toolsetc", "npx --no -- toolsetc").replace("origin/$GITHUB_BASE_REF", "main");
  return shell(`GITHUB_STEP_SUMMARY=summary.md; ${script} --report gitlab=gitlab.json --report sarif=toolsets.sarif`);
}

beforeAll(async () => {
  put("package.json", '{ "name": "shop", "private": true, "workspaces": ["packages/*"], "devDependencies": { "toolsetc": "*" } }\n');
  put(".gitignore", "node_modules\nnpx\n.npm\n*.sarif\ngitlab.json\nsummary.md\n");
  for (const name of packages) {
    put(`packages/${name}/package.json`, `{ "name": "@shop/${name}", "version": "1.0.0", "type": "module" }\n`);
    put(`packages/${name}/openapi.yaml`, document(name));
  }
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  symlinkSync(program, join(root, "node_modules/.bin/toolsetc"));
  expect(await shell("git init -q -b main; git add -A; git commit -qm first; git switch -qc tools")).toMatchObject({ status: 0 });
});

test(`${packages.length} packages, two of them broken, pass after ${packages.length + 3} commands and two changed lines`, async () => {
  for (const [index, name] of packages.entries()) {
    const { status, stdout } = await toolsetc("init --yes", `packages/${name}`);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toContain(index === 0 ? `new: ../../${workflow}` : "checks this project too: it runs `toolsetc ci` on all projects");
  }
  const failed = await toolsetc("compile");
  expect(failed.stdout).toMatch(
    /^\d projects: [1-9]\d* errors?, \d+ warnings?; with findings or errors: packages\/lago, packages\/qdrant$/m,
  );

  expect(await shell("git add -A; git commit -qm tools")).toMatchObject({ status: 0 });
  expect(validateWorkflow(read(workflow)).errors).toEqual([]);
  const red = await runJob();
  expect(red.status).toBe(1);
  for (const [name] of broken) expect(read("summary.md")).toContain(`packages/${name}/openapi`);
  const places = ["packages/lago/openapi.yaml:19", "packages/qdrant/openapi.yaml:5"];
  const errors = workflowCommands(red.stdout).filter(({ name }) => name === "error");
  expect(errors.map(({ properties: { file, line } }) => `${file}:${line}`)).toEqual(expect.arrayContaining(places));
  const gitlab: GitLabFinding[] = JSON.parse(read("gitlab.json"));
  expect(gitlab.map(({ location: { path, lines } }) => `${path}:${lines.begin}`)).toEqual(expect.arrayContaining(places));
  expect(gitlabErrors(read("gitlab.json"))).toEqual([]);
  const sarif = JSON.parse(read("toolsets.sarif")).runs[0].results.map(placeInSarif);
  expect(sarif).toEqual(expect.arrayContaining(places));
  expect(sarifErrors(read("toolsets.sarif"))).toEqual([]);
  const named = [
    ...errors.map(({ properties }) => properties["file"] ?? ""),
    ...gitlab.map(({ location }) => location.path),
    ...sarif.map(fileOf),
  ];
  for (const file of named) expect({ file, isThere: existsSync(join(root, file)) }).toEqual({ file, isThere: true });

  for (const [name, { wrong, right }] of broken) {
    put(`packages/${name}/openapi.yaml`, read(`packages/${name}/openapi.yaml`).replace(wrong, right));
    work.linesByHand += 1;
  }
  expect(await toolsetc("compile")).toMatchObject({ status: 0 });
  expect(await toolsetc("lock")).toMatchObject({ status: 0 });
  expect(await shell("git add -A; git commit -qm green")).toMatchObject({ status: 0 });
  const green = await runJob();
  expect(green).toMatchObject({ status: 0 });
  expect(workflowCommands(green.stdout).filter(({ name }) => name === "error")).toEqual([]);
  expect((await shell("git status --short")).stdout).toBe("");
  expect(work).toEqual({
    commands: [...packages.map(() => "toolsetc init --yes"), "toolsetc compile", "toolsetc compile", "toolsetc lock"],
    linesByHand: 2,
  });
  const added = (await shell("git diff --name-only main")).stdout.trim().split("\n");
  const authored = added.filter((path) => !path.includes("/generated/"));
  expect(authored.filter((path) => !path.startsWith("packages/"))).toEqual([workflow]);
  // `init` adds a script to `package.json`.
  const own = [".gitattributes", "package.json", "toolsetc.lock/ably.json", "toolsetc.yaml", "toolsets/ably.yaml"];
  expect(authored.filter((path) => path.startsWith("packages/ably/"))).toEqual(own.map((path) => `packages/ably/${path}`));
});

interface GitLabFinding {
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

interface SarifResult {
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: { readonly startLine: number } };
  }[];
}

function placeInSarif({ locations: [place] }: SarifResult): string {
  return `${place?.physicalLocation.artifactLocation.uri}:${place?.physicalLocation.region.startLine}`;
}

function fileOf(place: string): string {
  return place.replace(/:\d+$/, "");
}
