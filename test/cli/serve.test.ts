import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { type RunningServer, startMcpServer } from "../runtime/mcp-server.ts";
import { connectHttp, connectModern, connectStdio, onStdio, overHttp, program, serveOverHttp } from "./serving.ts";
import { connectHere, type ServedHere, serveHere } from "./serving-here.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-serve-"));
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
let service: Loopback;

beforeAll(async () => {
  service = await startLoopback();
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"sky":"blue"}');
  put("weather.yaml", "displayName: weather\nopenApiToolset:\n  openApiSchema: weather.openapi.yaml\n");
  put(
    "weather.openapi.yaml",
    `openapi: 3.0.3
info: { title: Weather, version: "1" }
servers: [{ url: /v1 }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: x-key } } }
paths:
  /forecast/{place}:
    get:
      operationId: get_forecast
      tags: [forecast]
      summary: The forecast.
      parameters: [{ name: place, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: It., content: { application/json: { schema: { type: object, properties: { sky: { type: string } } } } } } }
  /alerts:
    delete: { operationId: clear_alerts, tags: [alerts], summary: Clears alerts., responses: { "204": { description: Done. } } }
`,
  );
  const parameters = "{ type: OBJECT, properties: { place: { type: STRING } } }";
  const shown = `    - { name: show_map, description: Shows a map., parameters: ${parameters} }\n`;
  put("device.yaml", `displayName: device\nclientFunctionToolset:\n  functions:\n${shown}`);
  put("toolsetc.yaml", "targets:\n  - { target: typescript, out: generated }\n");
  expect(await runCommand(["compile"], { cwd: folder })).toMatchObject({ status: 0, stderr: "" });
  const manifest = readFileSync(join(folder, "generated/toolsets/weather/toolset.json"), "utf8");
  put("later/toolset.json", manifest.replace(/"formatVersion": "[^"]*"/, '"formatVersion": "3.0"'));
  put("twice/.written.json", "{}");
  put("twice/toolsets/a/toolset.json", manifest);
  put("twice/toolsets/b/toolset.json", manifest);
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const run = (...args: string[]) => runCommand(["serve", ...args], { cwd: folder, env: { PATH: "/bin" } });

describe("`serve` on stdio", () => {
  test.each([
    ["a project", ["."]],
    ["a compiled folder", ["generated"]],
    ["one manifest", ["generated/toolsets/weather/toolset.json"]],
    ["a bare document", ["--openapi", "weather.openapi.yaml"]],
  ])("offers the tools of %s", async (_what, args) => {
    const flags = ["--base-url", service.address, "--auth", "key=env:WEATHER_KEY", "--toolset", "weather"];
    const { client, faults } = await connectHere([...args, ...flags], { cwd: folder, env: { WEATHER_KEY: "s3cret" } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.destructiveHint])).toEqual([
      ["weather_clear_alerts", true],
      ["weather_get_forecast", false],
    ]);
    service.arrivals.length = 0;
    const answer = await client.callTool({ name: "weather_get_forecast", arguments: { place: "Oslo" } });
    expect(answer).toMatchObject({ structuredContent: { sky: "blue" } });
    expect(service.arrivals.map(({ url, headers }) => [url, headers["x-key"]])).toEqual([["/forecast/Oslo", "s3cret"]]);
    expect(faults).toEqual([]);
    await client.close();
  });

  test("answers a client of MCP 2026-07-28", async () => {
    const client = await connectModern(onStdio(["generated", "--tag", "alerts"], folder));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["weather_clear_alerts"]);
    expect(client.getServerVersion()).toMatchObject({ name: "toolsetc" });
    await client.close();
  });

  test("offers the tools of an app that the target `ces` wrote", async () => {
    put("app/.written.json", "{}");
    put("app/app.json", '{ "displayName": "app" }');
    for (const file of ["weather.yaml", "weather.openapi.yaml"]) put(`app/${file}`, readFileSync(join(folder, file), "utf8"));
    const { client } = await connectHere(["app"], { cwd: folder });
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
    rmSync(join(folder, "app"), { recursive: true });
  });

  test("offers only tools with the tag of --tag", async () => {
    const { client } = await connectHere(["generated", "--toolset", "weather", "--tag", "alerts"], { cwd: folder });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["weather_clear_alerts"]);
    await client.close();
  });

  test("refuses with --approval elicit calls that need approval if the client has no elicitation", async () => {
    const flags = ["generated", "--toolset", "weather", "--base-url", service.address, "--auth", "key=env:WEATHER_KEY"];
    const clear = { name: "weather_clear_alerts", arguments: {} };
    service.arrivals.length = 0;
    for (const [approval, expected] of [
      ["elicit", []],
      ["client", ["DELETE"]],
    ] as const) {
      const { client } = await connectHere([...flags, "--approval", approval], { cwd: folder, env: { WEATHER_KEY: "s3cret" } });
      const answer = await client.callTool(clear);
      if (approval === "elicit")
        expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("elicitation") }] });
      expect(service.arrivals.map(({ method }) => method)).toEqual(expected);
      await client.close();
    }
  });

  test("offers with --discover tools that find, describe and call the others", async () => {
    const { client, said } = await connectStdio(["generated", "--base-url", service.address, "--toolset", "weather", "--discover"], {
      cwd: folder,
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_tools", "describe_tool", "call_tool", "call_tool_with_approval"]);
    expect(tools.map(({ annotations }) => annotations?.destructiveHint)).toEqual([false, false, false, true]);
    expect(said()).toContain("Serving 2 tools by search on stdio");
    expect(await client.callTool({ name: "search_tools", arguments: { query: "will it rain, is there a forecast" } })).toEqual({
      content: [{ type: "text", text: '{"tools":["weather_get_forecast(place): The forecast"]}' }],
    });
    const described = await client.callTool({ name: "describe_tool", arguments: { name: "weather_get_forecast" } });
    expect(described).toMatchObject({ content: [{ text: expect.stringContaining('"required":["place"]') }] });
    const call = { name: "weather_get_forecast", arguments: { place: "Oslo" } };
    // Without a credential: the error is that of the called tool.
    expect(await client.callTool({ name: "call_tool", arguments: call })).toMatchObject({ isError: true });
    expect(said()).toContain('Tool "weather_get_forecast" is not available. ');
    await client.close();
    const flags = ["--base-url", service.address, "--auth", "key=env:WEATHER_KEY", "--discover"];
    const { client: second, faults } = await connectHere([".", "--toolset", "weather", ...flags], {
      cwd: folder,
      env: { WEATHER_KEY: "s3cret" },
    });
    service.arrivals.length = 0;
    expect(await second.callTool({ name: "call_tool", arguments: call })).toEqual({ content: [{ type: "text", text: '{"sky":"blue"}' }] });
    expect(service.arrivals.map(({ url, headers }) => [url, headers["x-key"]])).toEqual([["/forecast/Oslo", "s3cret"]]);
    expect(faults).toEqual([]);
    await second.close();
  });

  test("names the client functions that it omits", async () => {
    const { client, faults, said } = await connectHere(["."], { cwd: folder });
    expect((await client.listTools()).tools).toHaveLength(2);
    expect(faults).toEqual([]);
    expect(said()).toContain(
      'Client functions are not served, because only the program that declares them can execute them: "device_show_map".',
    );
    expect(said()).toMatch(/^Serving \d+ tools? on stdio$/m);
    await client.close();
  });

  test("sends nothing for a call without its credential, which stderr names and the model is not told", async () => {
    const { client, said } = await connectStdio(["generated", "--base-url", service.address, "--toolset", "weather"], { cwd: folder });
    service.arrivals.length = 0;
    const answer = await client.callTool({ name: "weather_get_forecast", arguments: { place: "Oslo" } });
    expect(answer).toMatchObject({ isError: true, _meta: { "toolsetc/sent": false } });
    expect(answer.content).toEqual([{ type: "text", text: "The tool is not available." }]);
    expect(said()).toContain('Tool "weather_get_forecast" is not available. ');
    expect(said()).toContain("auth.key");
    expect(service.arrivals).toEqual([]);
    await client.close();
  });

  test("ends when its input ends", async () => {
    expect(await run("generated")).toMatchObject({ status: 0, stdout: "" });
  });

  test.each((["SIGINT", "SIGTERM"] as const).slice(isLong ? 0 : 1))("ends after the signal %s", async (signal) => {
    const child = spawn(process.execPath, [program, "serve", "generated"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
    const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize })}\n`);
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("an MCP server behind `serve` that quotes its credentials", () => {
  const token = "t0p-s3cret/token+x";
  let remote: RunningServer;

  beforeAll(async () => {
    remote = await startMcpServer();
    remote.tools = [{ name: "quote", inputSchema: { type: "object" } }];
    put("remote/toolsetc.yaml", "naming: toolset_operation\n");
    put("remote/snapshots/remote.tools.json", JSON.stringify({ formatVersion: "1.0", tools: remote.tools }));
    put(
      "remote/remote.yaml",
      `displayName: remote
mcpToolset:
  serverAddress: ${remote.address}
  apiAuthentication: { bearerTokenConfig: { token: $context.variables.token } }
  customHeaders: { x-own: $context.variables.token }
`,
    );
  });

  afterAll(() => remote.close());

  const said = `bad token Bearer ${token}, ${Buffer.from(`Bearer ${token}`).toString("base64")}`;
  const rpc = (id: unknown) => ({ jsonrpc: "2.0", id, error: { code: -32001, message: said, data: { said } } });

  test.each<[string, (response: ServerResponse, id: unknown) => void]>([
    [
      "as the result of a tool that failed",
      (response, id) => sendJson(response, 200, { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: said }], isError: true } }),
    ],
    ["as an error of the protocol", (response, id) => sendJson(response, 200, rpc(id))],
    ["with status 401", (response, id) => sendJson(response, 401, rpc(id))],
    ["with status 500 and text", (response) => response.writeHead(500).end(said)],
  ])("gives the client no secret: %s", async (_how, answer) => {
    remote.before = (_request, response, body) => {
      const { id, method } = body === "" ? {} : JSON.parse(body);
      if (method !== "tools/call") return false;
      answer(response, id);
      return true;
    };
    remote.arrivals.length = 0;
    const started = await connectHere(["remote", "--var", "token=env:TOKEN"], { cwd: folder, env: { TOKEN: token } });
    const result = await started.client.callTool({ name: "remote_quote", arguments: {} });
    await started.client.close();
    expect(remote.arrivals.find(({ rpc }) => rpc === "tools/call")?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      "x-own": token,
    });
    expect(result["isError"]).toBe(true);
    const told = JSON.stringify(result) + started.said();
    for (const secret of [token, encodeURIComponent(token), Buffer.from(token).toString("base64").slice(0, 12)])
      expect(told).not.toContain(secret);
    expect(told).not.toContain(Buffer.from(`Bearer ${token}`).toString("base64").slice(12, 28));
  });
});

describe("`serve` refuses to start", () => {
  test.each([
    [["generated", "--toolset", "wether"], 'There is no toolset "wether". Did you mean "weather"?'],
    [["generated", "--tag", "forcast"], 'There is no tag "forcast". Did you mean "forecast"?'],
    [["generated", "--http", "many"], '--http takes a port, not "many".'],
    [
      ["generated", "--http", "0", "--allow-origin", "localhost"],
      '--allow-origin takes an origin such as http://localhost:6274, not "localhost".',
    ],
    [["generated", "--http", "0", "--allow-origin", "http://localhost:6274/mcp"], "such as http://localhost:6274"],
    [["generated", "--allow-origin", "http://localhost:6274"], "--allow-origin requires --http."],
    [["generated", "--env", "prod"], 'There is no environment "prod".'],
    [["later"], "this version of toolsetc reads formats 1 and 2"],
    [["twice"], 'Two tools have the name "weather_clear_alerts".'],
    [["nowhere"], 'There is no file or folder "nowhere".'],
    [["generated", "--auth", "key=s3cret"], "The value itself must not be given on the command line."],
    [
      ["generated", "--toolset", "weather", "--auth", "kee=env:PATH"],
      '--auth "kee": no tool uses a credential of this name. Did you mean "key"?',
    ],
    [["generated", "--toolset", "weather", "--secret", "key=env:PATH"], '--secret "key": no tool refers to a secret of this name.'],
    [["generated", "--base-url", "https://one.example"], "--base-url is the URL of one service"],
  ])("with the mistake %j on the command line", async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("s3cret");
  });

  test("for a document that does not compile, with the findings on stderr", async () => {
    put("broken.openapi.yaml", "openapi: 3.0.3\ninfo: 7\n");
    const { status, stdout, stderr } = await run("--openapi", "broken.openapi.yaml");
    expect(stdout).toBe("");
    expect(status).not.toBe(0);
    expect(stderr).toContain("broken.openapi.yaml");
  });
});

describe("`serve` over HTTP", () => {
  let served: ServedHere | undefined;

  afterEach(async () => {
    await served?.stop();
    served = undefined;
  });

  const flags = () => ["generated", "--toolset", "weather", "--base-url", service.address, "--auth", "key=env:K"];
  const place = { cwd: folder, env: { K: "s3cret" } };
  const serve = async (...more: string[]) => {
    served = await serveHere([...flags(), ...more], place);
    return served.url;
  };

  /** The status of a request with these headers; `fetch` sets `Host` itself. */
  const statusOf = (url: URL, headers: Record<string, string>, path = "/mcp") =>
    new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
      });
      const usual = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const sent = request(new URL(path, url), { method: "POST", headers: { ...usual, ...headers } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once("error", reject).end(body);
    });

  test("serves many clients, and ends after a signal while they are connected", async () => {
    const { url, stop } = await serveOverHttp(flags(), place);
    const clients = await Promise.all([connectHttp(url), connectHttp(url)]);
    for (const client of clients) {
      expect((await client.listTools()).tools).toHaveLength(2);
      const answer = await client.callTool({ name: "weather_get_forecast", arguments: { place: "Oslo" } });
      expect(answer).toMatchObject({ structuredContent: { sky: "blue" } });
    }
    expect(await stop("SIGINT")).toBe(0);
    await Promise.all(clients.map((client) => client.close()));
  });

  test("serves clients of both eras of MCP on one address", async () => {
    const url = await serve();
    const [before, since] = [await connectHttp(url), await connectModern(overHttp(url))];
    const call = { name: "weather_get_forecast", arguments: { place: "Oslo" } };
    const expected = { content: [{ type: "text", text: '{"sky":"blue"}' }], structuredContent: { sky: "blue" } };
    expect(await Promise.all([before.callTool(call), since.callTool(call)])).toMatchObject([expected, expected]);
    expect(since.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    await Promise.all([before.close(), since.close()]);
  });

  test("cancels a call at the service if the client closes its connection", async () => {
    const usual = service.answer;
    const gone = new Promise<void>((resolve) => {
      service.answer = (response) => response.once("close", resolve);
    });
    const client = await connectModern(overHttp(await serve()));
    const controller = new AbortController();
    const calling = client.callTool({ name: "weather_get_forecast", arguments: { place: "Oslo" } }, { signal: controller.signal });
    const failed = expect(calling).rejects.toBeDefined();
    service.arrivals.length = 0;
    while (service.arrivals.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await Promise.all([failed, gone]);
    service.answer = usual;
    await client.close();
  });

  test("refuses requests for other hosts and from pages of other origins", async () => {
    const url = await serve();
    const { port, host } = url;
    expect(await statusOf(url, {})).toBe(200);
    expect(await statusOf(url, { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
    expect(await statusOf(url, { host, origin: url.origin })).toBe(200);
    expect(await statusOf(url, { host: host.toUpperCase(), origin: url.origin })).toBe(200);
    expect(await statusOf(url, { host: `LOCALHOST:${port}`, origin: `http://localhost:${port}` })).toBe(200);
    expect(await statusOf(url, { host: `evil@127.0.0.1:${port}` })).toBe(400);
    expect(await statusOf(url, { host: `127.0.0.1:${port}/mcp?` })).toBe(400);
    expect(await statusOf(url, { host: `evil.example:${port}` })).toBe(403);
    expect(await statusOf(url, { host: `127.0.0.1.evil.example:${port}` })).toBe(403);
    expect(await statusOf(url, { host, origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(url, { host, origin: "http://localhost.evil.example" })).toBe(403);
    expect(await statusOf(url, { host, origin: "null" })).toBe(403);
    // Pages of other programs on this machine.
    expect(await statusOf(url, { host, origin: "http://localhost:6274" })).toBe(403);
    expect(await statusOf(url, { host, origin: `https://127.0.0.1:${port}` })).toBe(403);
    expect(await statusOf(url, { host, origin: `http://localhost:${port}` })).toBe(403);
    expect(await statusOf(url, { host, origin: `http://127.0.0.1:${port}.evil.example` })).toBe(403);
    expect(await statusOf(url, { host: "127.0.0.1:1", origin: "http://127.0.0.1:1" })).toBe(403);
    expect(await statusOf(url, { host }, "/other")).toBe(404);
  });

  test("answers pages of the allowed origins as browsers require", async () => {
    const url = await serve("--allow-origin", "http://localhost:6274", "--allow-origin", "https://tools.example");
    expect(await statusOf(url, { origin: "https://tools.example" })).toBe(200);
    expect(await statusOf(url, { origin: "https://tools.example:8443" })).toBe(403);
    const asked = await fetch(url, {
      method: "OPTIONS",
      headers: {
        origin: "http://localhost:6274",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,mcp-method",
      },
    });
    expect([asked.status, ...["origin", "methods", "headers"].map((name) => asked.headers.get(`access-control-allow-${name}`))]).toEqual([
      204,
      "http://localhost:6274",
      "GET, POST, DELETE",
      "content-type,mcp-method",
    ]);
    const answered = await fetch(url, { method: "POST", headers: { origin: "http://localhost:6274" }, body: "{}" });
    expect(answered.headers.get("access-control-allow-origin")).toBe("http://localhost:6274");
    expect(answered.headers.get("access-control-expose-headers")).toContain("mcp-session-id");
    const other = await fetch(url, { method: "OPTIONS", headers: { origin: "http://localhost:1" } });
    expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });

  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && each.family === "IPv4");

  test.skipIf(elsewhere === undefined)("listens only on the loopback address", async () => {
    const url = await serve();
    expect(url.hostname).toBe("127.0.0.1");
    const other = connect(Number(url.port), elsewhere?.address ?? "");
    const [error] = (await once(other, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNREFUSED");
  });

  test("says that a port is in use", async () => {
    const url = await serve();
    const { status, stderr } = await run("generated", "--http", url.port);
    expect(status).toBe(2);
    expect(stderr).toContain(`Port ${url.port} is in use.`);
  });
});
