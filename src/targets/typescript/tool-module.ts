import type { Tool, ToolSummary } from "../../ir/ir.ts";
import type { Endpoint } from "../../runtime/binding.ts";
import type { readingTools } from "../../runtime/discovery/reading-tools.ts";
import { referencesOf, sharedSchemaName } from "../../schema/references.ts";
import type { JsonObject } from "../../source/json/json.ts";
import {
  arrayLiteral,
  type CodeFragment,
  type CodeValue,
  code,
  comment,
  concatenate,
  type Identifier,
  Import,
  identifier,
  memberName,
  onlyDeclarations,
  onlyRuntime,
  onlyTypes,
  type SchemaConstants,
  type SchemaExpression,
  schemaExpression,
} from "../code/code.ts";
import type { Module } from "../code/render-module.ts";
import type { ToolLayout, ToolsetLayout } from "../layout.ts";
import { bindingMember, optionalMembers } from "../tool-members.ts";
import { declaration } from "../types/declare-type.ts";
import { printingOf } from "../types/print-type.ts";
import { type TypeContext, typeOfSchema } from "../types/type-of-schema.ts";
import { authReference } from "./auth-type.ts";
import { declareSchemas } from "./declared-schemas.ts";
import type { ModuleContext } from "./module-context.ts";
import { partsForTool } from "./parts.ts";

/** Finds the name of the tool that reads what a tool changes. */
export type ReaderOf = ReturnType<typeof readingTools>;

/** The module that declares one or more tools of a toolset. */
export function toolsModule(
  { toolset, tools: layouts, readerOf }: Pick<ToolsetLayout, "toolset" | "tools"> & { readonly readerOf: ReaderOf },
  context: TypeContext,
  importing: ModuleContext,
): Module {
  const { module } = importing;
  const imports = {
    schemas: module("../schemas"),
    types: module("../types"),
    toolset: new Import("toolset", module("../toolset")),
    auth: authReference(toolset, new Import("Auth", module("../toolset"), "type")),
  };
  const importOf = importsOf(context, imports);
  const shared = declareSchemas(layouts, (json, constants) => expressionOf(json, importOf, constants));
  const { endpoint } = toolset;
  const parts = layouts.map((layout) =>
    toolStatements(layout, context, { importing, imports, endpoint, constants: shared.constants, reader: readerOf(layout.tool.binding) }),
  );
  return {
    banner: bannerOf(layouts, importing),
    isUnchecked: true,
    // All tools of a module import the same namespace, so one import is enough.
    namespaces: parts.flatMap(({ namespaces }) => namespaces).slice(0, 1),
    statements: [...shared.statements, ...parts.flatMap(({ statements }) => statements)],
  };
}

/** The statement that re-exports a tool and its types from the module `from`. */
export function toolExport(layout: ToolLayout<ToolSummary>, from: string): CodeFragment {
  const [input, output] = typeNames(layout);
  const types = onlyTypes`, type ${identifier(input)}, type ${identifier(output)}`;
  return code`export { ${identifier(layout.exported)}${types} } from ${from};`;
}

function bannerOf([first]: readonly ToolLayout[], { banner }: ModuleContext): string {
  if (first === undefined) throw new Error("A module of tools has no tools.");
  return banner(first.tool.origin.tree.source.path);
}

/** The imports that the statements of a tool need. */
export interface ToolImports {
  /** The import specifiers of the modules `schemas` and `types` of the toolset. */
  readonly schemas: string;
  readonly types: string;
  readonly toolset: Import | Identifier;
  /** The type of the credentials of the toolset. */
  readonly auth: CodeFragment;
}

/** The statements that declare a tool and its types, and the namespace imports of these statements. */
export interface ToolStatements {
  readonly statements: readonly CodeFragment[];
  /** Empty if no type of the tool refers to a shared type. */
  readonly namespaces: readonly Import[];
}

/** What the statements of a tool depend on besides the tool. */
export interface ToolSurroundings {
  readonly importing: ModuleContext;
  readonly imports: ToolImports;
  /** What the tool shares with the other tools of its toolset. */
  readonly endpoint: Endpoint;
  /** The constants of the module that parts of the tool's schemas are printed as. */
  readonly constants: SchemaConstants;
  /** The name of the tool that reads what the tool changes. */
  readonly reader: string | undefined;
}

