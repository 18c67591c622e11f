import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { schemas } from "../../src/definition/compiled/schemas.ts";
import { recordReads } from "../../src/host/reads.ts";
import { compileChanged } from "../../src/incremental/compile-changed.ts";
import type { StoredToolset } from "../../src/incremental/stored-toolsets.ts";
import { type Fact, factTest } from "../../src/rules/assertions/fact-test.ts";
import { facts } from "../../src/rules/assertions/facts.ts";
import type { Json } from "../../src/source/json/json.ts";
import { compileTexts, memoryHost, optionsOf } from "../compile-texts.ts";
import { runCommand } from "../run-command.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1.0" }
servers: [{ url: "https://api.shop.example/v1" }, { url: "http://old.shop.example" }]
paths:
  /orders/{id}:
    post:
      operationId: changeOrder
      tags: [orders, changes]
      summary: Change an order of a customer
      deprecated: true
      security: [{ login: [write] }, { key: [] }]
      parameters:
        - { name: id, in: path, required: true, description: The order., schema: { type: string, format: uuid } }
        - { name: X-Trace, in: header, schema: { anyOf: [{ type: string }, { $ref: "#/components/schemas/Chain" }] } }
      requestBody: { content: { application/json: { schema: { type: object, properties: { note: { $ref: "#/components/schemas/Note" } } } } } }
      responses: { "200": { description: ok, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
components:
  schemas:
    Note: { type: [string, "null"], description: What the customer said. }
    Chain: { anyOf: [{ $ref: "#/components/schemas/Chain" }, { type: integer }] }
  securitySchemes:
    login: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://login.shop.example", scopes: { write: Write. } } } }
    key: { type: apiKey, in: query, name: key }
`;
const shop = { "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n", "shop.openapi.yaml": document };

/** The findings of one assertion over the shop, as `subject: facts`. */
async function violations(assertion: object, texts: object = shop, config: object = {}): Promise<string[]> {
  const configuration = JSON.stringify({ assertions: [{ name: "mine", ...assertion }], ...config });
  const { findings } = await compileTexts({ ...texts, "toolsetc.yaml": configuration });
  const unmatched = findings.filter(({ code }) => code === "unmatched-assertion").map(({ message }) => message);
  return [...findings.filter(({ code }) => code === "mine").map(({ message }) => message), ...unmatched];
}

describe("the facts of an assertion", () => {
  const { $defs } = JSON.parse(schemas.config ?? "") as { $defs: Record<string, { properties: object }> };

  test.each(Object.entries(facts))("about each %s are all in the schema of the configuration", (each, known) => {
    const definition = $defs[`${each.slice(0, 1).toUpperCase()}${each.slice(1)}Facts`];
    expect(Object.keys(known).sort()).toEqual(Object.keys(definition?.properties ?? {}).sort());
  });

  // Each is asserted as it is, which holds, and as something else, which tells what it is.
  const expected: { readonly [each in keyof typeof facts]: readonly (readonly [name: string, said: string])[] } = {
    tool: [
      ["name", '"shop_changeOrder"'],
      ["id", '"changeOrder"'],
      ["title", '"Change an order of a customer"'],
      ["description", '"Deprecated. Change an order of a customer"'],
      ["arguments", "3"],
      ["examples", "0"],
      ["toolset", '"shop"'],
      ["kind", '"openapi"'],
      ["method", '"POST"'],
      ["path", '"/orders/{id}"'],
      ["approval", '"none"'],
      ["readOnly", "false"],
      ["destructive", "absent"],
      ["idempotent", "false"],
      ["openWorld", "true"],
      ["tags", '"orders", "changes"'],
      ["deprecated", "true"],
      ["lazy", "false"],
      ["metadata.owner", '"orders-team"'],
      ["metadata.no", "absent"],
    ],
    argument: [
      ["name", '"id", "X_Trace", "note"'],
      ["description", '"The order.", absent, "What the customer said."'],
      ["type", '"string", "string", "integer", "string", "null"'],
      ["format", '"uuid", absent, absent'],
      ["required", "true, false, false"],
      ["in", '"path", "header", "body"'],
      ["tool", '"shop_changeOrder", "shop_changeOrder", "shop_changeOrder"'],
    ],
    result: [
      ["type", '"array"'],
      ["known", "true"],
      ["description", "absent"],
      ["maxBytes", "2000"],
    ],
    server: [
      ["url", '"https://api.shop.example/v1", "https://login.shop.example"'],
      ["scheme", '"https", "https"'],
      ["host", '"api.shop.example", "login.shop.example"'],
    ],
    credential: [
      ["name", '"login", "key"'],
      ["type", '"oauth2", "apiKey"'],
      ["in", 'absent, "query"'],
      ["scopes", '"write", absent'],
    ],
    toolset: [
      ["name", '"shop"'],
      ["description", "absent"],
      ["tools", "1"],
      ["kind", '"openapi"'],
    ],
  };
  const rows = Object.entries(expected).flatMap(([each, list]) => list.map(([name, said]) => [each, name, said] as const));
  test.each(rows)("about each %s, such as %s, have the value %s", async (each, name, said) => {
    const config = { overrides: { shop: { tools: { changeOrder: { metadata: { owner: "orders-team" }, output: { maxBytes: 2000 } } } } } };
    // Nothing both is there and is not.
    const found = await violations({ each, must: { [name]: { exists: true, not: { exists: true } } } }, shop, config);
    const facts = found.map((message) => /` is (.*) and must /.exec(message)?.[1]);
    expect(facts.join(", ")).toBe(said);
  });
});

