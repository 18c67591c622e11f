import { expect, test } from "vitest";
import { targetNames } from "../../src/targets/emit.ts";
import { compileTexts } from "../compile-texts.ts";

// So a changed text of it is no error of `instruction-to-model`: see that rule.
test.each(targetNames)("the target %s writes nothing of what a document says about itself", async (target) => {
  const { outputs } = await compileTexts({
    "toolsetc.yaml": `targets: [{ target: ${target}, out: out }]\n`,
    "shop.yaml": "displayName: shop\ndescription: Written of the toolset.\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "shop.openapi.yaml": `openapi: 3.1.0
info:
  title: Hidden title
  summary: Hidden summary.
  description: Hidden description.
  termsOfService: https://hidden.example
  contact: { name: Hidden name, url: https://hidden.example }
  version: hidden
servers: [{ url: https://shop.example }]
paths: { /it: { get: { operationId: get_it, summary: Written of the tool., responses: { "200": { description: It. } } } } }
`,
  });
  const texts = outputs.flatMap(({ files }) => files.map(({ text }) => text)).join("\n");
  // An entry of the registry is about a server of MCP.
  expect(texts.includes("Written of the tool")).toBe(target !== "mcp-registry");
  expect(texts).not.toMatch(/hidden/i);
});
