import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { mcpRegistryTarget } from "../../src/targets/mcp/mcp-registry.ts";
import { compileTexts } from "../compile-texts.ts";
import { program, toolset } from "./program.ts";

const options = { name: "com.example/shop", version: "1.2.0", url: "", package: "" };

/** What the registry requires of the members that are written, after its schema of 2025-12-11. */
const validate = new Ajv().compile({
  type: "object",
  required: ["$schema", "name", "description", "version"],
  additionalProperties: false,
  properties: {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255 },
    remotes: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "url"],
        properties: { type: { enum: ["streamable-http", "sse"] }, url: { pattern: "^https?://" } },
      },
    },
    packages: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["registryType", "identifier", "version", "transport"],
        properties: {
          registryType: { enum: ["npm", "pypi", "oci", "nuget", "mcpb"] },
          identifier: { type: "string" },
          version: { type: "string", not: { const: "latest" } },
          transport: { type: "object", required: ["type"] },
        },
      },
    },
  },
});

function serverOf(given: typeof program, chosen = options) {
  const [file] = mcpRegistryTarget.emit(given, chosen).value;
  expect(file?.path).toBe("server.json");
  const server = JSON.parse(file?.text ?? "");
  expect(validate(server), JSON.stringify(validate.errors)).toBe(true);
  return server;
}

test("the file for the MCP registry describes a server at an address or in a package", () => {
  expect(serverOf(program, { ...options, url: "https://shop.example/mcp" }).remotes).toEqual([
    { type: "streamable-http", url: "https://shop.example/mcp" },
  ]);
  expect(serverOf(program, { ...options, package: "@example/shop" }).packages).toEqual([
    { registryType: "npm", identifier: "@example/shop", version: "1.2.0", transport: { type: "stdio" } },
  ]);
  expect(Object.keys(serverOf(program))).toEqual(["$schema", "name", "description", "version"]);
});

test("the description of a server for the MCP registry fits, however long those of the toolsets are", () => {
  const long = toolset({ description: `It sells things. ${"And more things. ".repeat(40)}` });
  expect(serverOf({ toolsets: [long], agents: [], folder: "" }).description).toMatch(/^It sells things\./);
  const many = Array.from({ length: 50 }, (_item, index) => toolset({ name: `shop${index}`, displayName: `shop${index}` }));
  serverOf({ toolsets: many, agents: [], folder: "" });
});

test("a file for the MCP registry without a name is not written, which is reported at the target", async () => {
  const files = {
    "now.yaml":
      "displayName: now\nclientFunction: { name: now, description: What time it is., parameters: { type: OBJECT, properties: {} } }\n",
    "toolsetc.yaml": "targets: [{ target: mcp-registry, out: registry, version: 1.0.0 }, { target: manifest, out: generated }]\n",
  };
  const { findings, outputs } = await compileTexts(files);
  expect(findings.map(({ severity, code, mark }) => [severity, code, mark.start.line])).toEqual([["error", "missing-target-option", 1]]);
  expect(outputs.map(({ target }) => target)).toEqual(["manifest"]);
  const asked = await compileTexts({ "now.yaml": files["now.yaml"] }, { targets: ["mcp-registry"] });
  expect(asked.findings.map(({ code, mark }) => [code, mark.file])).toEqual([
    ["missing-target-option", "--target"],
    ["missing-target-option", "--target"],
  ]);
});
