import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server as McpServerCore } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type CredentialFlags, readCredentials } from "../../src/cli/calls/credentials.ts";
import { endpointFor, programOfFlag, pullTools } from "../../src/cli/calls/pull-server.ts";
import { trackCredentials } from "../../src/cli/calls/track-credentials.ts";
import { Failure } from "../../src/host/failure.ts";
import { hostLabel, pullDocument, toolsetName } from "../../src/host/fetch/pull.ts";
import { readVariables } from "../../src/host/variables.ts";
import { withSource } from "../../src/init/sources-entry.ts";

const schema = { type: "object", properties: { text: { type: "string" } } };
const pages: Record<string, { tools: object[]; nextCursor?: string }> = {
  "": { tools: [{ name: "zebra", description: "Last of all.", inputSchema: schema }], nextCursor: "2" },
  "2": {
    tools: [{ name: "echo", title: "Echo", inputSchema: schema, annotations: { readOnlyHint: true }, _meta: { "example.com/x": 1 } }],
    nextCursor: "3",
  },
  "3": { tools: [{ name: "add", inputSchema: schema, outputSchema: schema }] },
};

let answer = (cursor: string): { tools: object[]; nextCursor?: string } => pages[cursor] ?? { tools: [] };
let requests: IncomingMessage["headers"][] = [];
let server: Server;
let address = "";