describe("a predicate of an assertion", () => {
  const rows: readonly (readonly [test: Json, holds: readonly Fact[], not: readonly Fact[]])[] = [
    ["a", ["a", ["b", "a"]], ["b", undefined, "", ["b"], []]],
    [
      ["a", "b"],
      ["a", ["x", "b"]],
      ["c", undefined],
    ],
    [true, [true], [false, undefined]],
    [3, [3], [4, "3", undefined]],
    [{ matches: "^a" }, ["ab", ["b", "ab"]], ["ba", undefined, ["b"]]],
    [{ exists: true }, ["a", 0, false, ["a"]], [undefined, "", []]],
    [{ exists: false }, [undefined, "", []], ["a", 0, false]],
    [{ atLeast: 2 }, [2, "ab", ["a", "b"]], [1, "a", "", [], undefined, true]],
    [{ atMost: 2 }, [2, "ab", "", []], [3, "abc", ["a", "b", "c"], undefined, true]],
    [{ not: "a" }, ["b", undefined], ["a", ["a", "b"]]],
    [{ not: { matches: "^a", atMost: 2 } }, ["abc", "b"], ["ab"]],
    [{ atLeast: 1, atMost: 2 }, ["ab"], ["", "abc"]],
  ];
  test.each(rows)("%j holds for its examples, and not for the others", (written, holds, not) => {
    const { holds: isHeld } = factTest(written);
    expect(holds.filter((fact) => !isHeld(fact))).toEqual([]);
    expect(not.filter((fact) => isHeld(fact))).toEqual([]);
  });
});

describe("an assertion", () => {
  const asks = { where: { method: "POST" }, must: { approval: "required" }, message: "Writes ask first." };
  const message = 'Writes ask first: of the tool "changeOrder", `approval` is "none" and must be "required".';

  test("reports what breaks it, with the written reason", async () => {
    expect(await violations(asks)).toEqual([message]);
  });

  test("reports nothing if it holds", async () => {
    expect(await violations(asks, shop, { overrides: { shop: { approval: { required: ["changeOrder"] } } } })).toEqual([]);
  });

  test.each([
    ["rules", { rules: { mine: "off" } }],
    ["overrides", { overrides: { shop: { rules: { mine: "off" } } } }],
    ["pathRules", { pathRules: { "*.openapi.yaml": { mine: "off" } } }],
  ])("is turned off by %s, as a rule is", async (_name, config) => {
    expect(await violations(asks, shop, config)).toEqual([]);
  });

  test("is hidden by a comment that names it", async () => {
    const commented = { ...shop, "shop.openapi.yaml": `# toolsetc-ignore-file mine: We know.\n${document}` };
    expect(await violations(asks, commented)).toEqual([]);
  });

  test("that concerns no tool is reported, unless only a part was requested or compiled", async () => {
    const about = { where: { toolset: "shpo" }, must: { approval: "required" } };
    const finding = 'The assertion "mine" checks nothing: there is no tool with all that `where` says.';
    expect(await violations(about)).toEqual([finding]);
    expect(await violations(about, { ...shop, "x.yaml": "displayName: x\nopenApiToolset: { openApiSchema: no.yaml }\n" })).toEqual([]);
    const texts = { ...shop, "toolsetc.yaml": JSON.stringify({ assertions: [{ name: "mine", ...about }] }) };
    const part = await compileTexts(texts, { scope: { toolsets: ["shop"], named: [], beside: "nothing" } });
    expect(part.findings.map(({ code }) => code)).not.toContain("unmatched-assertion");
  });

  test("that concerned a restored toolset in an earlier run is not reported as concerning none", async () => {
    const assertions = JSON.stringify({
      targets: [{ target: "mcp" }],
      assertions: [{ name: "mine", where: { toolset: "shop" }, must: { kind: "openapi" } }],
    });
    const other = (name: string) => ({
      "other.yaml": `displayName: other\nclientFunctionToolset: { functions: [{ name: ${name}, description: It does something. }] }\n`,
    });
    const stored = new Map<string, StoredToolset>();
    const run = async (texts: { readonly [path: string]: string }) => {
      const { compilation, toStore } = await compileChanged(recordReads(memoryHost(texts)), optionsOf(), (key) => stored.get(key));
      for (const each of toStore(() => 0)) stored.set(each.key, each);
      return { restored: compilation.restored.size, codes: compilation.ungrouped.map(({ code }) => code) };
    };
    expect((await run({ ...shop, ...other("one"), "toolsetc.yaml": assertions })).restored).toBe(0);
    const again = await run({ ...shop, ...other("two"), "toolsetc.yaml": assertions });
    expect(again.restored).toBe(1);
    expect(again.codes).not.toContain("unmatched-assertion");
  });

  test("is not evaluated in a project without assertions", async () => {
    const { matched } = await compileTexts(shop);
    expect(matched.size).toBe(0);
  });
});

describe("`explain` for an assertion", () => {
  test("prints what an assertion of this project says, and suggests its name", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-assertions-")));
    try {
      mkdirSync(join(folder, ".git"));
      const assertion = { name: "writes-ask", where: { method: "POST" }, must: { approval: "required" }, message: "Writes ask." };
      const config = JSON.stringify({ assertions: [assertion] });
      for (const [path, text] of Object.entries({ ...shop, "toolsetc.yaml": config })) writeFileSync(join(folder, path), text);
      const { stdout } = await runCommand(["explain", "writes-ask"], { cwd: folder });
      expect(stdout).toBe(
        '# writes-ask\n\nError, unless `rules` says otherwise: an assertion in toolsetc.yaml.\n\nWrites ask.\n\neach: tool\nwhere: {"method":"POST"}\nmust: {"approval":"required"}\n',
      );
      expect((await runCommand(["explain", "writes-aks"], { cwd: folder })).stderr).toContain('Did you mean "writes-ask"?');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
