import { describe, expect, test } from "vitest";
import { branch, commit, put, run, useRepository } from "./git-project.ts";

/** A document with the tools `find`, `get` and `pay`. */
function shop({ get = "type: string", find = "" }: { readonly get?: string; readonly find?: string } = {}): string {
  const operation = (id: string, parameters: string) =>
    `  /${id}:\n    get: { operationId: ${id}, tags: [all], parameters: [${parameters}], responses: { "200": { description: It. } } }\n`;
  return `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
${operation("find", find)}${operation("get", `{ name: id, in: query, schema: { ${get} } }`)}${operation("pay", "")}`;
}

const invalid = `$ref: "#/components/schemas/None"`;
const required = "{ name: day, in: query, required: true, schema: { type: string } }";

/** A snapshot with the tools `read` and `send`. */
function mails(read: string, { send = "object" } = {}): string {
  const tools = [
    { name: "read", description: read, inputSchema: { type: "object" } },
    { name: "send", description: "Sends one.", inputSchema: { type: send } },
  ];
  return JSON.stringify({ formatVersion: "1.0", tools });
}

useRepository(async () => {
  put("toolsetc.yaml", "breaking: typed\n");
  put("shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("shop.openapi.yaml", shop());
  put("mails.yaml", 'displayName: mails\nmcpToolset: { serverAddress: "https://mails.example/mcp" }\n');
  put("snapshots/mails.tools.json", mails("Reads one."));
  commit("first");
  branch("base");
});

describe("an operation that no longer compiles", () => {
  test("does not hide a break of another tool of its toolset, and is not reported as removed", async () => {
    put("shop.openapi.yaml", shop({ get: invalid, find: required }));
    const { status, stdout, stderr } = await run("breaking", "--against", "base");
    expect(stdout).toContain('error[narrowed-input]: "day" of "shop_find" is required now.');
    expect(stdout).not.toContain("shop_get");
    expect(stderr).toContain('Compared in part, since the present definitions do not compile as a whole: "shop" without "shop_get".\n');
    expect(status).toBe(1);
  });

  test("makes `ci` fail, which names the operation and says that the rest is unchanged", async () => {
    put("shop.openapi.yaml", shop({ get: invalid }));
    const { status, stdout } = await run("ci", "--against", "base");
    expect(stdout).toMatch(/^breaking +unchecked +0 breaking, 0 model-visible since base .*"shop" without "shop_get"\.$/m);
    expect(stdout).not.toMatch(/removed-tool|outdated-lock/);
    expect(status).toBe(1);
  });

  test("does not hide changed texts of other tools in its toolset", async () => {
    put("snapshots/mails.tools.json", mails("Reads one, quickly.", { send: "list" }));
    const { stdout } = await run("breaking", "--against", "base");
    expect(stdout.match(/^error\[unreviewed-text\]/gm)).toHaveLength(1);
    expect(stdout).toContain('The description of "mails_read" was');
  });
});

describe("an operation that did not compile in the base", () => {
  test("is not reported as added, and does not hide a break of another tool", async () => {
    put("shop.openapi.yaml", shop({ get: invalid }));
    commit("broken");
    put("shop.openapi.yaml", shop({ find: required }));
    const { status, stdout, stderr } = await run("diff", "--against", "HEAD");
    expect(stdout).toContain('"day" of "shop_find" is required now.');
    expect(stdout).not.toContain("shop_get");
    expect(stderr).toMatch(
      /^Compared in part, since those of HEAD \(\w+\) do not compile as a whole: "shop" without "shop_get"\. The first /,
    );
    expect(status).toBe(3);
    expect(await run("breaking", "--against", "HEAD")).toMatchObject({ status: 1 });
  });

  test("makes `breaking` exit with 3, as unchecked, if nothing else is broken", async () => {
    put("shop.openapi.yaml", shop({ get: invalid }));
    put("snapshots/mails.tools.json", mails("Reads one.", { send: "list" }));
    commit("broken");
    put("shop.openapi.yaml", shop());
    put("snapshots/mails.tools.json", mails("Reads one."));
    const { status, stdout, stderr } = await run("breaking", "--against", "HEAD");
    expect(stdout).toContain("Nothing has changed since HEAD");
    expect(stderr).toMatch(/whole: "mails" without "mails_send"; "shop" without "shop_get"\. The first error is in /);
    expect(status).toBe(3);
  });
});