/** A real MCP server, one session a connection, whose pages the tests choose. */
async function mcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const core = new McpServerCore({ name: "test", version: "1" }, { capabilities: { tools: {} } });
  core.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    requests.push(request.headers);
    // The tests' pages have the shape of the protocol.
    return answer(params?.cursor ?? "") as { tools: [] };
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined as never });
  await core.connect(transport as Parameters<typeof core.connect>[0]);
  response.on("close", () => void transport.close());
  await transport.handleRequest(request, response);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path === "/mcp") return void mcp(request, response);
    if (path === "/elsewhere/mcp") return void response.writeHead(307, { location: "http://127.0.0.2:1/mcp" }).end();
    if (path === "/spec.yaml") return void response.end("openapi: 3.0.3 # kept\ninfo: { title: Pet Shop, version: '1' }\npaths: {}\n");
    if (path === "/moved") return void response.writeHead(302, { location: "/spec.yaml" }).end();
    if (path === "/away") return void response.writeHead(302, { location: "http://127.0.0.2:1/spec.yaml" }).end();
    if (path === "/loop") return void response.writeHead(302, { location: "/loop" }).end();
    if (path === "/page") return void response.end("<!doctype html><html><body>Sign in</body></html>");
    if (path === "/other") return void response.end(`{ "swagger-like": true }`);
    if (path === "/latin") return void response.end(Buffer.from([0x6f, 0xff, 0x61]));
    if (path === "/huge") return void stream(response);
    return void response.writeHead(404).end("none");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`;
});

/** More than anyone wants, for as long as it is read. */
function stream(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, " ");
  let sent = 0;
  const send = (): void => {
    while (sent++ < 80) if (!response.write(chunk)) return void response.once("drain", send);
    response.end();
  };
  send();
}

afterEach(() => {
  answer = (cursor) => pages[cursor] ?? { tools: [] };
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Pull {
  readonly path?: string;
  readonly member?: object;
  readonly flags?: CredentialFlags;
  readonly former?: string;
}

/** As the command does it, with the flags' values from an environment of our own. */
function pulled({ path = "/mcp", member = {}, flags = {}, former }: Pull = {}) {
  const credentials = readCredentials(flags, { TOKEN: "hunter2", EMPTY: "", KEY: "sesame-open" });
  const server = endpointFor({ serverAddress: `${address}${path}` });
  const endpoint = { ...server, definition: { mcpToolset: { ...Object(server.definition["mcpToolset"]), ...member } } };
  return pullTools({ toolset: "test", endpoint, credentials, context: trackCredentials(credentials).context, former });
}

describe("`pull` of an MCP server over HTTP", () => {
  test("saves the tools from all pages, sorted, with all members", async () => {
    const { text, moved } = await pulled();
    const saved = JSON.parse(text);
    expect(saved).toEqual({ formatVersion: "1.0", tools: [pages["3"]?.tools[0], pages["2"]?.tools[0], pages[""]?.tools[0]] });
    expect(text.endsWith("}\n")).toBe(true);
    expect(moved.map(({ tool, change }) => [tool, change])).toEqual([
      ["add", "added"],
      ["echo", "added"],
      ["zebra", "added"],
    ]);
  });

  test("sends configured headers, but not one whose variable has no value", async () => {
    const variable = (name: string) => `$context.variables.${name}`;
    const customHeaders = { "x-token": variable("token"), "x-empty": variable("empty"), "x-other": variable("other") };
    const { text } = await pulled({ member: { customHeaders }, flags: { var: ["token=env:TOKEN", "empty=env:EMPTY"] } });
    expect(requests.length).toBe(3);
    for (const sent of requests) expect([sent["x-token"], sent["x-empty"], sent["x-other"]]).toEqual(["hunter2", undefined, undefined]);
    expect(text).not.toContain("hunter2");
  });

  test.each([
    [
      "an API key",
      { apiKeyConfig: { keyName: "x-key", apiKeySecretVersion: "v", requestLocation: "HEADER" } },
      "apiKey",
      "x-key",
      "sesame-open",
    ],
    ["a token of the service agent", { serviceAgentIdTokenAuthConfig: {} }, "serviceAgentIdToken", "authorization", "Bearer sesame-open"],
    [
      "a token of a service account",
      { serviceAccountAuthConfig: { serviceAccount: "a@b.c" } },
      "serviceAccount",
      "authorization",
      "Bearer sesame-open",
    ],
    ["a bearer token", { bearerTokenConfig: { token: "$context.variables.t" } }, "bearerToken", "authorization", "Bearer sesame-open"],
  ])("sends %s", async (_what, apiAuthentication, scheme, header, value) => {
    const { text } = await pulled({ member: { apiAuthentication }, flags: { auth: [`${scheme}=env:KEY`] } });
    expect(requests.map((sent) => sent[header])).toEqual([value, value, value]);
    expect(text).not.toContain("sesame");
    await expect(pulled({ member: { apiAuthentication } })).rejects.toThrow(/requires credentials/);
  });

  test("saves no response that contains a secret", async () => {
    answer = () => ({ tools: [{ name: "echo", description: "You sent hunter2.", inputSchema: schema }] });
    await expect(pulled({ flags: { var: ["token=env:TOKEN"] } })).rejects.toThrow(/the value of the credential "token"/);
  });

  test("refuses a list of tools that does not end", async () => {
    answer = () => ({ tools: [], nextCursor: "again" });
    await expect(pulled()).rejects.toThrow(/does not end/);
    let page = 0;
    answer = () => ({ tools: [], nextCursor: String(page++) });
    await expect(pulled()).rejects.toThrow(/does not end after 201 pages/);
  });

  test("reports changes by tool and place", async () => {
    const { text } = await pulled();
    expect((await pulled({ former: text })).moved).toEqual([]);
    answer = () => ({
      tools: [
        {
          name: "echo",
          title: "Echo!",
          inputSchema: { ...schema, required: ["text"] },
          annotations: { readOnlyHint: true },
          _meta: { "example.com/x": 1 },
        },
        { name: "new", inputSchema: schema },
      ],
    });
    expect((await pulled({ former: text })).moved).toEqual([
      { tool: "add", change: "removed", pointers: [] },
      { tool: "echo", change: "changed", pointers: ["/title", "/inputSchema/required"] },
      { tool: "new", change: "added", pointers: [] },
      { tool: "zebra", change: "removed", pointers: [] },
    ]);
  });

  test.each([
    ["/none", /404/],
    ["/elsewhere/mcp", /redirect/i],
  ])("fails for the address %s", async (path, message) => {
    await expect(pulled({ path })).rejects.toThrow(message);
  });

  test("refuses an invalid address, and one with credentials, without a request", async () => {
    const pulling = (serverAddress: string) => pulled({ member: { serverAddress } });
    await expect(pulling("file:///etc/passwd")).rejects.toThrow(Failure);
    await expect(pulling("https://user:hunter2@example.com/mcp")).rejects.toThrow(/^(?!.*hunter2)/);
  });
});

describe("`pull` of an MCP server that is a program", () => {
  const program = (line: string, flags: CredentialFlags = {}) => {
    const credentials = readCredentials(flags, { TOKEN: "hunter2" });
    const endpoint = endpointFor(programOfFlag(line, credentials));
    return pullTools({ toolset: "test", endpoint, credentials, context: trackCredentials(credentials).context, former: undefined });
  };

  const folder = mkdtempSync(join(tmpdir(), "toolsetc-stdio-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("saves its tools, and ends the program", async () => {
    const sdk = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/sdk/dist/esm");
    const script = join(folder, "a server.mjs");
    writeFileSync(
      script,
      `
      import { Server } from ${JSON.stringify(`${sdk}/server/index.js`)};
      import { StdioServerTransport } from ${JSON.stringify(`${sdk}/server/stdio.js`)};
      import { ListToolsRequestSchema } from ${JSON.stringify(`${sdk}/types.js`)};
      const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler(ListToolsRequestSchema, ({ params }) => params?.cursor ? { tools: [{ name: "a", inputSchema: { type: "object" } }] } : { tools: [{ name: process.argv[2], inputSchema: { type: "object" } }], nextCursor: "2" });
      await server.connect(new StdioServerTransport());
    `,
    );
    const { text, reportedName: spoken } = await program(`${process.execPath} "${script}" 'b c'`);
    expect(spoken).toBe("test");
    expect(JSON.parse(text).tools.map(({ name }: { name: string }) => name)).toEqual(["a", "b c"]);
  });

  test("reports a program that fails with its output", async () => {
    const script = join(folder, "broken.mjs");
    writeFileSync(script, `console.error("no database, token hunter2"); process.exit(1);`);
    const failure = await program(`${process.execPath} ${script}`, { var: ["T=env:TOKEN"] }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      message: 'The tools of "test" could not be listed. The server\'s program ended with code 1.',
      help: "Output of the program: no database, token ***",
    });
    await expect(program("no-such-command-anywhere")).rejects.toMatchObject({
      message: expect.stringContaining("The server's program could not be started (ENOENT)."),
      help: expect.stringContaining("Check the address or the command"),
    });
  });

  test("splits the command into words as a shell does, without expanding anything", () => {
    const line = `npx -y "a b" 'c "d"' e\\ f $HOME;x pre"fix"`;
    const command = ["npx", "-y", "a b", `c "d"`, "e\\", "f", "$HOME;x", "prefix"];
    expect(programOfFlag(line, { variables: {}, secrets: {}, auth: {} })).toEqual({ stdio: { command } });
  });
});

describe("`pull` of a document", () => {
  test("saves it unchanged, and follows redirects within the origin", async () => {
    const direct = await pullDocument(`${address}/spec.yaml`, { former: undefined });
    expect(direct).toMatchObject({ format: "yaml", text: "openapi: 3.0.3 # kept\ninfo: { title: Pet Shop, version: '1' }\npaths: {}\n" });
    expect((await pullDocument(`${address}/moved`, { former: direct.text })).moved).toEqual([]);
    expect((await pullDocument(`${address}/moved`, { former: direct.text.replace("Pet", "Cat") })).moved).toEqual([
      { tool: "", change: "changed", pointers: ["/info/title"] },
    ]);
  });

  test.each([
    ["/away", /redirects to another origin/],
    ["/loop", /more than 5 times/],
    ["/none", /responded with status 404/],
    ["/page", /is an HTML page, not an OpenAPI document/],
    ["/other", /is not an OpenAPI document/],
    ["/latin", /not text in UTF-8/],
    ["/huge", /has more than 16777216 bytes/],
  ])("fails for the address %s", async (path, message) => {
    await expect(pullDocument(`${address}${path}`, { former: undefined })).rejects.toThrow(message);
  });

  test("refuses an invalid address, one with credentials and one without a server", async () => {
    await expect(pullDocument("ftp://example.com/x", { former: undefined })).rejects.toThrow(/not an http/);
    await expect(pullDocument("https://me:hunter2@example.com/x", { former: undefined })).rejects.toThrow(/^(?!.*hunter2)/);
    await expect(pullDocument("http://127.0.0.1:1/x", { former: undefined })).rejects.toThrow(/cannot be reached/);
  });

  test.each([
    ["https://api.open-meteo.com/x.yaml", "open_meteo"],
    ["https://127.0.0.1/x", "toolset_127_0_0_1"],
  ])("without a title from %s names the toolset %s", (url, name) => expect(toolsetName(hostLabel(url))).toBe(name));

  test("names the toolset after its title", () => expect(toolsetName("Pet Shop (v2)")).toBe("pet_shop_v2"));
});

describe("`pull` writes the address of a document into toolsetc.yaml", () => {
  const cases: [string, string | undefined, string | undefined][] = [
    ["no file", undefined, "sources:\n  shop: https://a.example.com/x.yaml\n"],
    ["none yet", "# ours\nroot: .", "# ours\nroot: .\nsources:\n  shop: https://a.example.com/x.yaml\n"],
    [
      "others",
      "sources:\n    zoo: https://z.example.com # zoo\n\nroot: .\n",
      "sources:\n    zoo: https://z.example.com # zoo\n    shop: https://a.example.com/x.yaml\n\nroot: .\n",
    ],
    [
      "in braces",
      "sources: { zoo: https://z.example.com }\n",
      "sources: { zoo: https://z.example.com, shop: https://a.example.com/x.yaml }\n",
    ],
    ["the same", "sources:\n  shop: 'https://old.example.com' # was\n", "sources:\n  shop: 'https://a.example.com/x.yaml' # was\n"],
    ["the lines of Windows", "root: .\r\n", "root: .\r\nsources:\r\n  shop: https://a.example.com/x.yaml\r\n"],
    ["what cannot be read", "root: [\n", undefined],
    ["all in braces", "{ root: . }\n", undefined],
  ];
  test.each(cases)("and keeps what the file has: %s", (_, before, after) =>
    expect(withSource(before, "shop", "https://a.example.com/x.yaml")).toBe(after),
  );

  test("with quotes around a name that YAML would read as another type", () => {
    expect(withSource(undefined, "no", "https://a.example.com/#x y")).toBe(`sources:\n  "no": "https://a.example.com/#x y"\n`);
  });
});

describe("a variable or credential on the command line", () => {
  test.each(["token=hunter2", "token", "=env:X", "a b=env:X", "token=env:"])("is refused without being shown if it is %j", (flag) => {
    expect(() => readVariables([flag], {})).toThrow(/^(?!.*hunter2)/);
  });
  test("is refused if it is not set or not valid in a header", () => {
    expect(() => readVariables(["a=env:X"], {})).toThrow(/"X" is not set/);
    expect(() => readVariables(["a=env:X"], { X: "hunter2\n" })).toThrow(/^(?!.*hunter2)/);
  });
});
