import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listOverMcp } from "../../src/cli/calls/list-over-mcp.ts";
import type { Compilation } from "../../src/compile.ts";
import { type Context, defineTool, defineToolset, type HttpDefinition, http, type Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { createMcp } from "../../src/runtime/mcp/mcp.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { trusting } from "../../src/runtime/tls/tls.ts";
import { compileTexts } from "../compile-texts.ts";
import { createAuthority } from "./certificate-authority.ts";
import { endpoint } from "./fixture.ts";
import { startMcpServer } from "./mcp-server.ts";
import { shortenWaits } from "./short-waits.ts";

shortenWaits();

const authority = createAuthority("127.0.0.1");
const stranger = createAuthority("127.0.0.1");
const misnamed = createAuthority("other.example");

interface Service {
  readonly address: string;
  readonly arrivals: { readonly method: string; readonly url: string; readonly body: string }[];
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  readonly server: Server;
}

const plainAnswer: Service["answer"] = (response) => response.setHeader("content-type", "application/json").end('{"ok":true}');

async function start({ server: identity }: ReturnType<typeof createAuthority>): Promise<Service> {
  const server = createServer(identity, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      service.arrivals.push({ method: request.method ?? "", url: request.url ?? "", body: Buffer.concat(chunks).toString() });
      service.answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  const service: Service = { address: `https://127.0.0.1:${port}`, arrivals: [], answer: plainAnswer, server };
  return service;
}

let service: Service;
let other: Service;
beforeAll(async () => {
  service = await start(authority);
  other = await start(misnamed);
});
afterAll(() => {
  for (const { server } of [service, other]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = plainAnswer;
});

type AnyTool = Tool<{ readonly [name: string]: unknown }, unknown, "shop_call">;

function tool(
  certificates: readonly string[],
  definition: HttpDefinition = { method: "GET", path: "/a" },
  transport = trusting(http),
): AnyTool {
  const caCerts = certificates.map((cert, index) => ({ displayName: `ca ${index}`, cert }));
  return defineTool({
    toolset: defineToolset({
      format: 2,
      uses: [allParts],
      name: "shop",
      displayName: "Shop",
      connection: { ...endpoint, timeout: 2000, definition: { openApiToolset: caCerts.length === 0 ? {} : { tlsConfig: { caCerts } } } },
      transport,
    }),
    id: "call",
    name: "shop_call",
    description: "Calls the shop.",
    input: { type: "object" },
    output: {},
    http: definition,
  });
}

const at = (context: Context = {}): Context => ({ baseUrl: service.address, ...context });

describe("certificates of a toolset", () => {
  test("are trusted by its calls", async () => {
    expect(await tool([authority.certificate]).execute({}, at())).toEqual({ ok: true });
    expect(await tool([stranger.certificate, authority.certificate]).execute({}, at())).toEqual({ ok: true });
  });

  test("are not trusted by the calls of other toolsets", async () => {
    await tool([authority.certificate]).execute({}, at());
    await expect(tool([]).execute({}, at())).rejects.toMatchObject({ code: "network-error", sent: false });
    expect(service.arrivals.length).toBe(1);
  });

  test("replace the certificates that Node trusts, and a call to a server with another one sends nothing", async () => {
    await expect(tool([stranger.certificate]).execute({}, at())).rejects.toMatchObject({
      code: "network-error",
      sent: false,
      message: expect.stringContaining("certificate is not trusted"),
    });
    expect(service.arrivals).toEqual([]);
  });

  test("are not accepted from a server that has another name than they state", async () => {
    await expect(tool([misnamed.certificate]).execute({}, { baseUrl: other.address })).rejects.toMatchObject({
      code: "network-error",
      sent: false,
      details: { reason: "ERR_TLS_CERT_ALTNAME_INVALID" },
    });
    expect(other.arrivals).toEqual([]);
  });

  test("are checked though the environment switches checks off", async () => {
    const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      await expect(tool([stranger.certificate]).execute({}, at())).rejects.toMatchObject({ code: "network-error", sent: false });
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });

  test("of an environment come before the definition's", async () => {
    const environment = { openApiToolset: { tlsConfig: { caCerts: [{ cert: authority.certificate }] } } };
    expect(await tool([stranger.certificate]).execute({}, at({ environment }))).toEqual({ ok: true });
  });

  test("are refused by a transport that cannot look at them, unless the caller gives a fetch", async () => {
    await expect(tool([authority.certificate], undefined, http).execute({}, at())).rejects.toMatchObject({
      code: "unsupported-tls",
      sent: false,
      message: expect.stringContaining("@toolsetc/runtime/tls"),
    });
    const fetch = () => Promise.resolve(Response.json({ own: true }));
    expect(await tool([authority.certificate], undefined, http).execute({}, at({ fetch }))).toEqual({ own: true });
    expect(service.arrivals).toEqual([]);
  });
});

describe("over a connection with the certificates of a toolset", () => {
  const trusted = (definition: HttpDefinition) => tool([authority.certificate], definition);

  test("a request has its query and its body in UTF-8", async () => {
    await trusted({ method: "POST", path: "/a", query: ["q"], body: { members: ["text"] } }).execute({ q: "x y", text: "ü" }, at());
    expect(service.arrivals).toEqual([{ method: "POST", url: "/a?q=x%20y", body: '{"text":"ü"}' }]);
  });

  test("compressed content is decompressed, and a response without content is null", async () => {
    service.answer = (response, request) => {
      expect(request.headers["accept-encoding"]).toContain("gzip");
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync('{"a":1}'));
    };
    expect(await trusted({ method: "GET", path: "/a" }).execute({}, at())).toEqual({ a: 1 });
    service.answer = (response) => response.writeHead(204).end();
    expect(await trusted({ method: "GET", path: "/a" }).execute({}, at())).toBe(null);
  });

  test.each(["gzip", "deflate", "br"])(
    "a response without content is null, though its header says that it is compressed: %s",
    async (encoding) => {
      service.answer = (response) => response.writeHead(200, { "content-encoding": encoding }).end();
      expect(await tool([authority.certificate]).execute({}, at())).toBeNull();
      expect(await tool([authority.certificate], { method: "HEAD", path: "/a" }).execute({}, at())).toBeNull();
      expect(service.arrivals.map(({ method }) => method)).toEqual(["GET", "HEAD"]);
    },
  );

  test("a redirect is not followed, a response that is too large is an error, and a slow one ends with the deadline", async () => {
    service.answer = (response) => response.writeHead(302, { location: "https://evil.example/" }).end();
    await expect(trusted({ method: "GET", path: "/a" }).execute({}, at())).rejects.toMatchObject({ code: "redirect" });
    const bomb = gzipSync(Buffer.alloc(9 << 20));
    service.answer = (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    await expect(trusted({ method: "GET", path: "/a" }).execute({}, at())).rejects.toMatchObject({
      code: "response-too-large",
      sent: true,
    });
    service.answer = (response) => void response.writeHead(200).write("{");
    await expect(trusted({ method: "GET", path: "/a" }).execute({}, { ...at(), deadline: 300 })).rejects.toMatchObject({
      code: "timeout",
      sent: true,
    });
  });

  test("a call whose connection breaks is tried again, and a response that breaks off is an error", async () => {
    service.answer = (response) => {
      if (service.arrivals.length < 3) response.destroy();
      else plainAnswer(response, response.req);
    };
    expect(await trusted({ method: "GET", path: "/a" }).execute({}, at())).toEqual({ ok: true });
    service.answer = (response) => void response.writeHead(200, { "content-length": "9" }).write("{", () => response.destroy());
    await expect(trusted({ method: "POST", path: "/a" }).execute({}, at())).rejects.toMatchObject({ code: "network-error", sent: true });
  });
});

describe("a compiled toolset", () => {
  const document = JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Shop", version: "1" },
    paths: { "/a": { get: { operationId: "call", responses: { 200: { description: "ok", content: { "application/json": {} } } } } } },
  });
  const project = (caCerts: string) => ({
    "shop.openapi.json": document,
    "shop.yaml": `displayName: shop\nopenApiToolset:\n  openApiSchema: ./shop.openapi.json\n${caCerts}`,
  });
  const withCertificates = project(`  tlsConfig:\n    caCerts:\n      - displayName: ours\n        cert: ${authority.certificate}\n`);

  test("imports `trusting` only if it has certificates", async () => {
    const trusted = await compileTexts(withCertificates);
    expect(trusted.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    const text = fileOf(trusted, "toolsets/shop/toolset.ts");
    expect(text).toContain('import { trusting } from "@toolsetc/runtime/tls";');
    expect(text).toContain("transport: /* @__PURE__ */ trusting(http),");
    expect(fileOf(await compileTexts(project("")), "toolsets/shop/toolset.ts")).not.toContain("trusting");
  });

  test("is called from its manifest only if `trusting` is passed with the transports", async () => {
    const compilation = await compileTexts(withCertificates);
    const written = JSON.parse(fileOf(compilation, "toolsets/shop/toolset.json")) as Manifest; // The compiler wrote it.
    const [call] = toolsOf(written, { trusting });
    expect(await call?.execute({}, at())).toMatchObject({ result: { ok: true } });
    await expect(toolsOf(written)[0]?.execute({}, at())).rejects.toMatchObject({ code: "unsupported-tls" });
  });
});

describe("certificates of an MCP server", () => {
  const inputSchema = { type: "object", properties: {} };
  const project = (certificate: string, serverAddress: string) => ({
    "desk.json": JSON.stringify({
      displayName: "desk",
      mcpToolset: { serverAddress, tlsConfig: { caCerts: [{ displayName: "ours", cert: certificate }] } },
    }),
    "snapshots/desk.tools.json": JSON.stringify({ tools: [{ name: "ring", description: "Rings.", inputSchema }] }),
  });

  test("are in the generated toolset, as `trusting` around the transport of its kind", async () => {
    const text = fileOf(await compileTexts(project(authority.certificate, "https://desk.example/mcp")), "toolsets/desk/toolset.ts");
    expect(text).toContain('import { mcp } from "@toolsetc/runtime/mcp";');
    expect(text).toContain('import { trusting } from "@toolsetc/runtime/tls";');
    expect(text).toContain("transport: /* @__PURE__ */ trusting(mcp),");
  });

  test("are those over which its tools are called, and no others are", async () => {
    const peer = await startMcpServer();
    peer.tools = [{ name: "ring", description: "Rings.", inputSchema }];
    peer.call = () => ({ content: [{ type: "text", text: "rung" }] });
    const { port: plain, hostname } = new URL(peer.address);
    // TLS in front of the server.
    const front = createTlsServer(authority.server, (outer) => {
      const inner = connect(Number(plain), hostname);
      outer.pipe(inner).pipe(outer);
      outer.on("error", () => inner.destroy());
      inner.on("error", () => outer.destroy());
    });
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    const { port } = front.address() as AddressInfo; // A server that listens on a port has such an address.
    const address = `https://127.0.0.1:${port}${new URL(peer.address).pathname}`;
    const caller = createMcp();
    const toolOf = async (certificate: string, wrap = trusting) => {
      const text = fileOf(await compileTexts(project(certificate, address)), "toolsets/desk/toolset.json");
      return toolsOf(JSON.parse(text) as Manifest, { mcp: caller, trusting: wrap })[0]!; // The compiler wrote it.
    };
    try {
      await expect((await toolOf(authority.certificate, (transport) => transport)).execute({})).rejects.toMatchObject({
        code: "unsupported-tls",
        sent: false,
      });
      await expect((await toolOf(stranger.certificate)).execute({})).rejects.toMatchObject({ code: "network-error", sent: false });
      expect(peer.arrivals).toEqual([]);
      expect(await (await toolOf(authority.certificate)).execute({})).toMatchObject({ result: expect.anything() });
      expect(peer.arrivals.map(({ rpc }) => rpc)).toContain("tools/call");
      // `pull` lists them over the same.
      const listed = async (cert: string) => {
        const definition = { mcpToolset: { serverAddress: address, tlsConfig: { caCerts: [{ displayName: "ours", cert }] } } };
        return listOverMcp({ toolset: "desk", endpoint: { ...endpoint, kind: "mcp", timeout: 5000, definition }, context: {} });
      };
      await expect(listed(stranger.certificate)).rejects.toThrow("certificate is not trusted");
      expect((await listed(authority.certificate)).tools).toMatchObject([{ name: "ring" }]);
    } finally {
      await caller.close();
      front.close();
      await peer.close();
    }
  });
});

function fileOf({ outputs }: Compilation, path: string): string {
  const files = outputs.flatMap((output) => output.files);
  const found = files.find((file) => file.path === path);
  if (found === undefined) throw new Error(`There is no ${path} among ${files.map((file) => file.path).join(", ")}.`);
  return found.text;
}
