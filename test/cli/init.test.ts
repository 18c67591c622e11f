import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { filesIn } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

const shop = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /orders: { get: { operationId: listOrders, tags: [orders], responses: { "200": { description: The orders. } } } }
  /users: { get: { operationId: listUsers, tags: [users], responses: { "200": { description: The users. } } } }
`;
const server: Server = createServer((_request, response) => response.end(shop));
let address = "";
let folder: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}/openapi.yaml`;
});
afterAll(() => void server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-init-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runCommand(args, { cwd: folder });

function put(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const read = (path: string) => readFileSync(join(folder, path), "utf8");

/** Runs it, then the command that it ends with, and then itself again, which changes nothing. */
async function initialize(...args: string[]) {
  const first = await run("init", ...args);
  expect({ status: first.status, stderr: first.stderr }).toEqual({ status: 0, stderr: "" });
  const [, next = ""] = /^Next: npx toolsetc (.+)$/m.exec(first.stdout) ?? [];
  const followed = await run(...next.split(" "));
  expect({ next, status: followed.status, stderr: followed.stderr }).toEqual({ next, status: 0, stderr: "" });
  expect((await run("fmt", "--check")).stdout).toBe("All files are formatted.\n");
  const before = filesIn(folder);
  const again = await run("init", ...args);
  expect(again.status).toBe(0);
  expect(again.stdout).toContain("Nothing to change");
  expect(filesIn(folder)).toEqual(before);
  return { ...first, next };
}

test("`init` with an OpenAPI file writes a definition that refers to it", async () => {
  put("api/shop.openapi.yaml", shop);
  const { stdout, next } = await initialize("api/shop.openapi.yaml");
  expect(next).toBe("compile");
  expect(stdout).toContain("new: toolsetc.yaml\n  new: toolsets/shop.yaml\n");
  expect(read("toolsets/shop.yaml")).toBe("displayName: shop\nopenApiToolset:\n  openApiSchema: ../api/shop.openapi.yaml\n");
  expect(existsSync(join(folder, "generated/toolsets/shop/index.ts"))).toBe(true);
});

test("`init` with the URL of a document saves the document, and `pull` updates it from there", async () => {
  await initialize(address, "--yes");
  expect(read("toolsetc.yaml")).toContain(address);
  expect(read("snapshots/shop.openapi.yaml")).toBe(shop);
  expect((await run("pull", "--check")).stdout).toContain("is current");
});

test("`init` without a source takes the document in the folder, with the selected operations", async () => {
  put("openapi.yaml", shop);
  put("sub/app.json", "{}");
  const { stdout } = await initialize("--include", "tag:orders");
  expect(stdout).toContain("Found: the OpenAPI document openapi.yaml.");
  expect(read("toolsetc.yaml")).toBe(`# The configuration of toolsetc. Every key has a default: \`toolsetc schema config\` prints them.
targets:
  - target: typescript
    out: generated
overrides:
  shop:
    include:
      - tag:orders
`);
  expect((await run("list")).stdout).not.toContain("listUsers");
});

test("`init` with a command starts the program, since the user named it", async () => {
  const program = join(import.meta.dirname, "../runtime/stdio-server.mjs");
  const log = join(folder, "starts.log");
  writeFileSync(log, "");
  const command = `${process.execPath} ${program} plain ${log}`;
  await initialize("--stdio", command);
  expect(Object.keys(filesIn(join(folder, "snapshots")))).toEqual(["the_shop.tools.json"]);
  expect(readFileSync(log, "utf8").split("\n")).toHaveLength(2);
});

test("`init` with an .mcp.json starts no program without --start, and writes no secret", async () => {
  const program = join(import.meta.dirname, "../runtime/stdio-server.mjs");
  const log = join(folder, "starts.log");
  writeFileSync(log, "");
  const entry = { command: process.execPath, args: [program, "plain", log], env: { SHOP_TOKEN: "sesame-open", REGION: "${REGION:-eu}" } };
  put(".mcp.json", JSON.stringify({ mcpServers: { "the-shop": entry, old: { type: "sse", url: "https://x.example/sse" } } }));
  const { status, stdout } = await run("init", "--yes");
  expect(status).toBe(0);
  expect(readFileSync(log, "utf8")).toBe("");
  const written = Object.entries(filesIn(folder)).filter(([path]) => path !== ".mcp.json");
  expect(JSON.stringify(written)).not.toContain("sesame");
  expect(stdout).toContain("note: the-shop: the value of env.SHOP_TOKEN stays in .mcp.json.");
  expect(stdout).toContain("note: old is omitted: it uses the older SSE");
  const [, next = ""] = /^Next: npx toolsetc (.+?) && npx toolsetc compile$/m.exec(stdout) ?? [];
  expect(next).toBe("pull --var SHOP_TOKEN=env:SHOP_TOKEN --var REGION=env:REGION");
  const env = { ...process.env, SHOP_TOKEN: "sesame-open", REGION: "eu" };
  expect(await runCommand(next.split(" "), { cwd: folder, env })).toMatchObject({ status: 0, stderr: "" });
  expect((await run("compile")).status).toBe(0);
  expect((await run("init", "--yes")).stdout).toContain("Nothing to change");
});

test("`init` with an .mcp.json and --start lists the tools of the programs", async () => {
  const program = join(import.meta.dirname, "../runtime/stdio-server.mjs");
  const entry = { command: process.execPath, args: [program, "plain", join(folder, "starts.log")], env: { SHOP_TOKEN: "${TOKEN}" } };
  put("starts.log", "");
  put(".mcp.json", JSON.stringify({ mcpServers: { shop: entry, broken: { command: "no-such-program-here" } } }));
  const { stdout } = await runCommand(["init", ".mcp.json", "--start"], { cwd: folder, env: { ...process.env, TOKEN: "sesame-open" } });
  expect(stdout).toContain("new: snapshots/shop.tools.json");
  expect(stdout).toMatch(/note: broken did not list its tools\. .+/);
  expect(stdout).toContain("Next: npx toolsetc pull && npx toolsetc compile");
});

test("`init` with an exported app writes a configuration and no definitions", async () => {
  put("app/app.json", '{\n  "displayName": "App",\n  "rootAgent": "main"\n}\n');
  put("app/agents/main/main.json", '{\n  "displayName": "main",\n  "instruction": "Help.",\n  "toolsets": []\n}\n');
  await run("fmt", "app");
  const { next } = await initialize("app");
  expect(next).toBe("validate");
  expect(existsSync(join(folder, "toolsets"))).toBe(false);
});

test("`init` merges into existing files in their own format, and never replaces them", async () => {
  put("shop.openapi.yaml", shop);
  put("package.json", '{\n    "name": "mine",\n    "devDependencies": { "toolsetc": "1" }\n}\n');
  put("package-lock.json", "{}");
  put(".vscode/settings.json", '{\n  // mine\n  "editor.tabSize": 2,\n}\n');
  put(".gitattributes", "*.png binary");
  put("node_modules/toolsetc/package.json", "{}");
  put("generated/mine.txt", "mine");
  put(".git/HEAD", "ref: refs/heads/main\n");
  await initialize("shop.openapi.yaml");
  expect(read("package.json")).toBe(
    '{\n    "name": "mine",\n    "devDependencies": { "toolsetc": "1" },\n    "scripts": {\n        "toolsets": "toolsetc compile"\n    }\n}\n',
  );
  expect(read(".vscode/settings.json")).toMatch(
    /^\{\n {2}\/\/ mine\n {2}"editor.tabSize": 2,\n {2}"yaml.schemas": \{\n.*toolset.schema.json/s,
  );
  expect(read(".gitattributes")).toMatch(/^\*\.png binary\ngenerated\/toolsetc\/\*\* linguist-generated text eol=lf\n/);
  expect(read(".github/workflows/toolsets.yml")).toContain("- run: npm ci\n      - run: npx toolsetc ci --against");
  expect(read("generated/mine.txt")).toBe("mine");
});

test("`init` in a folder of a GitLab repository writes the job at the root, for the whole repository", async () => {
  put(".git/config", '[remote "origin"]\n  url = git@gitlab.com:a/b.git\n');
  put("services/shop/shop.openapi.yaml", shop);
  const inner = join(folder, "services/shop");
  const { status, stdout } = await runCommand(["init", "shop.openapi.yaml"], { cwd: inner });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("new: ../../.gitlab-ci.yml") });
  expect(read(".gitlab-ci.yml")).toMatch(/script:\n {4}- npx --yes toolsetc@\S+ ci --against .*codequality: toolsets\.codequality\.json/s);
  expect((await runCommand(["init", "shop.openapi.yaml"], { cwd: inner })).stdout).toContain("Nothing to change");
});

const hostileFolders = ["$(touch ran)", "`touch ran`", "a'; touch ran; '", 'a"; touch ran; "', "a: b #c", "-x", "${{ 1 }}", "a\\b"];

test.each(hostileFolders)(
  "`init` in a folder called %j with a lockfile writes a GitLab job that runs there, and nothing else",
  async (name) => {
    const { script } = (await initIn(name, "gitlab", ".gitlab-ci.yml")).toolsets;
    const [enter, ...others] = script;
    const { stdout } = spawnSync("bash", ["-c", `${enter} && pwd`], { env: { CI_PROJECT_DIR: folder }, encoding: "utf8" });
    expect(stdout).toBe(`${realpathSync(join(folder, name))}\n`);
    expect(existsSync(join(folder, "ran"))).toBe(false);
    for (const command of others) expect(command).not.toContain(name);
  },
);

test.each(hostileFolders)(
  "`init` in a folder called %j with a lockfile writes a GitHub job without that name in a command",
  async (name) => {
    const { steps } = (await initIn(name, "github", ".github/workflows/toolsets.yml")).jobs.toolsets;
    // GitHub replaces an expression by its value. The only expression that is written has the value `${{`.
    const commands = steps.filter(({ run: command }: { run?: string }) => command !== undefined);
    expect(commands).toHaveLength(2);
    for (const { run: command, "working-directory": inner } of commands) {
      expect(inner.split("${{ '${{' }}").join("\0")).toBe(name.replace("${{", "\0"));
      expect(command).not.toContain(name);
    }
  },
);

/** The data of the CI file that `init` writes in a folder of a repository. */
async function initIn(name: string, service: string, path: string) {
  put(".git/config", `[remote "origin"]\n  url = git@${service}.com:a/b.git\n`);
  put(`${name}/shop.openapi.yaml`, shop);
  put(`${name}/package.json`, '{ "devDependencies": { "toolsetc": "1" } }');
  put(`${name}/package-lock.json`, "{}");
  const { status, stderr } = await runCommand(["init", "shop.openapi.yaml"], { cwd: join(folder, name) });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return parse(read(path));
}

test("`init` with a document of hundreds of operations names its tags, and --include selects some", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`/a${index}`, { get: { tags: [index < 120 ? "many" : "few"], responses: {} } }]),
  );
  put("big.json", JSON.stringify({ openapi: "3.0.3", info: { title: "Big", version: "1" }, paths }));
  const { stdout } = await run("init", "big.json");
  expect(stdout).toContain(
    'big has 150 operations, more than a model can choose from. Its tags: many (120), few (30). To keep only the operations of one tag, run this command again with --include "tag:many".',
  );
  expect((await run("init", "big.json", "--include", "tag:few")).stdout).toContain("changed: toolsetc.yaml");
  expect((await run("compile")).stdout).toMatch(/big +openapi +150 +30 +120/);
});

