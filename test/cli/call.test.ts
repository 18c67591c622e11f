import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pythonFolder } from "../python-folder.ts";
import { type CommandRun, runCommand } from "../run-command.ts";
import { emptyObject, type Loopback, startLoopback } from "../runtime/loopback.ts";

// Against a server on the loopback address.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));
let service: Loopback;

const schema = { type: "object", properties: { size: { type: "integer" }, name: { type: "string" } } };
const content = { "application/json": { schema } };

function document() {
  return {
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    servers: [{ url: service.address }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" }, login: { type: "http", scheme: "basic" } } },
    paths: {
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: "get_thing", security: [], responses: { "200": { description: "It.", content } } },
        delete: { operationId: "remove_thing", responses: { "204": { description: "Done." } } },
        put: {
          operationId: "put_thing",
          security: [{ login: [] }],
          requestBody: { content },
          responses: { "200": { description: "It." } },
        },
      },
    },
  };
}

const fakes = `def fake_get_thing(tool: Tool, input: dict[str, Any], callback_context: CallbackContext) -> Optional[dict]:
    print("asked for", input["id"])
    if input["id"] == "real":
        return None
    if input["id"] == "broken":
        return {"size": 1 / 0}
    if input["id"] == "endless":
        import time
        time.sleep(60)
    if input["id"] == "wrong":
        return [1]
    if input["id"] == "world":
        import os, sys
        return {"name": ",".join(sorted(os.environ)), "size": len([p for p in sys.path if "site-packages" in p and "home" in p])}
    return {"size": 7, "name": tool.name + " " + callback_context.state.get("user", "nobody")}

def fake_tool_call(tool, input, callback_context):
    return {"name": "caught " + tool.display_name}
`;

beforeAll(async () => {
  service = await startLoopback();
});

beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = emptyObject;
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  putShop("60s");
  put("fakes/shop.py", fakes);
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

function putShop(timeout: string): void {
  const toolFakeConfig = { enableFakeMode: true, codeBlock: { pythonCode: "fakes/shop.py" } };
  const openApiToolset = { openApiSchema: JSON.stringify(document()) };
  put("shop.json", JSON.stringify({ displayName: "shop", timeout, openApiToolset, toolFakeConfig }));
}

