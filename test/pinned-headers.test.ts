import { describe, expect, test } from "vitest";
import { fixProject } from "../src/cli/build/fix-project.ts";
import type { Compilation } from "../src/compile.ts";
import { compileTexts, memoryHost, optionsOf } from "./compile-texts.ts";

type Texts = { readonly [path: string]: string };

async function fixed(texts: Texts, isUnsafe: boolean): Promise<Texts> {
  const given = { compile: optionsOf({}), findingsOf: (found: Compilation) => found.ungrouped, isUnsafe };
  const result = await fixProject(memoryHost(texts), given);
  return { ...texts, ...Object.fromEntries(result.texts) };
}

const versioned = (parameters: string) => `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /a: { get: { operationId: get_a, summary: Get the a., parameters: [${parameters}], responses: { "200": { description: It. } } } }
  /b: { get: { operationId: get_b, summary: Get the b., parameters: [${parameters}], responses: { "200": { description: It. } } } }
`;
const header = (schema: string, name = "Api-Version") => `{ name: ${name}, in: header, required: true, schema: ${schema} }`;
const shop = "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n";

describe("the fix of a header of the protocol pins its value in the configuration", () => {
  const proposed = versioned(header('{ type: string, default: "2026-01" }'));

  test.each([
    [
      "without overrides",
      "targets: []\n",
      'targets: []\noverrides:\n  shop:\n    tools:\n      "*":\n        parameters:\n          Api-Version:\n            value: "2026-01"\n',
    ],
    [
      "with overrides of the folder's name",
      "overrides:\n  shop:\n    tools:\n      get_a: { lazy: true } # later\n\n# end\ntargets: []\n",
      'overrides:\n  shop:\n    tools:\n      get_a: { lazy: true } # later\n      "*":\n        parameters:\n          Api-Version:\n            value: "2026-01"\n\n# end\ntargets: []\n',
    ],
    [
      "with overrides in braces",
      "overrides: { shop: { include: [get_a, get_b] } }\n",
      'overrides: { shop: { include: [get_a, get_b], tools: { "*": { parameters: { Api-Version: { value: "2026-01" } } } } } }\n',
    ],
  ])("%s", async (_name, config, expected) => {
    const texts = { "toolsetc.yaml": config, "shop.yaml": shop, "shop.openapi.yaml": proposed };
    expect((await compileTexts(texts)).allFindings.map(({ code }) => code)).toContain("protocol-header");
    const written = await fixed(texts, true);
    expect(written["toolsetc.yaml"]).toBe(expected);
    expect((await compileTexts(written)).allFindings.map(({ code }) => code)).not.toContain("protocol-header");
    expect(await fixed(texts, false)).toEqual(texts);
  });

  test.each([
    ["proposes no value", versioned(header("{ type: string }"))],
    ["has several values", versioned(header('{ type: string, enum: ["1", "2"] }'))],
    [
      "proposes different values",
      `${versioned(header("{ type: string, example: a }"))}  /c: { get: { operationId: get_c, parameters: [${header("{ type: string, example: b }")}], responses: { "200": { description: It. } } } }\n`,
    ],
    [
      "has a parameter of this name that is no header",
      `${proposed}  /c: { get: { operationId: get_c, parameters: [{ name: Api-Version, in: query, schema: { type: string } }], responses: { "200": { description: It. } } } }\n`,
    ],
  ])("but not if the document %s", async (_name, text) => {
    const texts = { "toolsetc.yaml": "targets: []\n", "shop.yaml": shop, "shop.openapi.yaml": text };
    expect((await compileTexts(texts)).allFindings.map(({ code }) => code)).toContain("protocol-header");
    expect(await fixed(texts, true)).toEqual(texts);
  });
});
