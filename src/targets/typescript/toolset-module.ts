import type { Group, Toolset } from "../../ir/ir.ts";
import type { Json } from "../../source/json.ts";
import { Code, code, Import, identifier, list, renderModule } from "../code/code.ts";
import type { ToolsetLayout } from "../layout.ts";
import { plainData } from "../plain-data.ts";
import { alias, declaration } from "../types/print-type.ts";
import { never, type TypeNode, unionOf } from "../types/type-node.ts";
import { bannerFor, type Importing } from "./importing.ts";
import { overlayType } from "./overlay.ts";

/** The module of what a toolset's tools share. */
export function toolsetModule(toolset: Toolset, importing: Importing): string {
  return renderModule({
    banner: bannerFor(toolset.origin.tree.source.path),
    namespaces: [],
    statements: [code`export ${toolsetStatement(toolset, importing)}`],
  });
}

/** The one place that says which version of the run-time contract the modules need. */
export function toolsetStatement({ name, displayName, connection }: Toolset, { runtime, transport }: Importing): Code {
  return code`const ${identifier("toolset")}: ${runtime("Toolset", "type")} = /* @__PURE__ */ ${runtime("defineToolset")}({
  format: 1,
  name: ${name},
  displayName: ${displayName},
  connection: ${plainData(connection)},
  transport: ${transport(connection.kind)},
});`;
}

/** The module that a program imports: all tools of a toolset, their names, and `tools`, which binds what their calls have in common. */
export function toolsetIndex({ toolset, tools }: ToolsetLayout, importing: Importing): string {
  const { module, runtime } = importing;
  const imports = tools.map(({ exported, file }) => new Import(exported, module(`./tools/${file}`)));
  const shared = toolset.schemas.size === 0 ? [] : [code`export type * as types from ${module("./types")};`];
  const exports = tools.map(({ file }) => code`export * from ${module(`./tools/${file}`)};`);
  return renderModule({
    banner: bannerFor(toolset.origin.tree.source.path),
    namespaces: [],
    statements: [
      joined([...exports, ...shared]),
      code`/** The name of every tool, as the model sees it. */
export const ${identifier("names")} = ${tools.map(({ tool }) => tool.name)} as const;

export type ${identifier("ToolName")} = (typeof names)[number];`,
      code`/** Every tool, in the order of \`names\`. */
export const ${identifier("allTools")} = ${list(imports)} as const;`,
      code`/** The names of tools by tag. */
export const ${identifier("groups")} = ${namesByGroup(toolset.groups)} as const;`,
      ...environmentStatements(toolset, importing),
      code`/** Every tool, with \`options\` for all of their calls. */
export function ${identifier("tools")}(options?: Options): typeof allTools {
  return ${runtime("bindTools")}(allTools, options);
}`,
    ],
  });
}

/** What a choice of tools is in a program: their names, by the name of the choice. */
export function namesByGroup(groups: readonly Group[]): Json {
  const names = new Map<string, ReadonlySet<string>>();
  for (const { name, tools } of groups) names.set(name, new Set([...(names.get(name) ?? []), ...tools]));
  return Object.fromEntries([...names].map(([name, each]) => [name, [...each]]));
}

/** The types of what a caller chooses. Client functions also take their handlers, each with the types of its tool. */
export function environmentStatements(toolset: Toolset, { runtime }: Importing): Code[] {
  const names = Object.keys(toolset.connection.environments).map((value): TypeNode => ({ kind: "literal", value }));
  const printing = { qualifier: "", onReference: () => undefined };
  const isClient = toolset.resource === "toolset" && toolset.connection.kind === "client";
  const omitted = isClient ? code`"environment" | "handlers"` : code`"environment"`;
  const handlers = isClient
    ? code`
  /** Carries out the functions, by tool name. */
  readonly handlers?: ${runtime("Handlers", "type")}<typeof allTools> | undefined;`
    : code``;
  return [
    declaration("Environment", unionOf([never, ...names]), {
      schema: { description: "The environments that the toolset was compiled for." },
      printing,
    }),
    // An alias: the run-time library takes an overlay of any shape, which TypeScript does not let an interface be.
    alias("Overlay", overlayType(toolset), {
      schema: { description: "What differs by environment, in the shape of the definition." },
      printing,
    }),
    code`export interface ${identifier("Options")} extends Omit<${runtime("Context", "type")}, ${omitted}> {
  readonly environment?: Environment | Overlay | undefined;${handlers}
}`,
  ];
}

function joined(statements: readonly Code[]): Code {
  return new Code(["", ...statements.slice(1).map(() => "\n"), ""], statements);
}