describe("`call`", () => {
  test("prints only the result to stdout", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"size":3}');
    expect(await call("shop.get_thing", "--args", '{"id":"a b"}')).toEqual({ status: 0, stdout: '{\n  "size": 3\n}\n', stderr: "" });
    expect(service.arrivals).toMatchObject([{ method: "GET", url: "/things/a%20b" }]);
    const json = await call("shop_get_thing", "--args", '{"id":"a"}', "--format", "json");
    expect(JSON.parse(json.stdout)).toEqual({ formatVersion: "1.0", toolset: "shop", tool: "shop_get_thing", output: { size: 3 } });
  });

  test("takes arguments from a file and from stdin, and a tool of a document with --openapi", async () => {
    put("args.json", '{"id":"file"}');
    put("document.json", JSON.stringify(document()));
    expect(await call("shop.get_thing", "--args", "@args.json")).toMatchObject({ status: 0 });
    expect(await run(["call", "shop.get_thing", "--args", "-"], { stdin: '{"id":"stdin"}' })).toMatchObject({ status: 0 });
    expect(await call("document.get_thing", "--openapi", "document.json", "--args", '{"id":"bare"}')).toMatchObject({ status: 0 });
    expect(service.arrivals.map(({ url }) => url)).toEqual(["/things/file", "/things/stdin", "/things/bare"]);
  });

  test.each([
    ["shop.get_thin", 'Toolset "shop" has no tool "get_thin". Did you mean "get_thing"?'],
    ["shp.get_thing", 'There is no toolset "shp". Did you mean "shop"?'],
    ["get_thin", "is not the name of a tool. Write a name as <toolset>.<tool>"],
  ])("fails for %s, and names what there is", async (name, message) => {
    const { status, stdout, stderr } = await call(name);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  test.each([
    ["{'id': 1}", "--args is not JSON"],
    ["[1]", "--args takes a JSON object"],
    ["@none.json", 'There is no file "none.json".'],
    ["{}", '"/id" is required'],
  ])("sends nothing for the invalid arguments %s", async (args, message) => {
    const { status, stderr } = await call("shop.get_thing", "--args", args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(service.arrivals).toEqual([]);
  });

  test("exits with 1 if the call was made and failed, in every format", async () => {
    service.answer = (response) => response.writeHead(404, { "content-type": "application/json" }).end('{"reason":"gone"}');
    const text = await call("shop.get_thing", "--args", '{"id":"a"}');
    expect(text).toMatchObject({ status: 1, stdout: "" });
    expect(text.stderr).toContain("status 404");
    expect(text.stderr).toContain('{"reason":"gone"}');
    const json = await call("shop.get_thing", "--args", '{"id":"a"}', "--format", "json");
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: "http-error", sent: true, details: { status: 404 } } });
  });

  test("refuses a tool that needs approval without a terminal, unless a flag approves it", async () => {
    const credentials = ["--auth", "key=env:KEY"];
    const refused = await run(["call", "shop.remove_thing", "--args", '{"id":"a"}', ...credentials], { env: { KEY: "s3cret" } });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("needs your approval, but stdin is not a terminal");
    // An agent reads it, and must not learn how to approve its own call.
    expect(refused.stderr).not.toContain("--yes");
    expect(service.arrivals).toEqual([]);
    service.answer = (response) => response.writeHead(204).end();
    const made = await run(["call", "shop.remove_thing", "--args", '{"id":"a"}', "--yes", ...credentials], { env: { KEY: "s3cret" } });
    expect(made).toMatchObject({ status: 0, stdout: '{\n  "result": null\n}\n' });
    expect(service.arrivals).toMatchObject([{ method: "DELETE", headers: { "x-key": "s3cret" } }]);
  });

  test("asks for missing credentials before anything is sent", async () => {
    const { status, stderr } = await call("shop.remove_thing", "--args", '{"id":"a"}', "--yes");
    expect(status).toBe(2);
    expect(stderr).toContain("auth.key");
    expect(service.arrivals).toEqual([]);
  });

  test("names credentials that were given and not used", async () => {
    const { paths, ...others } = document();
    const either = { ...others, security: [{ key: [] }, { login: [] }], paths: { "/things/{id}": paths["/things/{id}"] } };
    put("either.json", JSON.stringify(either));
    const wanted = { status: 0, stderr: expect.stringMatching(/^--auth login was not used: .*\n$/) };
    service.answer = (response) => response.writeHead(204).end();
    const credentials = ["--auth", "key=env:KEY", "--auth", "login=env:KEY"];
    const args = ["call", "remove_thing", "--openapi", "either.json", "--args", '{"id":"a"}', ...credentials];
    expect(await run([...args, "--yes"], { env: { KEY: "s3cret" } })).toMatchObject(wanted);
    expect(await run([...args, "--dry-run"], { env: { KEY: "s3cret" } })).toMatchObject(wanted);
  });

  test("refuses a credential that no tool uses, with the name that was meant, and sends nothing", async () => {
    const args = ["call", "shop.remove_thing", "--args", '{"id":"a"}', "--yes", "--auth", "kee=env:KEY"];
    const wanted = {
      status: 2,
      stderr: expect.stringContaining('--auth "kee": no tool uses a credential of this name. Did you mean "key"?'),
    };
    expect(await run(args, { env: { KEY: "s3cret" } })).toMatchObject(wanted);
    expect(service.arrivals).toEqual([]);
  });
});

test("`call` refuses a secret that no tool uses, names the one that was meant, and sends nothing", async () => {
  const apiKeyConfig = { keyName: "x-key", apiKeySecretVersion: "projects/p/secrets/shop-key/versions/1", requestLocation: "HEADER" };
  const openApiToolset = { openApiSchema: JSON.stringify(document()), apiAuthentication: { apiKeyConfig } };
  put("keyed.json", JSON.stringify({ displayName: "keyed", openApiToolset }));
  const called = (name: string) =>
    run(["call", "keyed.remove_thing", "--args", '{"id":"a"}', "--yes", "--secret", `${name}=env:KEY`], { env: { KEY: "s3cret" } });
  for (const name of ["shop-key", "projects/p/secrets/shop-key/versions/2"]) {
    const { status, stderr } = await called(name);
    expect(status).toBe(2);
    expect(stderr).toContain(
      `--secret "${name}": no tool refers to a secret of this name. Did you mean "projects/p/secrets/shop-key/versions/1"?`,
    );
  }
  expect(service.arrivals).toEqual([]);
  service.answer = (response) => response.writeHead(204).end();
  expect(await called("projects/p/secrets/shop-key/versions/1")).toMatchObject({ status: 0, stderr: "" });
  expect(service.arrivals).toMatchObject([{ headers: { "x-key": "s3cret" } }]);
});