/** The statements that declare the input type, the output type, and the tool. */
export function toolStatements(
  layout: ToolLayout,
  context: TypeContext,
  { importing: { runtime, part }, imports, endpoint, constants, reader }: ToolSurroundings,
): ToolStatements {
  const { tool } = layout;
  const [input, output] = typeNames(layout);
  const items = tool.binding.transport === "http" ? tool.binding.pages?.items : undefined;
  let usesShared = false;
  const printing = printingOf(context.schemas, "types.", () => {
    usesShared = true;
  });
  const statements = [
    declaration(input, typeOfSchema(tool.input.documented, context), { schema: tool.input.documented, printing }),
    declaration(output, typeOfSchema(tool.output.documented, context), { schema: tool.output.documented, printing }),
    toolStatement(layout, {
      compose: runtime(items === undefined ? "composeTool" : "composeList"),
      Tool: runtime(items === undefined ? "Tool" : "ListTool", "type"),
      items,
      toolset: imports.toolset,
      auth: imports.auth,
      importOf: importsOf(context, imports),
      constants,
      reader,
      uses: partsForTool({ tool, endpoint, schemas: context.schemas }).map(part),
    }),
  ];
  return { statements, namespaces: usesShared ? [new Import("types", imports.types, "type")] : [] };
}

/** The names of the input and output types of a tool. */
function typeNames({ typeName }: Pick<ToolLayout, "typeName">): [input: string, output: string] {
  return [`${typeName}Input`, `${typeName}Output`];
}

/** The names to which the statement that declares a tool refers. */
interface ToolReferences {
  readonly compose: Import;
  readonly Tool: Import;
  readonly toolset: Import | Identifier;
  readonly auth: CodeFragment;
  /** The path of the items of a list whose pages are known. */
  readonly items: readonly string[] | undefined;
  readonly importOf: ImportOfSchema;
  readonly constants: SchemaConstants;
  readonly reader: string | undefined;
  readonly uses: readonly Import[];
}

function toolStatement(
  layout: ToolLayout,
  { compose, Tool, toolset, auth, items, importOf, constants, reader, uses }: ToolReferences,
): CodeFragment {
  const { tool, exported } = layout;
  const [input, output] = typeNames(layout);
  const types = code`<${identifier(input)}, ${identifier(output)}, ${tool.name}, ${tool.approval}, ${auth}${items === undefined ? code`` : code`, readonly ${[...items]}`}>`;
  const start = code`${docOf(tool)}export ${onlyDeclarations`declare `}const ${identifier(exported)}${onlyTypes`: ${Tool}${types}`}`;
  return code`${start}${onlyRuntime` = /* @__PURE__ */ ${compose}({
  ${toolset},
  id: ${tool.id},
  name: ${tool.name},${memberLines(tool.title === "" ? {} : { title: tool.title })}
  description: ${tool.description},
  input: ${schemaValue(tool.input.json, importOf, constants)},
  output: ${schemaValue(tool.output.json, importOf, constants)},${uses.length === 0 ? code`` : code`\n  uses: ${arrayLiteral(uses)},`}${memberLines(
    {
      ...optionalMembers(tool),
      ...(reader === undefined ? {} : { reader }),
      ...bindingMember(tool.binding),
    },
  )}
})`};`;
}

/** A schema as code. A schema of an object that is only a reference to a shared schema is printed as the name of the shared schema. */
function schemaValue(json: JsonObject, importOf: ImportOfSchema, constants: SchemaConstants): CodeValue {
  const { $ref, type } = json;
  const name = typeof $ref === "string" && type === "object" && Object.keys(json).length === 2 ? sharedSchemaName($ref) : undefined;
  return (name === undefined ? undefined : importOf(name)) ?? expressionOf(json, importOf, constants);
}

/** The import of a shared schema; `undefined` if there is no such schema. */
type ImportOfSchema = (name: string) => Import | undefined;

function importsOf(context: TypeContext, { schemas }: Pick<ToolImports, "schemas">): ImportOfSchema {
  return (name) => (context.schemas.has(name) ? new Import(name, schemas) : undefined);
}

function expressionOf(json: JsonObject, importOf: ImportOfSchema, constants?: SchemaConstants): SchemaExpression {
  const references = referencesOf(json).flatMap((each) => importOf(each) ?? []);
  return schemaExpression(json, references, constants);
}

/** The documentation comment of a tool: its title and its whole description. */
function docOf({ title, documentation, deprecated }: Tool): CodeFragment {
  const text = documentation.startsWith(title) ? documentation : `${title}\n\n${documentation}`;
  return comment(text, deprecated ? ["@deprecated"] : []);
}

/** Members of an object literal, each on a line of its own. */
function memberLines(members: JsonObject): CodeFragment {
  return concatenate(Object.entries(members).map(([name, value]) => code`\n  ${memberName(name)}: ${value},`));
}
