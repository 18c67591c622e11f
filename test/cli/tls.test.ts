import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";
import { createAuthority } from "../runtime/certificate-authority.ts";
import { connectHere } from "./serving-here.ts";

// A service whose certificate only the definition vouches for.
const authority = createAuthority("127.0.0.1");
const stranger = createAuthority("127.0.0.1");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-tls-"));
const arrivals: (string | undefined)[] = [];
let service: Server;

beforeAll(async () => {
  service = createServer(authority.server, (request, response) => {
    arrivals.push(request.url);
    response.setHeader("content-type", "application/json").end('{"sky":"blue"}');
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo; // A server that listens on a port has such an address.
  const schema = { type: "object", properties: { sky: { type: "string" } } };
  const look = { operationId: "look", responses: { "200": { description: "It.", content: { "application/json": { schema } } } } };
  const document = {
    openapi: "3.0.3",
    info: { title: "Weather", version: "1" },
    servers: [{ url: `https://127.0.0.1:${port}` }],
    paths: { "/sky": { get: look } },
  };
  for (const [name, { certificate }] of Object.entries({ ours: authority, others: stranger })) {
    const tlsConfig = { caCerts: [{ displayName: name, cert: certificate }] };
    const openApiToolset = { openApiSchema: JSON.stringify(document), tlsConfig };
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "weather.json"), JSON.stringify({ displayName: "weather", openApiToolset }));
  }
});

beforeEach(() => {
  arrivals.length = 0;
});

afterAll(() => {
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true });
});

describe("a toolset with certificates of its own", () => {
  test("is called by `call` with these certificates", async () => {
    expect(await call("ours")).toEqual({ status: 0, stdout: '{\n  "sky": "blue"\n}\n', stderr: "" });
    expect(arrivals).toEqual(["/sky"]);
  });

  test("is served by `serve` with these certificates", async () => {
    const { client, faults } = await connectHere(["ours"], { cwd: folder });
    expect(await client.callTool({ name: "weather_look", arguments: {} })).toMatchObject({ structuredContent: { sky: "blue" } });
    await client.close();
    expect(arrivals).toEqual(["/sky"]);
    expect(faults).toEqual([]);
  });

  test("is not called if the server has a certificate of another authority", async () => {
    expect(await call("others")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("certificate is not trusted") });
    const { client } = await connectHere(["others"], { cwd: folder });
    expect(await client.callTool({ name: "weather_look", arguments: {} })).toMatchObject({
      isError: true,
      _meta: { "toolsetc/code": "network-error", "toolsetc/sent": false },
    });
    await client.close();
    expect(arrivals).toEqual([]);
  });
});

const call = (project: string) => runCommand(["call", "weather.look"], { cwd: join(folder, project) });