test("`call` names the flags for missing credentials with the whole names of the security schemes", async () => {
  const securitySchemes = { "my`key": { type: "http", scheme: "bearer" }, other: { type: "http", scheme: "bearer" } };
  const security = [{ "my`key": [], other: [] }];
  const openApiSchema = JSON.stringify({ ...document(), components: { securitySchemes }, security });
  put("own.json", JSON.stringify({ displayName: "own", openApiToolset: { openApiSchema } }));
  expect(await call("own.remove_thing", "--args", '{"id":"7"}', "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("with the values: --auth 'my`key=env:NAME', --auth other=env:NAME.\n"),
  });
});

test("`call` takes the values of a CES session that its flags give", async () => {
  const session = (name: string, value: string) => ({
    name,
    in: "query",
    required: true,
    schema: { type: "string" },
    "x-ces-session-context": value,
  });
  const parameters = [session("s", "$context.session_id"), session("p", "$context.project_id"), session("t", "$context.turn_index")];
  const paths = { "/it": { get: { operationId: "get_it", parameters, responses: { "200": { description: "It." } } } } };
  put(
    "own.json",
    JSON.stringify({ displayName: "own", openApiToolset: { openApiSchema: JSON.stringify({ ...document(), paths, security: [] }) } }),
  );
  const refused = await call("own.get_it", "--session", "projectId=p 1");
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("--session sessionId=VALUE") });
  expect(await call("own.get_it", "--session", "session_id=s&1", "--session", "projectId=p 1", "--session", "turnIndex=3")).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(service.arrivals.map(({ url }) => url)).toEqual(["/it?s=s%261&p=p%201&t=3"]);
  for (const [given, message] of [
    ["sesionId=1", 'Did you mean "sessionId"?'],
    ["x", "Allowed names: projectId, projectNumber, location, appId, sessionId, turnIndex."],
    ["turnIndex=two", "takes a whole number"],
  ] as const)
    expect(await call("own.get_it", "--session", given)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
});

describe("`call --files`", () => {
  const binary = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  const upload = (file: string, ...flags: string[]) =>
    call("uploads.put_file", "--openapi", "uploads.json", "--args", JSON.stringify({ body: { file } }), ...flags);

  beforeEach(() => {
    const responses = { "200": { description: "It.", content: binary } };
    const operation = { operationId: "put_file", requestBody: { required: true, content: binary }, responses };
    const info = { title: "Uploads", version: "1" };
    put(
      "uploads.json",
      JSON.stringify({ openapi: "3.0.3", info, servers: [{ url: service.address }], paths: { "/file": { post: operation } } }),
    );
    put("reports/may.bin", "bytes of may");
    put("secret.bin", "not to be sent");
  });

  test("sends a file below the folder, and no other file", async () => {
    expect(await upload("may.bin", "--files", "reports", "--yes")).toMatchObject({ status: 0 });
    expect(service.arrivals).toMatchObject([{ method: "POST", url: "/file", body: "bytes of may" }]);
    const refused = await upload("../secret.bin", "--files", "reports", "--yes");
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain("names no file that may be read");
    expect(await upload("may.bin", "--yes")).toMatchObject({ status: 2 });
    expect(service.arrivals).toHaveLength(1);
  });

  test("is not needed for a file that the command line names", async () => {
    const send = (file: string) => call("uploads.put_file", "--openapi", "uploads.json", `body=@${file}`, "--yes");
    expect(await send("secret.bin")).toMatchObject({ status: 0 });
    expect(service.arrivals).toMatchObject([{ method: "POST", url: "/file", body: "not to be sent" }]);
    expect(await send("absent.bin")).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no file "absent.bin".') });
  });

  test("prints the bytes of a large download, not the handle of a file that ends with the command", async () => {
    const bytes = Buffer.alloc(2 ** 20 + 1, 7);
    service.answer = (response) => response.setHeader("content-type", "application/octet-stream").end(bytes);
    const { stdout } = await upload("may.bin", "--files", "reports", "--yes");
    expect(stdout).not.toContain("toolsetc-file:");
    expect(stdout).toContain(bytes.toString("base64"));
  });

  test("fails if it is given a file instead of a folder", async () => {
    const { status, stderr } = await upload("may.bin", "--files", "secret.bin");
    expect([status, stderr]).toEqual([2, expect.stringContaining('--files takes a folder, but "secret.bin" is a file.')]);
    expect(service.arrivals).toEqual([]);
  });
});

