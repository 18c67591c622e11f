import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { connectHttp, connectStdio, program, type Served, serveOverHttp } from "./serving.ts";

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
  expect(spawnSync(process.execPath, [program, "compile"], { cwd: folder, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  const manifest = readFileSync(join(folder, "generated/toolsets/weather/toolset.json"), "utf8");
  put("later/toolset.json", manifest.replace('"formatVersion": "1.0"', '"formatVersion": "2.0"'));
  put("twice/.written.json", "{}");
  put("twice/toolsets/a/toolset.json", manifest);
  put("twice/toolsets/b/toolset.json", manifest);
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => spawnSync(process.execPath, [program, "serve", ...args], { cwd: folder, encoding: "utf8", input: "" });

describe("on stdio", () => {
  test.each([
    ["a project", ["."]],
    ["a compiled folder", ["generated"]],
    ["one manifest", ["generated/toolsets/weather/toolset.json"]],
    ["a bare document", ["--openapi", "weather.openapi.yaml"]],
  ])("serves %s", async (_what, args) => {
    const flags = ["--base-url", service.address, "--auth", "key=env:WEATHER_KEY", "--toolset", "weather"];
    const { client, faults } = await connectStdio([...args, ...flags], { cwd: folder, env: { WEATHER_KEY: "s3cret" } });
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

  test("serves an app that the target ces wrote", async () => {
    put("app/.written.json", "{}");
    put("app/app.json", '{ "displayName": "app" }');
    for (const file of ["weather.yaml", "weather.openapi.yaml"]) put(`app/${file}`, readFileSync(join(folder, file), "utf8"));
    const { client } = await connectStdio(["app"], { cwd: folder });
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
    rmSync(join(folder, "app"), { recursive: true });
  });

  test("--tag chooses tools", async () => {
    const { client } = await connectStdio(["generated", "--toolset", "weather", "--tag", "alerts"], { cwd: folder });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["weather_clear_alerts"]);
    await client.close();
  });

  test("names client functions that it leaves out", async () => {
    const { client, said } = await connectStdio(["."], { cwd: folder });
    expect((await client.listTools()).tools).toHaveLength(2);
    expect(said()).toContain('Not served, since they are carried out by the program that declares them: "device_show_map".');
    expect(said()).toMatch(/^Serving \d+ tools? on stdio$/m);
    await client.close();
  });

  test("a call without its credential says what to give, and sends nothing", async () => {
    const { client } = await connectStdio(["generated", "--base-url", service.address, "--toolset", "weather"], { cwd: folder });
    service.arrivals.length = 0;
    const answer = await client.callTool({ name: "weather_get_forecast", arguments: { place: "Oslo" } });
    expect(answer).toMatchObject({ isError: true, _meta: { "toolsetc/sent": false } });
    expect(JSON.stringify(answer.content)).toContain("key");
    expect(service.arrivals).toEqual([]);
    await client.close();
  });

  test("ends with its input", () => {
    expect(run("generated")).toMatchObject({ status: 0, stdout: "" });
  });

  test.each(["SIGINT", "SIGTERM"] as const)("ends with %s", async (signal) => {
    const child = spawn(process.execPath, [program, "serve", "generated"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
    const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize })}\n`);
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("refuses", () => {
  test.each([
    [["generated", "--toolset", "wether"], 'There is no toolset "wether". Did you mean "weather"?'],
    [["generated", "--tag", "forcast"], 'There is no tag "forcast". Did you mean "forecast"?'],
    [["generated", "--http", "many"], '--http takes a port, and "many" is none.'],
    [["generated", "--env", "prod"], 'There is no environment "prod".'],
    [["later"], "this version of toolsetc reads format 1"],
    [["twice"], 'Two tools have the name "weather_clear_alerts".'],
    [["nowhere"], 'There is no file or folder "nowhere".'],
    [["generated", "--auth", "key=s3cret"], "A value itself is not taken."],
    [["generated", "--base-url", "https://one.example"], "--base-url is the address of one service."],
  ])("%j", (args, message) => {
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("s3cret");
  });

  test("what does not compile, with the findings on stderr", () => {
    put("broken.openapi.yaml", "openapi: 3.0.3\ninfo: 7\n");
    const { status, stdout, stderr } = run("--openapi", "broken.openapi.yaml");
    expect(stdout).toBe("");
    expect(status).not.toBe(0);
    expect(stderr).toContain("broken.openapi.yaml");
  });
});

describe("over HTTP", () => {
  let served: Served | undefined;

  afterEach(async () => {
    await served?.stop();
    served = undefined;
  });

  const serve = async () => {
    served = await serveOverHttp(["generated", "--toolset", "weather", "--base-url", service.address, "--auth", "key=env:K"], {
      cwd: folder,
      env: { K: "s3cret" },
    });
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

  test("serves many clients, and ends with a signal while they are there", async () => {
    const url = await serve();
    const clients = await Promise.all([connectHttp(url), connectHttp(url)]);
    for (const client of clients) {
      expect((await client.listTools()).tools).toHaveLength(2);
      const answer = await client.callTool({ name: "weather_get_forecast", arguments: { place: "Oslo" } });
      expect(answer).toMatchObject({ structuredContent: { sky: "blue" } });
    }
    const code = await served?.stop("SIGINT");
    served = undefined;
    expect(code).toBe(0);
    await Promise.all(clients.map((client) => client.close()));
  });

  test("refuses requests under other names and from pages of other origins", async () => {
    const url = await serve();
    const { port, host } = url;
    expect(await statusOf(url, {})).toBe(200);
    expect(await statusOf(url, { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
    expect(await statusOf(url, { origin: "http://localhost:6274" })).toBe(200);
    expect(await statusOf(url, { host: `evil.example:${port}` })).toBe(403);
    expect(await statusOf(url, { host: `127.0.0.1.evil.example:${port}` })).toBe(403);
    expect(await statusOf(url, { host, origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(url, { host, origin: "http://localhost.evil.example" })).toBe(403);
    expect(await statusOf(url, { host, origin: "null" })).toBe(403);
    expect(await statusOf(url, { host }, "/other")).toBe(404);
  });

  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && each.family === "IPv4");

  test.skipIf(elsewhere === undefined)("listens on the loopback address alone", async () => {
    const url = await serve();
    expect(url.hostname).toBe("127.0.0.1");
    const other = connect(Number(url.port), elsewhere?.address ?? "");
    const [error] = (await once(other, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNREFUSED");
  });

  test("says that a port is in use", async () => {
    const url = await serve();
    const { status, stderr } = run("generated", "--http", url.port);
    expect(status).toBe(2);
    expect(stderr).toContain(`Port ${url.port} is in use.`);
  });
});