test.each([
  [[], "This folder has no OpenAPI document, no .mcp.json and no exported app. Name a source"],
  [["none.yaml"], 'There is no file or folder "none.yaml".'],
  [["."], '"." is not an exported app'],
  [["notes.txt"], '"notes.txt" is neither an OpenAPI document'],
  [["http://127.0.0.1:1/openapi.json"], "cannot be reached"],
  [["shop.openapi.yaml", "--stdio", "x"], "not both"],
  [["shop.openapi.yaml", "--name", "a b"], "--name takes a name of letters"],
  [["shop.openapi.yaml", "--include", "orders"], 'The selector "orders" matches no operation of shop. Did you mean "tag:orders"?'],
  [["shop.openapi.yaml", "--exclude", "listOrder"], 'Did you mean "listOrders"?'],
])("`init` with %j is refused, and writes nothing", async (args, message) => {
  put("notes.txt", "mine");
  if (args.length > 0) put("shop.openapi.yaml", shop);
  const before = filesIn(folder);
  const { status, stderr } = await run("init", ...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  expect(filesIn(folder)).toEqual(before);
});

test("`init` takes a document without operations, and says so", async () => {
  put("hooks.yaml", 'openapi: 3.1.0\ninfo: { title: Hooks, version: "1" }\nwebhooks: { paid: { post: { responses: {} } } }\n');
  expect(await run("init", "hooks.yaml")).toMatchObject({ status: 0, stdout: expect.stringContaining("hooks has no operations") });
});

test("`init` refuses a document outside of the folder, since a project reads nothing outside its root", async () => {
  put("shop.openapi.yaml", shop);
  put("sub/notes.txt", "mine");
  const { status, stderr } = await runCommand(["init", "../shop.openapi.yaml"], { cwd: join(folder, "sub") });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('"../shop.openapi.yaml" is outside the working directory'),
  });
});

test("`init` does not replace a definition of the same name", async () => {
  put("shop.openapi.yaml", shop);
  put("toolsets/shop.yaml", "displayName: shop\nclientFunctionToolset: { functions: [] }\n");
  expect(await run("init", "shop.openapi.yaml")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Choose another name with --name"),
  });
  expect((await run("init", "shop.openapi.yaml", "--name", "store")).stdout).toContain("new: toolsets/store.yaml");
});