describe("`call --dry-run`", () => {
  test("prints the request without its secrets and sends nothing, also for a tool that needs approval", async () => {
    const options = { env: { KEY: "s3cret value" } };
    const { status, stdout } = await run(
      ["call", "shop.remove_thing", "--args", '{"id":"a/b"}', "--dry-run", "--auth", "key=env:KEY"],
      options,
    );
    expect(status).toBe(0);
    expect(stdout).toBe(`DELETE ${service.address}/things/a%2Fb\naccept: */*\nx-key: ***\n`);
    expect(service.arrivals).toEqual([]);
  });

  test("prints a body, and no secret at any place or in any notation", async () => {
    const args = JSON.stringify({ id: "user:s3cret", name: "it is user:s3cret", size: 1 });
    const options = { env: { LOGIN: "user:s3cret" } };
    const { stdout } = await run(
      ["call", "shop.put_thing", "--args", args, "--dry-run", "--auth", "login=env:LOGIN", "--format", "json"],
      options,
    );
    const { request } = JSON.parse(stdout);
    expect(request).toMatchObject({ method: "PUT", url: `${service.address}/things/***`, body: '{"size":1,"name":"it is ***"}' });
    expect(request.headers).toMatchObject({ authorization: "Basic ***", "content-type": "application/json" });
    expect(stdout).not.toContain(Buffer.from("user:s3cret").toString("base64"));
    expect(stdout).not.toContain("s3cret");
  });

  test("hides the rest of a secret that starts like another one", async () => {
    const flags = ["--var", "short=env:SHORT", "--var", "long=env:LONG"];
    const options = { env: { SHORT: "token", LONG: "token-longer" } };
    const { stdout } = await run(["call", "shop.get_thing", "--args", '{"id":"token-longer"}', "--dry-run", ...flags], options);
    expect(stdout).toContain(`GET ${service.address}/things/***\n`);
  });

  test("hides a credential in a cookie by its name, even if it is too short to be found in a text", async () => {
    const securitySchemes = { key: { type: "apiKey", in: "cookie", name: "sid" } };
    put("cookie.json", JSON.stringify({ ...document(), components: { securitySchemes } }));
    const flags = ["--openapi", "cookie.json", "--args", '{"id":"a"}', "--dry-run", "--auth", "key=env:KEY"];
    const { stdout } = await run(["call", "remove_thing", ...flags], { env: { KEY: "abc" } });
    expect(stdout).toContain("cookie: sid=***\n");
  });

  test("works without credentials", async () => {
    expect(await call("shop.put_thing", "--args", '{"id":"a"}', "--dry-run")).toMatchObject({ status: 0, stderr: "" });
  });

  test("fetches no token", async () => {
    const flows = { clientCredentials: { tokenUrl: `${service.address}/token`, scopes: {} } };
    const api = document();
    put("oauth.json", JSON.stringify({ ...api, components: { securitySchemes: { key: { type: "oauth2", flows } } } }));
    const secrets = ["--secret", "id=env:ID", "--secret", "secret=env:SECRET"];
    put("toolsetc.yaml", "overrides: { oauth: { auth: { key: { clientId: id, clientSecret: secret } } } }\n");
    put("oauth.yaml", "displayName: oauth\nopenApiToolset: { openApiSchema: oauth.json }\n");
    const options = { env: { ID: "client-1", SECRET: "s3cret" } };
    const { stdout } = await run(["call", "oauth.remove_thing", "--args", '{"id":"a"}', "--dry-run", ...secrets], options);
    expect(stdout).toContain("authorization: Bearer ***\n");
    expect(service.arrivals).toEqual([]);
  });

  test("shows the JSON-RPC request to an MCP server, with the headers that session variables fill", async () => {
    put(
      "files.yaml",
      `displayName: files\nmcpToolset: { serverAddress: "${service.address}/mcp", customHeaders: { x-user: $context.variables.user } }\n`,
    );
    put("snapshots/files.tools.json", JSON.stringify({ formatVersion: "1.0", tools: [{ name: "read", inputSchema: { type: "object" } }] }));
    const options = { env: { USER_TOKEN: "u-12345" } };
    const made = await run(
      ["call", "files.read", "--args", '{"path":"a"}', "--dry-run", "--var", "user=env:USER_TOKEN", "--format", "json"],
      options,
    );
    expect(made).toMatchObject({ status: 0, stderr: "" });
    const { request } = JSON.parse(made.stdout);
    expect(request).toMatchObject({ method: "POST", url: `${service.address}/mcp`, headers: { "x-user": "***" } });
    expect(JSON.parse(request.body)).toMatchObject({
      jsonrpc: "2.0",
      method: "tools/call",
      params: { name: "read", arguments: { path: "a" } },
    });
    expect(service.arrivals).toEqual([]);
  });

  test("prints the request of a connector that needs credentials of the end user, also without them", async () => {
    const connection = "projects/p/locations/l/connections/c";
    const authConfig = { oauth2AuthCodeConfig: { oauthToken: "$context.variables.user" } };
    const action = (operation: string) => ({ entityOperation: { entityId: "Ticket", operation } });
    put(
      "tickets.json",
      JSON.stringify({
        displayName: "tickets",
        connectorToolset: { connection, authConfig, connectorActions: [action("LIST"), action("CREATE")] },
      }),
    );
    const entity = { entity: "Ticket", operations: ["LIST", "CREATE"], fields: [{ name: "Id", dataType: "DATA_TYPE_VARCHAR" }] };
    put("snapshots/tickets.connection.json", JSON.stringify({ formatVersion: "1.0", connection, entityTypes: [entity], actions: [] }));
    const line = (user: string) => JSON.stringify({ dynamicAuthConfig: JSON.stringify({ "oauth2_auth_code_flow.access_token": user }) });
    const shown = async (...flags: string[]) => {
      const made = await run(["call", "tickets.list_Ticket", "--dry-run", "--base-url", service.address, "--format", "json", ...flags], {
        env: { USER: "s3cret" },
      });
      expect(made).toMatchObject({ status: 0, stderr: "" });
      return new URL(JSON.parse(made.stdout).request.url).searchParams.get("executionConfig.headers");
    };
    expect(await shown()).toBe(line("***"));
    expect(await shown("--var", "user=env:USER")).toBe(line("***"));
    expect(await call("tickets.list_Ticket", "--base-url", service.address)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--var user=env:NAME"),
    });
    expect(service.arrivals).toEqual([]);
  });

  test("fails for a client function, which makes no request", async () => {
    put("locate.json", JSON.stringify({ clientFunction: { name: "locate" } }));
    for (const flags of [[], ["--dry-run"]])
      expect(await call("locate", ...flags)).toMatchObject({ status: 2, stderr: expect.stringContaining("a client function: it is") });
  });
});

