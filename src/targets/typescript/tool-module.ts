import type { Tool } from "../../ir/ir.ts";
import type { Binding } from "../../runtime/binding.ts";
import type { Json } from "../../source/json.ts";
import { type Code, code, comment, type Identifier, Import, identifier, list, renderModule, type Value } from "../code/code.ts";
import type { ToolLayout } from "../layout.ts";
import { plainData } from "../plain-data.ts";
import { referencesOf } from "../references.ts";
import { declaration } from "../types/print-type.ts";
import { type TypeContext, typeOfSchema } from "../types/type-of-schema.ts";
import { bannerFor, type Importing } from "./importing.ts";
import { type SharedParameters, writtenParameters } from "./parameters-module.ts";

/** The module of one tool of a toolset. */
export function toolModule(
  layout: ToolLayout,
  context: TypeContext,
  { importing, parameters }: { importing: Importing; parameters: SharedParameters },
): string {
  const { module } = importing;
  const places = {
    schemas: module("../schemas"),
    types: module("../types"),
    toolset: new Import("toolset", module("../toolset")),
    parameters: { from: module("../parameters"), names: parameters },
  };
  return moduleOf(layout.tool.origin.tree.source.path, toolStatements(layout, context, { importing, places }));
}

/** Where a tool finds what it refers to. */
export interface Places {
  readonly schemas: string;
  readonly types: string;
  readonly toolset: Import | Identifier;
  readonly parameters: { readonly from: string; readonly names: SharedParameters };
}

export interface ToolStatements {
  readonly statements: readonly Code[];
  /** Empty where no type of the tool refers to a shared one. */
  readonly namespaces: readonly Import[];
}

export function moduleOf(source: string, { statements, namespaces }: ToolStatements): string {
  return renderModule({ banner: bannerFor(source), namespaces, statements });
}

/** The types that go with a tool, then the tool. */
export function toolStatements(
  layout: ToolLayout,
  context: TypeContext,
  { importing: { runtime }, places }: { importing: Importing; places: Places },
): ToolStatements {
  const { tool } = layout;
  const [input, output] = typeNames(layout);
  let usesShared = false;
  const onReference = () => {
    usesShared = true;
  };
  const printing = { qualifier: "types.", onReference };
  const statements = [
    declaration(input, typeOfSchema(tool.input.json, context), { schema: tool.input.json, printing }),
    declaration(output, typeOfSchema(tool.output.json, context), { schema: tool.output.json, printing }),
    toolStatement(layout, context, {
      defineTool: runtime("defineTool"),
      Tool: runtime("Tool", "type"),
      toolset: places.toolset,
      schema: (name) => new Import(name, places.schemas),
      parameters: places.parameters,
    }),
  ];
  return { statements, namespaces: usesShared ? [new Import("types", places.types, "type")] : [] };
}

/** The names of the types that go with a tool. */
export function typeNames({ typeName }: ToolLayout): [input: string, output: string] {
  return [`${typeName}Input`, `${typeName}Output`];
}

/** What a tool's statement refers to. */
interface Names {
  readonly defineTool: Import;
  readonly Tool: Import;
  readonly toolset: Import | Identifier;
  readonly schema: (name: string) => Import;
  readonly parameters: Places["parameters"];
}

function toolStatement(layout: ToolLayout, context: TypeContext, { defineTool, Tool, toolset, schema, parameters }: Names): Code {
  const { tool, exported } = layout;
  const [input, output] = typeNames(layout);
  const uses = (json: Json) =>
    list(
      referencesOf(json)
        .filter((name) => context.schemas.has(name))
        .map(schema),
    );
  return code`${docOf(tool)}export const ${identifier(exported)}: ${Tool}<${identifier(input)}, ${identifier(output)}, ${tool.name}> = /* @__PURE__ */ ${defineTool}({
  ${toolset},
  id: ${tool.id},
  name: ${tool.name},
  title: ${tool.title},
  description: ${tool.description},
  input: {
    schema: ${tool.input.json},
    uses: ${uses(tool.input.json)},
  },
  output: {
    schema: ${tool.output.json},
    uses: ${uses(tool.output.json)},
  },
  annotations: ${plainData(tool.annotations)},
  approval: ${tool.approval},
  tags: ${tool.tags},
  deprecated: ${tool.deprecated},
  lazy: ${tool.lazy},
  metadata: ${tool.metadata},
  trim: ${plainData(tool.trim)},
  binding: ${bindingOf(tool.binding, parameters)},
});`;
}

/** The title, else the first paragraph of the description: the whole of it stands in the object below. */
function docOf({ title, description, deprecated }: Tool): Code {
  const paragraph = description.trim().split(/\n\s*\n/, 1)[0] ?? "";
  return comment(title === "" ? paragraph : title, deprecated ? ["@deprecated"] : []);
}

function bindingOf(binding: Binding, { from, names }: Places["parameters"]): Value {
  if (binding.transport !== "http") return plainData(binding);
  const { transport, method, path, servers, body, responses, output, security } = binding;
  const parameters = writtenParameters(binding, names).map(({ parameter, name }) =>
    name === undefined ? plainData(parameter) : new Import(name, from),
  );
  return code`{
    transport: ${transport},
    method: ${method},
    path: ${path},
    servers: ${plainData(servers)},
    parameters: ${list(parameters)},
    body: ${plainData(body)},
    responses: ${plainData(responses)},
    output: ${output},
    security: ${plainData(security)},
  }`;
}
