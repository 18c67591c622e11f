import type { Binding, Tool } from "../../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../../src/runtime/manifest.ts";
import { compileTexts } from "../../compile-texts.ts";
import { withNeededParts } from "../../needed-parts.ts";
import type { WireCall } from "../suite.mjs";

/**
 * This compiler with its run-time library: the document is compiled, and the tool of the operation is called, with only the parts of the
 * library that its module imports.
 */
export async function toolsetc({ document, method, path, arguments: given }: WireCall): Promise<void> {
  const texts = {
    "wire.openapi.json": JSON.stringify(document),
    "wire.yaml": "displayName: wire\nopenApiToolset:\n  openApiSchema: ./wire.openapi.json\n",
  };
  const { outputs, findings } = await compileTexts(texts, { targets: ["manifest"] });
  const manifest = outputs.flatMap(({ files }) => files).find((file) => file.path.endsWith("toolset.json"));
  if (manifest === undefined) throw new Error(`Nothing was compiled: ${findings.map(({ message }) => message).join(" ")}`);
  const tools = withNeededParts(toolsOf(JSON.parse(manifest.text) as Manifest)); // The compiler wrote it.
  const tool = tools.find(({ binding }) => binding.transport === "http" && binding.method === method && binding.path === path);
  if (tool === undefined) throw new Error(`There is no tool for ${method} ${path}: ${findings.map(({ message }) => message).join(" ")}`);
  await tool.execute(inputOf(tool, given));
}

/** The input of the tool: each value under the property that the binding names for its place. */
function inputOf({ binding }: Tool, given: WireCall["arguments"]): { readonly [name: string]: unknown } {
  if (binding.transport !== "http") throw new Error("Only OpenAPI is compiled here.");
  const entries: [string, unknown][] = binding.parameters
    .flatMap(({ name, in: place, from }) => {
      const values = given[place] ?? {};
      return "input" in from && Object.hasOwn(values, name) ? [[from.input, withFiles(values[name])] as const] : [];
    })
    .map(([name, value]) => [name, value]);
  return Object.fromEntries([...entries, ...bodyEntries(binding.body, given.body)]);
}

type Body = Extract<Binding, { readonly transport: "http" }>["body"];

function bodyEntries(body: Body, value: unknown): [string, unknown][] {
  if (body === null || value === undefined) return [];
  if ("input" in body.from) return [[body.from.input, withFiles(value)]];
  const members = Object(value) as { readonly [name: string]: unknown }; // The body is an object where it has members.
  return body.from.members.flatMap(({ name, from }): [string, unknown][] =>
    "input" in from && Object.hasOwn(members, name) ? [[from.input, withFiles(members[name])]] : [],
  );
}

/** A file of the suite as a tool takes it. */
function withFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFiles);
  if (typeof value !== "object" || value === null) return value;
  const file: unknown = Reflect.get(value, "$file");
  if (typeof file !== "object" || file === null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withFiles(member)]));
  return { filename: Reflect.get(file, "name"), mediaType: Reflect.get(file, "type"), base64: Reflect.get(file, "base64") };
}
