import { code, concatenate, identifier, onlyRuntime } from "../code/code.ts";
import type { Module } from "../code/render-module.ts";
import type { ToolsetLayout } from "../layout.ts";
import type { TypeContext } from "../types/type-of-schema.ts";
import { authReference, authType } from "./auth-type.ts";
import type { ModuleContext } from "./module-context.ts";
import { toolStatements } from "./tool-module.ts";
import { environmentStatements, toolsetStatement } from "./toolset-module.ts";

/**
 * The module of a standalone Tool resource. The module also defines the tool's toolset. Shared schemas and types are in modules in the same
 * folder.
 */
export function standaloneModule({ toolset, file, tools }: ToolsetLayout, context: TypeContext, importing: ModuleContext): Module {
  const { module } = importing;
  const auth = identifier("Auth");
  const imports = {
    schemas: module(`./${file}.schemas`),
    types: module(`./${file}.types`),
    toolset: identifier("toolset"),
    auth: authReference(toolset, auth),
  };
  // A standalone tool has no tool beside it that reads what it changes.
  const parts = tools.map((tool) =>
    toolStatements(tool, context, { importing, imports, endpoint: toolset.endpoint, constants: new Map(), reader: undefined }),
  );
  return {
    banner: importing.banner(toolset.origin.tree.source.path),
    // All tools of a module import the same namespace, so one import is enough.
    namespaces: parts.flatMap(({ namespaces }) => namespaces).slice(0, 1),
    statements: [
      ...authType(toolset, importing),
      ...environmentStatements(toolset, importing, {
        auth,
        tools: code`readonly [${concatenate(tools.map(({ exported }, index) => code`${index === 0 ? code`` : code`, `}typeof ${identifier(exported)}`))}]`,
      }),
      onlyRuntime`${toolsetStatement(toolset, importing)}`,
      ...parts.flatMap(({ statements }) => statements),
    ],
  };
}
