import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// What people type when they mean something else: it is said what is wrong, nothing is written, and it is no bug.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-mistakes-"));
const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /it: { get: { operationId: get_it, tags: [items], responses: { "200": { description: It. } } } }
`;

const mistaken = mkdtempSync(join(tmpdir(), "toolsetc-mistaken-"));
const docs = "<!DOCTYPE html>\n<redoc spec-url='/openapi.json'></redoc>\n";
const client = "displayName: own\nclientFunctionToolset: { functions: [{ name: show, description: Show it. }] }\n";

beforeAll(() => {
  const wrong = {
    "shop.openapi.yaml": document,
    "page.yaml": "<!doctype html>",
    "docs.html": docs,
    "image.png": "\u0000",
    "project/shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "project/shop.openapi.yaml": document,
    "locked/locked.yaml": "displayName: locked\nopenApiToolset: { openApiSchema: locked.openapi.yaml }\n",
    "locked/locked.openapi.yaml": `${document}security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }\n`,
    "tabs/a.yaml": "displayName: a\nopenApiToolset:\n\topenApiSchema: x.yaml\n",
    "no-document/a.yaml": "displayName: a\nopenApiToolset:\n  openApiSchema: x.yaml\n",
    "server/a.yaml": "displayName: a\nmcpToolset:\n  serverAddress: http://127.0.0.1:1/mcp\n",
    "mine/notes.md": "mine",
    "empty/notes.md": "mine",
    "unknown-target/a.yaml": client,
    "unknown-target/toolsetc.yaml": "targets: [{ target: typscript, out: x }]\n",
    "unindented/a.yaml": "displayName: a\nopenApiToolset:\nopenApiSchema: x.yaml\n",
    "two-configurations/a.yaml": client,
    "two-configurations/toolsetc.yaml": "naming: operation\n",
    "two-configurations/toolsetc.yml": "naming: operation\n",
    "json-configuration/a.yaml": client,
    "json-configuration/toolsetc.json": "{}",
    "top-level-include/a.yaml": client,
    "top-level-include/toolsetc.yaml": "include: [show]\n",
    "tag-without-prefix/a.yaml": "displayName: a\nopenApiToolset: { openApiSchema: a.openapi.yaml }\n",
    "tag-without-prefix/a.openapi.yaml": document,
    "tag-without-prefix/toolsetc.yaml": "overrides: { a: { include: [items] } }\n",
    "template/a.yaml": "displayName: a\nopenApiToolset:\n  url: ${SHOP_URL}\n  openApiSchema: x.yaml\n",
    "template-in-braces/a.yaml": "displayName: a\nopenApiToolset: { url: ${SHOP_URL}/v1, openApiSchema: x.yaml }\n",
    "postman.json": '{"info":{"name":"x","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[]}',
    "events.yaml": "asyncapi: 3.0.0\ninfo: { title: x, version: 1.0.0 }\nchannels: {}\n",
    "shop.graphql": "# The shop.\ntype Query {\n  orders: [Order]\n}\n",
    "shop.proto": '// The shop.\nsyntax = "proto3";\nmessage Order { string id = 1; }\n',
    "url/a.yaml": "displayName: a\nopenApiToolset: { openApiSchema: 'https://shop.example/openapi.yaml' }\n",
    "document-alone/orders.yaml": document,
    "missing-environment/a.yaml": client,
    "missing-environment/toolsetc.yaml": "environments: { dev: dev.json }\n",
    "conflict/a.yaml": `displayName: a\n${"<".repeat(7)} HEAD\n${client}${"=".repeat(7)}\n${">".repeat(7)} main\n`,
    "utf16/a.yaml": Buffer.from(`\ufeff${client}`, "utf16le"),
    "comment-in-json/a.json": '// mine\n{ "displayName": "a", "clientFunctionToolset": { "functions": [] } }',
    "body/body.yaml": "displayName: body\nopenApiToolset: { openApiSchema: body.openapi.yaml }\n",
    "body/body.openapi.yaml": `${document}  /add: { post: { operationId: add, requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, responses: { "200": { description: It. } } } }\n`,
    "two-servers/one.yaml": "displayName: one\nmcpToolset: { serverAddress: https://one.example/mcp }\n",
    "two-servers/two.yaml": "displayName: two\nmcpToolset: { serverAddress: https://two.example/mcp }\n",
    "unknown-key/a.yaml": client,
    "unknown-key/toolsetc.yaml": "target: typescript\n",
  };
  for (const [path, text] of Object.entries(wrong)) {
    mkdirSync(join(mistaken, dirname(path)), { recursive: true });
    writeFileSync(join(mistaken, path), text);
  }
  mkdirSync(join(folder, "project"));
  const files = {
    "shop.openapi.yaml": document,
    "prod.json": "{}",
    "project/shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "project/shop.openapi.yaml": document,
    "project/refused.yaml": "displayName: refused\nopenApiToolset: {}\n",
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
});

afterAll(() => {
  for (const each of [folder, mistaken]) rmSync(each, { recursive: true });
});

const call = ["call", "shop.get_it", "--project", "project"];

test.each([
  [["validate", "projct"], 'There is no file or folder "projct". Did you mean "project"?'],
  [["validate", "project/shp.yaml"], 'There is no file or folder "project/shp.yaml". Did you mean "project/shop.yaml"?'],
  [["validate", "prod.json/x"], 'There is no file or folder "prod.json/x": "prod.json" is not a folder.'],
  [["serve", "prod.json/x"], '"prod.json" is not a folder.'],
  [["compile", `a${"b".repeat(300)}`], "cannot be opened as a file or folder (ENAMETOOLONG)"],
  [["compile", "--openapi", "shop.openapi.yml"], 'There is no file "shop.openapi.yml". Did you mean "shop.openapi.yaml"?'],
  [["compile", "--openapi", "shop.openapi.yaml", "project"], 'Omit the path "project" or --openapi.'],
  [[...call, "--openapi", "shop.openapi.yaml"], 'Omit the path "project" or --openapi.'],
  [["list", "project", "--tag", "item"], 'There is no tag "item". Did you mean "items"?'],
  [["list", "project", "--tag", "zebra"], 'There is no tag "zebra". Available: "items".'],
  [["export", "--to", "project", "project"], '--to takes the path of the environment file to write, but "project" is a folder.'],
  [["export", "--to", "x.json", "project"], '"x.json" is outside the project'],
  [["export", "--env", "prd.json", "project"], 'There is no file "prd.json". Did you mean "prod.json"?'],
  [["import", "--env", "./project", "project"], '--env: "./project" is a folder.'],
  [["import", "--env", "prod.json", "project"], '"prod.json" is outside the project'],
  [
    ["pull", "https://me:hunter2@h:99999/mcp", "--project", "project"],
    'pull takes a URL such as https://api.example.com, not "https://***@h',
  ],
  [["pull", "ftp://me:hunt/er2@h", "--project", "project"], 'not "ftp://***@h".'],
  [[...call, "--base-url", "me:hunt@er2@shop.example"], 'not "***@shop.example".'],
  [
    ["pull", "oci://registry.example.com/shop:1", "--project", "project"],
    "pull does not read OCI registries. Fetch the document with `oras pull`",
  ],
  [["init", "oci://registry.example.com/shop:1"], "init does not read OCI registries. Fetch the document with `oras pull`"],
  [["pull", "https://", "--project", "project"], 'pull takes a URL such as https://api.example.com, not "https://".'],
  [["pull", "shop", "--base-url", "shop", "--project", "project"], '--base-url takes a URL such as https://api.example.com, not "shop"'],
  [[...call, "--base-url", "shop.example"], '--base-url takes a URL such as https://api.example.com, not "shop.example"'],
  [[...call, "--args", "prod.json"], "To read the file, write @prod.json."],
  [[...call, "--args", "@project"], 'the file "project" cannot be read (EISDIR)'],
  [[...call, "--env", "prod"], 'There is no environment or environment file "prod".'],
  [[...call, "--var", "user"], "--var does not refer to an environment variable."],
  [["serve", "project", "--env", "prod"], 'There is no environment or environment file "prod".'],
  [["serve", "project", "--set", "x=1"], 'There is no resource "x".'],
  [["serve", "project", "--host", "0.0.0.0"], "--host requires --http."],
  [["serve", "project", "--base-url", "shop"], "--base-url takes a URL"],
  [["explain", "zebra"], "A finding has its code in brackets"],
  [["schema", "tolset"], 'There is no schema "tolset". Did you mean "toolset"?'],
])("a mistake on the command line is answered with what to write: %j", async (args, message) => {
  const before = readdirSync(folder, { recursive: true });
  const { status, stdout, stderr } = await run(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/bug in toolsetc|hunt|er2/);
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

// Whatever fails says what to do next: the nearest name, the allowed values, a command or a change of a file.
test.each([
  [["compil"], "Did you mean compile?"],
  [["lint"], "toolsetc validate does this"],
  [["generate"], "toolsetc compile does this"],
  [["compile", "--opnapi", "x"], "Did you mean --openapi?"],
  [["compile", "--openapi"], "`toolsetc compile --help` lists its flags."],
  [["compile", "project", "project"], "`toolsetc compile --help` lists its flags."],
  [["help", "nope"], "unknown command 'nope'"],
  [["help", "lint"], "toolsetc validate does this"],
  [["mock"], "toolsetc call does this"],
  [["diff", "HEAD"], 'There is no file or folder "HEAD". Commands that compare take a Git revision with --against.'],
  [["breaking", "origin/main", "--format", "json"], "take a Git revision with --against."],
  [["call", "shop.get_it", "7", "--project", "project"], "Give the arguments of the tool by name, such as id=7"],
  [["call", "shop", "get_it"], 'If it is a tool of "shop", write shop.get_it.'],
  [["show", "shop", "get_it"], 'If it is a tool of "shop", write shop.get_it.'],
  [["call", "project", "shop.get_it"], '"project" is a path. The tool comes first: shop.get_it project.'],
  [["show", "project", "shop.get_it"], '"project" is a path. The tool comes first: shop.get_it project.'],
  [["validate", "conflict"], "this is an unresolved merge conflict"],
  [["validate", "utf16/a.yaml"], "it is encoded in UTF-16"],
  [["validate", "comment-in-json"], "JSON has no comments"],
  [["call", "body.add", "body", "--args", '{"body":{"name":"x"}}'], 'Its members, such as "name", are allowed in its place.'],
  [["login", "nope", "two-servers"], 'There is no toolset "nope" with a login. Available: "one", "two".'],
  [["explain", "404"], "A finding has its code in brackets"],
  [["compile", "project", "-o", "shop.openapi.yaml"], "Choose a separate folder for the output"],
  [["validate", "project", "--toolset", "nope"], 'There is no toolset or tool "nope". Available: "shop".'],
  [["compile", "project", "--watch", "--check"], "Omit one of the two flags."],
  [["init", "shop.openapi.yaml", "--name", "My Shop"], "--name takes a name of letters"],
  [["validate", "unindented"], 'the field "openApiToolset" is empty. Indent the fields that belong under it.'],
  [["validate", "unindented"], 'The field "openApiSchema" is unknown here: it belongs under "openApiToolset".'],
  [["validate", "two-configurations", "--max-warnings", "0"], 'The file "toolsetc.yml" is ignored: the configuration is "toolsetc.yaml".'],
  [["validate", "json-configuration", "--max-warnings", "0"], 'The file "toolsetc.json" is not read as the configuration.'],
  [["validate", "top-level-include"], 'it belongs under "overrides.<name>". Move or indent it.'],
  [["validate", "tag-without-prefix"], 'Did you mean "tag:items"?'],
  [["validate", "template"], "For a value that differs by environment, write `$env_var`"],
  [["validate", "template-in-braces"], "Write `$env_var` for a value that differs by environment"],
  [["init", "postman.json"], "is a Postman collection, not an OpenAPI document. Export it as OpenAPI, or convert it"],
  [["init", "events.yaml"], "is an AsyncAPI document, not an OpenAPI document."],
  [["init", "shop.graphql"], "is a GraphQL schema, not an OpenAPI document."],
  [["init", "shop.proto"], "`protoc-gen-openapi` of google/gnostic"],
  [["compile", "shop.proto"], "it is a Protocol Buffers file. Generate an OpenAPI document from it"],
  [["compile", "postman.json"], "It is a Postman collection. Export it as OpenAPI"],
  [["list", "-i", "postman.json"], "This is a Postman collection, not an OpenAPI document."],
  [
    ["validate", "url"],
    "is a URL, and a definition refers to a file. `toolsetc init https://shop.example/openapi.yaml` saves the document",
  ],
  [["validate", "document-alone"], '"orders.yaml" is an OpenAPI document: `toolsetc init orders.yaml` creates a definition for it.'],
  [["validate", "missing-environment"], 'There is no file "dev.json".'],
  [["validate", "missing-environment", "--env", "zebra"], 'Available: "dev".'],
  [["call", "own.show", "unknown-target", "--args", "@nope.json"], 'There is no file "nope.json".'],
  [["rules", "unknown-fild"], 'Did you mean "unknown-field"?'],
  [["show", "own.show", "project", "--project", "unknown-key"], "The path of the project is given twice."],
  [["compile", "project", "--format", "xml"], "Allowed choices are text, json"],
  [["compile", "project", "--include", "tag:items"], "In a project, set `include` and `exclude` under `overrides` in toolsetc.yaml"],
  [["compile", "-i", "project"], "Name an OpenAPI document in this folder."],
  [["compile", "-i", "https://shop.example/openapi.json"], "is a URL, but this command reads only files. Use `toolsetc init <url>` first"],
  [["compile", "zebra"], "Paths are relative to /"],
  [["compile", "project", "--env", "prod"], "Environments are named in toolsetc.yaml"],
  [["compile", "project", "--toolset", "shp"], 'Did you mean "shop"?'],
  [["compile", "-i", "shop.openapi.yaml", "--include", "tag:item"], 'Did you mean "tag:items"?'],
  [["compile", "-i", "shop.openapi.yaml", "--include", "zebra"], "`toolsetc list` shows all operations"],
  [["compile", "-i", "shop.openapi.yaml", "--out", "mine"], "Choose a separate folder for the output"],
  [["compile", "-i", "page.yaml"], "A page of Swagger UI or Redoc links to its document"],
  [["compile", "docs.html"], 'it is an HTML page that shows the document "/openapi.json"'],
  [["init", "page.yaml"], "A page of Swagger UI or Redoc links to its document."],
  [["init", "docs.html"], 'is an HTML page for the document "/openapi.json". Give the URL of the document'],
  [["compile", "-i", "image.png"], "Save the file in that encoding"],
  [["compile", "unknown-target"], 'Did you mean "typescript"?'],
  [["compile", "unknown-key"], 'Did you mean "targets"?'],
  [["validate", "empty"], "`toolsetc init` starts a project."],
  [["list", "empty"], "`toolsetc init` starts a project."],
  [["serve", "empty"], "`toolsetc init` starts a project."],
  [["validate", "tabs"], "YAML allows only spaces"],
  [["validate", "no-document"], 'There is no file "x.yaml".\n'],
  [["validate", "project", "--max-warnings", "x"], "It must be a whole number"],
  [["validate", "project", "--report", "sarif"], "such as sarif=toolsets.sarif"],
  [["validate", "project", "--baseline", "known.json"], "Name a file in the folder."],
  [["pull", "ADDRESS"], "Use the URL of the document itself"],
  [["pull", "shp", "--project", "project"], 'There is no toolset or tool "shp". Did you mean "shop"?'],
  [["pull", "shop", "--project", "project"], "toolsetc.yaml has no URL for the document under `sources`"],
  [["pull", "api.example.com/openapi.json", "--project", "project"], "write the whole URL: https://api.example.com/openapi.json"],
  [["pull", "npx some-server", "--project", "project"], "give its command with --stdio"],
  [["pull", "ADDRESS/docs/"], "is an HTML page for the document http://127.0.0.1:"],
  [["init", "ADDRESS/docs/", "--yes"], "Use the URL of the document instead."],
  [["pull", "ADDRESS/mcp"], "Check that the address or the command belongs to an MCP server"],
  [["pull", "http://127.0.0.1:1/openapi.json"], "Check the URL and your network."],
  [["pull", "--project", "server"], "Check the address or the command"],
  [["pull", "--stdio", "no-such-program-here"], "a command must be in PATH"],
  [["pull", "a", "--project", "server", "--var", "X=env:NOT_SET"], "Set the environment variable, or omit --var"],
  [["call"], "`toolsetc call --help` lists its flags."],
  [["call", "shop.get_it", "{}", "--project", "project"], "Give the arguments of the tool by name, such as id=7, or all with --args"],
  [["call", "shop.get_it", "id=7", "--args", "{}"], "Give the arguments of the tool by name or with --args, not both."],
  [["call", "locked.get_it", "--project", "locked"], "this flag names an environment variable with the value: --auth key=env:NAME"],
  [["call", "locked.get_it", "--project", "locked", "--auth", "key=env:NOT_SET"], "Set the environment variable, or name another one."],
  [["call", "locked.get_it", "--project", "locked", "--auth", "key=sesame"], "takes <name>=env:<NAME>"],
  [[...call.slice(0, 1), "shop.get_itt", ...call.slice(2)], 'Did you mean "get_it"?'],
  [[...call.slice(0, 1), "get_itt", ...call.slice(2)], 'Did you mean "shop.get_it"?'],
  [["show", "shop.zebra", "--project", "project"], 'Available tools: "get_it".'],
  [["breaking", "project"], "Write the lock with `toolsetc lock`"],
  [["breaking", "project", "--against", "main"], "Compare with a folder or with the lock instead."],
  [["explain", "unknown-overide"], 'Did you mean "unknown-override"?'],
  [["serve", "project", "--http", "x"], "Give a number such as 8080."],
  [["completion", "tcsh"], "Allowed choices are bash"],
  [["completion"], "Name the shell: bash, zsh, fish, powershell."],
  [["fmt", "image.png"], "Name files that end in .yaml, .yml or .json"],
  [["init", "empty"], "Name an OpenAPI document, an .mcp.json or the folder of an app."],
  [["init", "shop.openapi.yml"], 'Did you mean "shop.openapi.yaml"?'],
  [["show", "zebra", "project"], "Write a name as <toolset>.<tool>."],
  [["call", "shop.get_it", "project", "--args", "id=7"], "Give arguments by name without --args: id=7"],
  [["list", "-i", "shop.openapi.yaml", "--tag", "Items"], 'Did you mean "items"?'],
  [["serve", "project", "--http", "localhost"], "Give a number such as 8080."],
  [["explain", "error"], "A finding has its code in brackets, as in error[unknown-field]."],
  [["lock", "project", "--format", "yaml"], "Allowed choices are text, json."],
  [["fmt", "shop.openapi.yml"], 'Did you mean "shop.openapi.yaml"?'],
  [["breaking", "project", "--accept", "abc"], "the reason states why the change is intended"],
  [["score", "project", "--min", "80%"], "It must be a whole number"],
  [["export", "project", "--env", "prod"], 'There is no environment or environment file "prod".'],
  [["compile", "-i", "shop.openapi.yaml", "--target", "python"], "`toolsetc compile --help` lists its flags."],
])("a failed command says what to do next: %j", async (args, next) => {
  const server = createServer(({ url }, response) =>
    response.setHeader("content-type", "text/html").end(url === "/docs/" ? docs : "<!doctype html><p>Docs"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;
  try {
    const given = args.map((arg) => arg.replace("ADDRESS", address));
    const { status, stdout, stderr } = await runCommand(given, { cwd: mistaken, env: { PATH: process.env["PATH"] } });
    expect([1, 2, 3]).toContain(status);
    expect(stdout + stderr).toContain(next);
    expect(stdout + stderr).not.toMatch(/bug in toolsetc|sesame/);
  } finally {
    server.close();
  }
});

test("`pull` of one toolset prints nothing about others", async () => {
  const { status, stderr } = await run(["pull", "shop", "--project", "project"]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('Nothing can be pulled for the toolset "shop": toolsetc.yaml'),
  });
  expect(stderr).not.toContain("refused.yaml");
  expect((await run(["pull", "refused", "--project", "project"])).stderr).toContain("refused.yaml");
});

test("`list` prints in one line how many errors keep a toolset out, and the command that shows them", async () => {
  const { status, stdout, stderr } = await run(["list", "project"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^get_it /m);
  expect(stderr).toBe('Toolset "refused" is omitted: 1 error.\n`toolsetc validate project` shows these errors.\n');
});

test("`list` says that a search found nothing", async () => {
  const { status, stdout, stderr } = await run(["list", "project", "--search", "zebra"]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("0 of 1 tool") });
  expect(stderr).toContain("No tool has these words. `toolsetc list` without --search shows all.");
});

test("`list` says how many of all tools it prints", async () => {
  const { stdout } = await run(["list", "--openapi", "shop.openapi.yaml", "--search", "zebra"]);
  expect(stdout).toMatch(/^0 of 1 tool, 0 bytes of declarations/);
});

test("`list` omits columns without any value", async () => {
  writeFileSync(
    join(folder, "show.yaml"),
    "displayName: own\nclientFunctionToolset: { functions: [{ name: show, description: Show it. }] }\n",
  );
  expect((await run(["list", "show.yaml"])).stdout).toMatch(/^id +bytes( +title)?\nshow +\d+/);
  rmSync(join(folder, "show.yaml"));
});

test.each([
  [["project"], 1],
  [["."], 1],
  [["--openapi", "shop.openapi.yaml", "--include", "tag:zebra"], 2],
  [["--openapi", "shop.openapi.yaml", "--exclude", "*"], 1],
] as const)("`compile` without any tool to write leaves the output as it is: %j", async (args, status) => {
  const empty = mkdtempSync(join(tmpdir(), "toolsetc-nothing-"));
  cpSync(join(folder, "shop.openapi.yaml"), join(empty, "shop.openapi.yaml"));
  mkdirSync(join(empty, "project"));
  cpSync(join(folder, "shop.openapi.yaml"), join(empty, "project/shop.openapi.yaml"));
  const compileIn = (given: readonly string[]) => runCommand(["compile", ...given], { cwd: empty });
  await compileIn(args);
  expect(readdirSync(empty)).not.toContain("generated");
  expect((await compileIn(["--openapi", "shop.openapi.yaml"])).status).toBe(0);
  const before = readdirSync(empty, { recursive: true });
  const { status: exitCode, stdout } = await compileIn(args);
  expect({ exitCode, said: stdout.includes("Nothing was written.") }).toEqual({ exitCode: status, said: true });
  expect((await compileIn([...args, "--check"])).stdout).not.toContain("The output is out of date");
  expect(readdirSync(empty, { recursive: true })).toEqual(before);
  rmSync(empty, { recursive: true });
});

test("two toolsets of one name are reported once", async () => {
  for (const name of ["one", "two"]) {
    const definition = "displayName: same\nclientFunctionToolset: { functions: [{ name: show }] }\n";
    writeFileSync(join(folder, "project", `${name}.yaml`), definition);
  }
  expect((await run(["list", "project"])).stderr.match(/"same"/g)).toEqual(['"same"']);
  for (const name of ["one", "two"]) rmSync(join(folder, "project", `${name}.yaml`));
});

function run(args: readonly string[]) {
  return runCommand(args, { cwd: folder });
}

test("`explain` takes a code as a report prints it", async () => {
  const { status, stdout } = await run(["explain", "error[unknown-field]"]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("# unknown-field") });
});
