import { plainData } from "../../contract/plain-data.ts";
import type { Group, Toolset } from "../../ir/ir.ts";
import type { Endpoint } from "../../runtime/binding.ts";
import {
  arrayLiteral,
  type CodeFragment,
  code,
  comment,
  concatenate,
  type Identifier,
  Import,
  identifier,
  memberName,
  NamespaceMember,
  onlyDeclarations,
  onlyRuntime,
  onlyTypes,
  onlyTypescript,
} from "../code/code.ts";
import { spellIdentifier } from "../code/identifiers.ts";
import type { Module } from "../code/render-module.ts";
import type { ToolsetLayout } from "../layout.ts";
import { alias, declaration } from "../types/declare-type.ts";
import { printingOf } from "../types/print-type.ts";
import { neverType, type TypeNode, unionOf } from "../types/type-node.ts";
import { authMember, authType, needsAuth, secretsMember } from "./auth-type.ts";
import type { ToolModule } from "./group-into-modules.ts";
import type { ModuleContext } from "./module-context.ts";
import { overlayType } from "./overlay.ts";
import { partsForToolset } from "./parts.ts";

/** The module of a toolset without its tools: the settings that all tools share. */
export function toolsetModule(toolset: Toolset, importing: ModuleContext): Module {
  return {
    banner: importing.banner(toolset.origin.tree.source.path),
    namespaces: [],
    statements: [...authType(toolset, importing), code`export ${onlyDeclarations`declare `}${toolsetStatement(toolset, importing)}`],
  };
}

/** The statement that defines a toolset. `format` is the version of the interface between generated modules and the run-time library. */
export function toolsetStatement(toolset: Toolset, importing: ModuleContext): CodeFragment {
  const { name, displayName, endpoint } = toolset;
  const { runtime, part } = importing;
  const uses = partsForToolset(toolset).map(part);
  const type = onlyTypes`: ${runtime("Toolset", "type")}`;
  return code`const ${identifier("toolset")}${type}${onlyRuntime` = /* @__PURE__ */ ${runtime("defineToolset")}({
  format: 2,
  name: ${name},
  displayName: ${displayName},
  connection: ${plainData(endpoint)},
  transport: ${transportOf(endpoint, importing)},${uses.length === 0 ? code`` : code`\n  uses: ${arrayLiteral(uses)},`}
})`};`;
}

function transportOf(endpoint: Endpoint, { transport, trusting }: ModuleContext): CodeFragment | Import {
  const plain = transport(isProgram(endpoint) ? "stdio" : endpoint.kind);
  const settings = [endpoint.definition, ...Object.values(endpoint.environments)];
  return settings.some(namesCertificates) ? code`/* @__PURE__ */ ${trusting()}(${plain})` : plain;
}

/**
 * Whether the toolset's MCP server is a local program. Local programs have a transport of their own, since browsers and edge runtimes
 * cannot start programs.
 */
function isProgram({ definition: { mcpToolset } }: Endpoint): boolean {
  return typeof mcpToolset === "object" && mcpToolset !== null && Object.hasOwn(mcpToolset, "stdio");
}

/** Whether a definition, or the overlay of an environment, specifies trusted certificates. */
function namesCertificates(settings: unknown): boolean {
  if (typeof settings !== "object" || settings === null) return false;
  return Object.values(settings).some(
    (member: unknown) => typeof member === "object" && member !== null && Object.hasOwn(member, "tlsConfig"),
  );
}

/**
 * The module that programs import. It exports all tools of a toolset, their names, and the function `tools`, which sets common options for
 * all of them.
 */
export function toolsetIndex({ toolset, tools }: ToolsetLayout, parts: readonly ToolModule[], importing: ModuleContext): Module {
  const { module, runtime } = importing;
  const modules = new Map(parts.flatMap((part) => part.tools.map((tool) => [tool, namespaceOf(part, importing)] as const)));
  const members = tools.map((tool) => {
    const namespace = modules.get(tool);
    if (namespace === undefined) throw new Error(`The tool "${tool.exported}" is in no module.`);
    return new NamespaceMember(namespace, tool.exported);
  });
  const names = tools.map(({ tool }) => tool.name);
  const declared = onlyDeclarations`declare `;
  // The array is made in a function, because Rolldown takes a member of a namespace for a side effect, and would keep what the tools import.
  return {
    banner: importing.banner(toolset.origin.tree.source.path),
    namespaces: [],
    statements: [
      ...exportsOf(toolset, parts, importing),
      code`${comment("The names of all tools, as the model sees them.", [])}export ${declared}const ${identifier("names")}${onlyDeclarations`: readonly ${names}`}${onlyRuntime` = ${names}`}${asConst};`,
      onlyTypes`export type ${identifier("ToolName")} = (typeof names)[number];`,
      code`${comment("All tools, in the order of `names`.", [])}export ${declared}const ${identifier("allTools")}${onlyDeclarations`: readonly [${concatenate(members.map((each) => code`\n  typeof ${each},`))}\n]`}${onlyRuntime` = /* @__PURE__ */ (() => ${arrayLiteral(members)}`}${asConst}${onlyRuntime`)()`};`,
      namesByGroup("groups", "The names of tools by tag.", toolset.groups),
      ...environmentStatements(toolset, importing, { auth: new Import("Auth", module("./toolset"), "type"), tools: code`typeof allTools` }),
      code`${comment("Returns all tools, with `options` for all of their calls.", [])}export ${declared}function ${identifier("tools")}(options${onlyTypes`?: Options`})${onlyTypes`: typeof allTools`}${onlyRuntime` {
  return ${runtime("bindTools")}(allTools, options);
}`}${onlyDeclarations`;`}`,
    ],
  };
}

