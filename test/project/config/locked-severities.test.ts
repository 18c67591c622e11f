import { describe, expect, test } from "vitest";
import { schemas } from "../../../src/definition/compiled/schemas.ts";
import { findingsOf } from "../../../src/findings/findings-of.ts";
import type { CompileOptions } from "../../../src/settings.ts";
import { isArray, isObject, type Json } from "../../../src/source/json/json.ts";
import { compileTexts } from "../../compile-texts.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1.0" }
servers: [{ url: "http://shop.example.com" }]
paths:
  /orders:
    post:
      operationId: createOrder
      summary: Create an order for a customer
      responses: { "200": { description: ok } }
`;
const policy = `
rules: { insecure-server: { severity: error, locked: true } }
assertions: [{ name: writes-ask, where: { method: POST }, must: { approval: required }, locked: true }, { name: tagged, must: { tags: { exists: true } } }]
`;
const shop = {
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
  "shop.openapi.yaml": document,
  "policy.yaml": policy,
};
const codes = ["insecure-server", "writes-ask"];

/** A way to lower a severity: a change of the project, a flag, or a baseline. */
interface Way {
  readonly config?: object;
  readonly texts?: { readonly [path: string]: string };
  readonly options?: CompileOptions;
  readonly isBaselined?: boolean;
}

function off(severity = "off"): object {
  return Object.fromEntries(codes.map((code) => [code, severity]));
}

/** Each place of the configuration that takes severities, in words, with its path in the schema. */
const places: { readonly [words: string]: Way & { readonly path: string } } = {
  "`rules`": { path: "properties/rules", config: { rules: off() } },
  "`pathRules`": { path: "properties/pathRules", config: { pathRules: { "*": off() } } },
  "`rules` of a toolset": { path: "$defs/Overrides/properties/rules", config: { overrides: { shop: { rules: off() } } } },
  "a lock of its own": {
    path: "$defs/RuleSetting",
    config: { rules: Object.fromEntries(codes.map((code) => [code, { severity: "note", locked: true }])) },
  },
  "an assertion with the name of a rule": {
    path: "$defs/Assertion/properties/severity",
    config: { assertions: [{ name: "writes-ask", where: { method: "GET" }, must: { approval: "none" }, severity: "note" }] },
  },
};
const ways: { readonly [name: string]: Way } = {
  ...places,
  "a comment for the file": { texts: { "shop.openapi.yaml": `# toolsetc-ignore-file ${codes.join(", ")}: We know.\n${document}` } },
  "a comment for the line": {
    texts: {
      "shop.openapi.yaml": document
        .replace("servers:", "# toolsetc-ignore insecure-server: It is old.\nservers:")
        .replace("      summary:", "      # toolsetc-ignore writes-ask: It is old.\n      summary:"),
    },
  },
  "the flag --baseline": { isBaselined: true },
  "the flag --profile": { options: { profile: "openapi" } },
  "a profile": { config: { profile: "ces" } },
};

/** The severities of the locked findings, and whether something says that the setting has no effect. */
async function result({ config = {}, texts = {}, options = {}, isBaselined }: Way) {
  const compilation = await compileTexts(
    { ...shop, ...texts, "toolsetc.yaml": JSON.stringify({ extends: "policy.yaml", ...config }) },
    options,
  );
  const entries = compilation.allFindings.map(({ fingerprint, code, message, mark: { file } }) => ({ fingerprint, code, message, file }));
  const text = JSON.stringify({ formatVersion: "1.0", findings: entries });
  const baseline = (await compileTexts({ ...shop, "b.json": text }, { files: ["b.json"] })).project.files.get("b.json");
  const findings = isBaselined ? findingsOf(compilation, undefined, baseline).ungrouped : compilation.allFindings;
  if (isBaselined) expect(findingsOf(compilation, undefined, baseline).suppressed.length).toBeGreaterThan(0);
  return {
    severities: codes.map((code) => findings.find((found) => found.code === code)?.severity),
    said: findings.filter(({ code }) => ["locked-setting", "invalid-suppression"].includes(code)).length,
  };
}

describe("a severity that a policy locks is not lowered by", () => {
  test.each(Object.entries(ways))("%s", async (_name, way) => {
    expect((await result(way)).severities).toEqual(["error", "error"]);
  });
});

test.each(Object.entries(ways).filter(([name]) => !/flag|profile/.test(name)))(
  "an attempt to lower a locked severity by %s is reported",
  async (_name, way) => {
    expect((await result(way)).said).toBeGreaterThan(0);
  },
);

test("a locked severity may be raised", async () => {
  const text = policy.replace("insecure-server: { severity: error", "insecure-server: { severity: note");
  const way = (rules: object) => ({ config: { rules }, texts: { "policy.yaml": text } });
  expect((await result(way({ "insecure-server": "error" }))).severities[0]).toBe("error");
  expect((await result(way({ "insecure-server": "off" }))).severities[0]).toBe("note");
});

test("each setting of severities in the configuration is tested here", () => {
  const found: string[] = [];
  const walk = (value: Json | undefined, path: readonly string[]): void => {
    if (isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, String(index)]);
    if (!isObject(value)) return;
    const isOfSeverities = isArray(value["enum"]) && value["enum"].includes("warning");
    if (isOfSeverities || (typeof value["$ref"] === "string" && /Severit|RuleSetting/.test(value["$ref"]))) found.push(path.join("/"));
    for (const [name, each] of Object.entries(value)) walk(each, [...path, name]);
  };
  walk(JSON.parse(schemas.config ?? ""), []);
  // A definition is reached from the places that refer to it.
  const definitions = /^\$defs\/(?:Severit(?:y|ies)|LockableSeverity)(?:\/|$)/;
  const rows = Object.values(places).map(({ path }) => path);
  const withRow = found.filter((path) => !definitions.test(path)).map((path) => rows.find((row) => path.startsWith(row)) ?? path);
  expect([...new Set(withRow)].sort()).toEqual(rows.sort());
});