describe("`call --fake`", () => {
  const { PATH } = process.env;
  beforeAll(() => {
    process.env["PATH"] = [pythonFolder(), PATH].join(delimiter);
  });
  afterAll(() => {
    process.env["PATH"] = PATH;
  });

  test("prints the result of the definition's Python, whose own output goes to stderr", async () => {
    const { status, stdout, stderr } = await call("shop.get_thing", "--args", '{"id":"a"}', "--fake");
    expect([status, JSON.parse(stdout)]).toEqual([0, { size: 7, name: "shop_get_thing nobody" }]);
    expect(stderr).toBe("asked for a\n");
    const named = await run(["call", "shop.get_thing", "--args", '{"id":"a"}', "--fake", "--var", "user=env:NAME"], {
      env: { NAME: "Ann" },
    });
    expect(JSON.parse(named.stdout)).toMatchObject({ name: "shop_get_thing Ann" });
    expect(service.arrivals).toEqual([]);
  });

  test("is needed to call a fake: a definition alone cannot do so", async () => {
    await call("shop.get_thing", "--args", '{"id":"a"}');
    expect(service.arrivals).toHaveLength(1);
  });

  test("sends the call to the service if the fake returns None", async () => {
    expect(await call("shop.get_thing", "--args", '{"id":"real"}', "--fake")).toMatchObject({ status: 0, stdout: "{}\n" });
    expect(service.arrivals).toHaveLength(1);
  });

  test("needs no approval, and one Python function may answer for all tools", async () => {
    const { status, stdout } = await call("shop.remove_thing", "--args", '{"id":"a"}', "--fake");
    expect([status, JSON.parse(stdout)]).toEqual([0, { name: "caught remove_thing" }]);
  });

  test("prints the place in the Python file where a fake failed", async () => {
    const { status, stdout, stderr } = await call("shop.get_thing", "--args", '{"id":"broken"}', "--fake");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('File "fakes/shop.py", line 6, in fake_get_thing');
    expect(stderr).toContain('return {"size": 1 / 0}');
    expect(stderr).toContain("ZeroDivisionError");
    expect(stderr).not.toContain("<string>");
    put("fakes/shop.py", "def fake_tool_call(tool, input, callback_context)\n  return {}\n");
    expect((await call("shop.get_thing", "--args", '{"id":"a"}', "--fake")).stderr).toContain('File "fakes/shop.py", line 1');
  });

  test("refuses a result of a fake that is no object", async () => {
    expect((await call("shop.get_thing", "--args", '{"id":"wrong"}', "--fake")).stderr).toContain("fake_get_thing returned a list");
  });

  test("ends a fake that never returns after the toolset's timeout", async () => {
    putShop("0.5s");
    const { status, stderr } = await call("shop.get_thing", "--args", '{"id":"endless"}', "--fake");
    expect(status).toBe(2);
    expect(stderr).toContain("did not end within 500 ms");
  });

  test.each([
    ["ends its process", "import os; os._exit(0)", "ended without a result"],
    [
      "writes over its answer",
      "import os; [os.write(fd, b'x') for fd in range(3, 9) if os.path.exists(f'/dev/fd/{fd}')]; os._exit(0)",
      "ended without a result",
    ],
    ["answers with what is none", "import os; os.write(3, b'null'); os._exit(0)", "ended without a result"],
    ["raises what no one catches", "raise KeyboardInterrupt", "ended with"],
  ])("reports a fake that %s as an error of the fake", async (_what, code, said) => {
    put("fakes/shop.py", `def fake_tool_call(tool, input, callback_context):\n    ${code}\n`);
    const { status, stderr } = await call("shop.get_thing", "--args", '{"id":"a"}', "--fake");
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(said) });
  });

  test.each([
    ["and answers", "60s", "return {'size': 1}", { status: 0 }],
    ["and never ends", "2s", "import time; time.sleep(60)", { status: 2 }],
  ])(
    "does not wait for a process of the fake which keeps the output open: %s",
    async (_what, timeout, code, expected) => {
      putShop(timeout);
      const start = "import subprocess; subprocess.Popen(['sleep', '60'], start_new_session=True)";
      put("fakes/shop.py", `def fake_tool_call(tool, input, callback_context):\n    ${start}\n    ${code}\n`);
      expect(await call("shop.get_thing", "--args", '{"id":"a"}', "--fake")).toMatchObject(expected);
    },
    40_000,
  );

  test("ends a fake with too much output", async () => {
    put("fakes/shop.py", "def fake_tool_call(tool, input, callback_context):\n    return {'name': 'x' * 20_000_000}\n");
    expect((await call("shop.get_thing", "--args", '{"id":"a"}', "--fake")).stderr).toContain("more than 8388608 bytes");
    expect(service.arrivals).toEqual([]);
  });

  test("passes no environment variable of the user to a fake", async () => {
    const { stdout } = await run(["call", "shop.get_thing", "--args", '{"id":"world"}', "--fake"], {
      env: { SECRET_TOKEN: "s3cret", PYTHONPATH: folder },
    });
    const seen: readonly string[] = JSON.parse(stdout).name.split(",");
    expect(seen).toContain("PATH");
    // A python3 that is a shell script adds some of its own.
    expect(seen.filter((name) => ["SECRET_TOKEN", "PYTHONPATH", "HOME", "NODE_ENV", "VITEST"].includes(name))).toEqual([]);
  });

  test("validates the arguments before it runs a fake", async () => {
    const { status, stderr } = await call("shop.get_thing", "--args", "{}", "--fake");
    expect(status).toBe(2);
    expect(stderr).not.toContain("asked for");
  });

  test("fails for a definition that has no fakes", async () => {
    put("shop.json", JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document()) } }));
    const { status, stderr } = await call("shop.get_thing", "--args", '{"id":"a"}', "--fake");
    expect(status).toBe(2);
    expect(stderr).toContain('Toolset "shop" has no fakes');
  });
});

function put(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function call(...args: string[]) {
  return run(["call", ...args]);
}

function run(args: readonly string[], options: Omit<CommandRun, "cwd"> = {}) {
  return runCommand(args, { cwd: folder, ...options });
}