/** The import of a module of tools as a namespace, so that the index names each tool only once. */
function namespaceOf({ path, group }: ToolModule, { module }: ModuleContext): Import {
  return new Import(spellIdentifier(group), module(`./${path}`), "namespace");
}

const asConst = onlyTypescript` as const`;

/** The statements that re-export the other modules of the toolset. */
function exportsOf(toolset: Toolset, parts: readonly ToolModule[], { module }: ModuleContext): CodeFragment[] {
  const [first, ...others] = parts.map(({ path }) => code`export * from ${module(`./${path}`)};`);
  const types = [
    ...(needsAuth(toolset) ? [onlyTypes`export type { Auth } from ${module("./toolset")};`] : []),
    ...(toolset.schemas.size === 0 ? [] : [onlyTypes`export type * as types from ${module("./types")};`]),
  ];
  if (first === undefined) return types;
  return [concatenate([first, ...others.map((line) => code`\n${line}`), ...types.map((line) => onlyTypes`\n${line}`)])];
}

/** A statement that declares a constant: the names of tools, by the name of their group. */
export function namesByGroup(exported: string, doc: string, groups: readonly Group[]): CodeFragment {
  const names = new Map<string, ReadonlySet<string>>();
  for (const { name, tools } of groups) names.set(name, new Set([...(names.get(name) ?? []), ...tools]));
  const lists = [...names].map(([name, each]): [string, string[]] => [name, [...each]]);
  const members = concatenate(lists.map(([name, each]) => code`\n  readonly ${memberName(name)}: readonly ${each};`));
  return code`${comment(doc, [])}export ${onlyDeclarations`declare `}const ${identifier(exported)}${onlyDeclarations`: {${members}\n}`}${onlyRuntime` = ${Object.fromEntries(lists)}`}${asConst};`;
}

/** The types that the interface `Options` refers to. */
interface OptionTypes {
  readonly auth: Import | Identifier;
  /** The type of the array of all tools. */
  readonly tools: CodeFragment;
}

/**
 * The statements that declare the types `Environment`, `Overlay` and `Options`. The type `tools` determines the types of fakes and of
 * handlers of client functions.
 */
export function environmentStatements(toolset: Toolset, importing: ModuleContext, { auth, tools }: OptionTypes): CodeFragment[] {
  const { runtime } = importing;
  const names = Object.keys(toolset.endpoint.environments).map((value): TypeNode => ({ kind: "literal", value }));
  const printing = printingOf(toolset.schemas);
  const isClient = toolset.endpoint.kind === "client";
  const omitted = code`"auth" | "environment" | "secrets"${isClient ? code` | "handlers"` : code``} | "fakes"`;
  const handlers = isClient
    ? code`
  /** The functions that execute the tools, by tool name. */
  readonly handlers?: ${runtime("Handlers", "type")}<${tools}> | undefined;`
    : code``;
  const fakes = code`
  /** Functions that replace tools, by tool name. If one returns \`undefined\`, the tool is called. */
  readonly fakes?: ${runtime("Fakes", "type")}<${tools}> | undefined;`;
  return [
    declaration("Environment", unionOf([neverType, ...names]), {
      schema: { description: "The environments that the toolset was compiled for." },
      printing,
    }),
    // A type alias, since an interface has no index signature and is not assignable to the type of overlays in the run-time library.
    alias("Overlay", overlayType(toolset), {
      schema: { description: "The values that differ by environment, in the structure of the definition." },
      printing,
    }),
    onlyTypes`export interface ${identifier("Options")} extends Omit<${runtime("Context", "type")}, ${omitted}> {
  readonly environment?: Environment | Overlay | undefined;${authMember(toolset, auth)}${secretsMember(toolset, importing)}${handlers}${fakes}
}`,
  ];
}
