import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatNames } from "../../src/findings/formats/format-names.ts";
import { workflowCommands } from "../hostile/consumers.ts";
import { type CommandResult, collected, runCommand, startCommand } from "../run-command.ts";

// Every command, in every format, over a project with hostile text wherever a text can stand. The name of each place is part of its
// text, so that it can be seen which of them came out.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-hostile-"));
let server: Server;
let address = "";

/** OSC 52 and colours, C1, marks of direction, line ends of all kinds, and commands of the CIs that there are. */
const argument = (place: string) =>
  `::error::${place}\u001b]52;c;aGk=\u0007\u001b[31m\u009b2J\u0085\u202e\u2066\u061c\u200f\u2028\r::warning::r\n::error file=x::n\n \t::stop-commands::x\n##[set-output name=a]1 x ##[add-mask]b ##vso[task.setvariable]c`;
/** What no argument of a process can hold is in texts that nobody has to name. */
const poison = (place: string) => `${argument(place)}\ud800\0`;

const operation = (id: string, more: object = {}) => ({
  operationId: poison(id),
  summary: poison(`${id}-summary`),
  description: poison(`${id}-description`),
  tags: [poison("tag"), "plain"],
  parameters: [
    {
      name: poison("parameter"),
      in: "query",
      description: poison("parameter-description"),
      schema: { type: "string", enum: [poison("enum")] },
    },
  ],
  responses: {
    "200": { description: poison("response"), content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
  },
  ...more,
});

const document = (url: string) => ({
  openapi: "3.1.0",
  info: { title: poison("title"), version: poison("version") },
  servers: [{ url, description: poison("server") }],
  tags: [{ name: poison("tag"), description: poison("tag-description") }],
  paths: {
    [`/${poison("path").replace(/[{}?#]/g, "")}`]: { get: operation("get"), delete: operation("delete", { operationId: "remove" }) },
    "/fails": { get: operation("fails", { operationId: "fails", parameters: [] }) },
    "/answers": { get: operation("answers", { operationId: "answers", parameters: [], summary: poison("summary") }) },
  },
  components: {
    schemas: { Pet: { type: "object", properties: { [poison("property")]: { type: "string", pattern: poison("pattern(") } } } },
    securitySchemes: { [poison("scheme")]: { type: "apiKey", in: "header", name: "x-key" } },
  },
  security: [{ [poison("scheme")]: [] }, {}],
  [poison("root-key")]: 1,
});

const json = (value: unknown) => JSON.stringify(value);
const fakes = `def fake_tool_call(tool, input, callback_context):
    import sys
    print(${json(argument("fake-print"))})
    print(":", end="", flush=True); print(":error::split", flush=True)
    raise ValueError(${json(argument("fake-error"))})
`;
const texts = (url: string) => ({
  "good/toolsetc.yaml": json({
    environments: { [argument("environment")]: "one.json", two: "two.json" },
    targets: [
      { target: "typescript", out: "generated" },
      { target: "openai", out: "generated/openai" },
    ],
  }),
  "good/one.json": json({ toolsets: { [argument("display")]: { openApiToolset: { url } } } }),
  "good/two.json": json({ toolsets: { [poison("entry")]: { openApiToolset: { url: poison("url") } } } }),
  "good/shop.json": json({
    displayName: argument("display"),
    description: poison("definition-description"),
    openApiToolset: { openApiSchema: json(document(url)) },
    toolFakeConfig: { codeBlock: { pythonCode: fakes } },
  }),
  "good/device.json": json({
    displayName: argument("device"),
    clientFunctionToolset: { functions: [{ name: poison("function"), description: poison("function-description") }] },
  }),
  [`good/${argument("file").replaceAll("/", "")}.yaml`]: json({
    displayName: argument("in-file"),
    mcpToolset: { serverAddress: `${url}/none/mcp` },
  }),
  "good/remote.json": json({ displayName: argument("remote"), mcpToolset: { serverAddress: `${url}/mcp` } }),
  // Nothing of it is as it should be.
  "bad/toolsetc.yaml": json({
    [poison("key")]: poison("value"),
    naming: poison("naming"),
    overrides: { [poison("override")]: { include: [poison("include")] } },
    rules: { [poison("rule")]: "off" },
    targets: [{ target: poison("target"), out: poison("out") }],
  }),
  "bad/a.json": json({
    displayName: argument("display"),
    [poison("field")]: 1,
    openApiToolset: { openApiSchema: poison("missing.yaml"), apiAuthentication: { [poison("auth")]: {} } },
  }),
  "bad/b.json": json({
    displayName: argument("display"),
    openApiToolset: {
      openApiSchema: json({
        ...document("{v}"),
        paths: {
          "/{a}": {
            [poison("method")]: {},
            get: { ...operation("bad"), parameters: [{ in: poison("in"), name: poison("name") }, { $ref: poison("ref") }] },
          },
        },
      }),
    },
  }),
  "bad/c.yaml": `displayName: "${"a"}\nx: [\n${argument("syntax")}`,
  "bad/d.json": json({
    displayName: "::error::d",
    openApiToolset: { url: "$env_var", openApiSchema: json({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} }) },
  }),
  "plain.json": json(document(url)),
});

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      if (request.url === "/mcp" && request.method === "POST") {
        const { id, method } = JSON.parse(body);
        if (id === undefined) return void response.writeHead(202).end();
        const result =
          method === "initialize"
            ? {
                protocolVersion: "2025-06-18",
                capabilities: { tools: {} },
                serverInfo: { name: poison("server-name"), version: "1" },
                instructions: poison("instructions"),
              }
            : {
                tools: [
                  {
                    name: poison("remote-tool"),
                    title: poison("remote-title"),
                    description: poison("remote-description"),
                    inputSchema: { type: "object" },
                  },
                ],
              };
        const answer = method === "server/discover" ? { error: { code: -32601, message: poison("no-method") } } : { result };
        return void response.end(json({ jsonrpc: "2.0", id, ...answer }));
      }
      if (request.url?.includes("none")) return void response.writeHead(500).end(poison("server-error"));
      if (request.url === "/openapi.json") return void response.end(json(document(address)));
      if (request.url === "/fails") return void response.writeHead(400, { "content-type": "text/plain" }).end(poison("service-error"));
      if (request.url === "/answers") return void response.end(json({ [poison("answer-key")]: poison("answer") }));
      response.writeHead(404, poison("reason").replace(/[^ -~]/g, "")).end(poison("not-found"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port.
  for (const [path, text] of Object.entries(texts(address))) put(path, text);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const formats = (args: readonly string[]) => [args, [...args, "--format", "json"]];
const tool = (name: string) => `${argument("display")}.${name}`;

const lines: readonly (readonly string[])[] = [
  ...["good", "bad", "bad/c.yaml", "bad/d.json", `good/${argument("file").replaceAll("/", "")}.yaml`].flatMap((path) =>
    formats(["validate", path]),
  ),
  ...formats(["validate", "good", "--profile", "ces"]),
  ...formats(["validate", "good", "--target", "openai"]),
  ...formats(["validate", "--openapi", "plain.json", "--include", argument("selector")]),
  ...formats(["compile", "good"]),
  ...formats(["compile", "good"]),
  ...formats(["compile", "good", "--check"]),
  ...formats(["compile", "bad"]),
  ...formats(["compile", "--openapi", "plain.json", "--out", argument("out-folder").replaceAll("/", "")]),
  ...formats(["compile", "--openapi", "plain.json", "--out", "good"]),
  ...formats(["list", "good"]),
  ...formats(["list", "bad"]),
  ...formats(["list", "--openapi", "plain.json"]),
  ...formats(["list", "good", "--tag", argument("no-tag")]),
  ...formats(["list", "good", "--search", "get"]),
  ...formats(["export", "bad"]),
  ...formats(["export", "good", "--create-request", "--parent", "projects/p/locations/l/apps/a"]),
  ...formats(["export", "good", "--create-request", "--parent", argument("parent")]),
  ...formats(["import", "bad", "--env", argument("env")]),
  ...formats(["import", "good"]),
  ...formats(["pull", argument("remote"), "--project", "good", "--check"]),
  ...formats(["pull", argument("remote"), "--project", "good"]),
  ...formats(["pull", argument("in-file"), "--project", "good"]),
  ...formats(["pull", argument("unknown"), "--project", "good"]),
  ...formats(["pull", "<address>/openapi.json", "--project", "."]),
  ...formats(["pull", "<address>/none", "--project", "."]),
  ...formats(["pull", argument("remote"), "--project", "good", "--stdio", argument("command")]),
  ...formats(["call", tool("fails"), "--project", "good", "--env", "good/one.json"]),
  ...formats(["call", tool("fails"), "--project", "good", "--env", argument("environment")]),
  ...formats(["call", tool("answers"), "--project", "good", "--env", argument("environment")]),
  ...formats(["call", tool("answers"), "--project", "good", "--env", argument("environment"), "--fake"]),
  ...formats(["call", tool("answers"), "--project", "good", "--env", argument("environment"), "--dry-run"]),
  ...formats(["call", tool("remove"), "--project", "good", "--env", argument("environment"), "--args", json({ [poison("argument")]: 1 })]),
  ...formats(["call", tool(argument("no-tool")), "--project", "good"]),
  ...formats(["call", argument("no-toolset"), "--project", "good", "--args", argument("json")]),
  ...formats(["call", "a.b", "--openapi", "plain.json", "--var", argument("var"), "--args", "{}"]),
  ["serve", "good", "--toolset", argument("no-toolset")],
  ["serve", "good", "--tag", argument("no-tag")],
  ["serve", "good", "--env", argument("env")],
  ["serve", "good", "--http", argument("port")],
  ["serve", "bad"],
  ["serve", "good", "--env", argument("environment")],
  ...formats(["explain", argument("code")]),
  ...formats(["rules", "bad"]),
  ...formats(["rules", "good"]),
  ["schema", argument("schema")],
  ["validate", "good", "--report", argument("report")],
  ["validate", "good", "--baseline", argument("baseline").replaceAll("/", "")],
  [argument("command")],
  ["validate", `--${argument("option")}`],
  ["validate", "good", "--format", argument("format")],
  ["validate", "good", "--set", argument("set")],
  ["validate", "good", "--env", `${argument("env")}.json`],
  ["validate", argument("path")],
  ["validate", "--openapi", argument("path"), argument("excess")],
];

const said: string[] = [];

// Each command finds what those before it left.
describe("of hostile documents, no output that a terminal or a CI would obey is printed", { shuffle: false }, () => {
  test.each(
    lines.map(
      (args) =>
        [
          args
            .map((arg) => arg.replace(/^(.{0,40}).*$/s, "$1"))
            .join(" ")
            .replace(/[^ -~]+/g, "?"),
          args,
        ] as const,
    ),
  )("by %s", async (_name, args) => {
    if (args.includes("--check") && args[0] === "compile") put("good/generated/toolsets/edited.ts", "x");
    const { status, stdout, stderr } = await run(args.map((arg) => arg.replace("<address>", address)));
    expect(status).not.toBe(70);
    for (const text of [stdout, stderr]) expect(offences(text)).toEqual([]);
    if (args.at(-1) === "json" && stdout !== "") said.push(json(JSON.parse(stdout)));
    said.push(stdout, stderr);
  });

  test("by `validate` in color", async () => {
    const { stdout } = await run(["validate", "bad"], { FORCE_COLOR: "1", NO_COLOR: "" });
    expect(stdout).toContain("\u001b[31merror[");
    expect(offences(stdout.replace(/\u001b\[(?:0|31|33|34|36)m/g, ""))).toEqual([]);
  });

  test.each(formatNames)("by a report in the format %s", async (format) => {
    const { status, stdout, stderr } = await run([
      "validate",
      "bad",
      "--format",
      format,
      "--quiet",
      "--report",
      `${format}=${argument("report").replaceAll("/", "")}`,
    ]);
    expect(status).not.toBe(70);
    const known = workflowCommands(stdout).map(({ name }) => name);
    // The notice is the last line, which counts the findings that GitHub would not show.
    if (format === "github") expect(new Set(known)).toEqual(new Set(["error", "notice"]));
    else expect(offences(stdout)).toEqual([]);
    expect(offences(stderr)).toEqual([]);
  });

  test("though the hostile texts are in the output", () => {
    const places = [...new Set(said.join("").match(/(?<=error::)[a-z-]+/g))].sort();
    expect(places).toEqual(
      expect.arrayContaining([
        "answer",
        "answer-key",
        "device",
        "display",
        "fake-error",
        "fake-print",
        "get",
        "path",
        "remote-tool",
        "service-error",
        "tag",
      ]),
    );
  });
});

/** What must not stand there: controls but for line feeds, marks of direction, and lines that a CI takes for commands. */
function offences(text: string): string[] {
  return [
    ...(text.match(/[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g) ?? []).map(
      (found) => `U+${found.charCodeAt(0).toString(16)}`,
    ),
    ...(text.match(/^\s*::.*/gm) ?? []),
    ...(text.match(/##(?:\[|vso\[)/g) ?? []),
  ];
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function run(args: readonly string[], env: { readonly [name: string]: string } = {}): Promise<CommandResult> {
  return args[0] === "serve" ? serve(args, env) : runCommand(args, { cwd: folder, env });
}

/** Its input ends after it has listed its tools. */
async function serve(args: readonly string[], env: { readonly [name: string]: string }): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), collected()];
  const { ended } = startCommand(args, { cwd: folder, env }, { stdin, stdout, stderr: stderr.stream });
  let said = "";
  stdout.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
    // Once all is answered.
    if (said.split("\n").length > 2) stdin.end();
  });
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: initialize },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  stdin.write(messages.map((message) => `${json(message)}\n`).join(""));
  return { status: await ended, stdout: said, stderr: stderr.text() };
}
