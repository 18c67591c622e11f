import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.ts";
import type { Program, Toolset } from "../../ir/ir.ts";
import { layOut, type ToolsetLayout } from "../layout.ts";
import { manifestFile } from "../manifest.ts";
import type { File, Target } from "../target.ts";
import type { TypeContext } from "../types/type-of-schema.ts";
import { type Importing, importing, type TypescriptOptions } from "./importing.ts";
import { rootModule } from "./root-module.ts";
import { schemasModule } from "./schemas-module.ts";
import { standaloneModule } from "./standalone-module.ts";
import { toolModule } from "./tool-module.ts";
import { toolsetIndex, toolsetModule } from "./toolset-module.ts";
import { typesModule } from "./types-module.ts";
import { widenedTypes } from "./widened-types.ts";

/** Typed tool modules: one a tool, so that a bundle which imports one tool holds no other, and the manifest beside them. */
export const typescript: Target<TypescriptOptions> = {
  name: "typescript",
  options: {
    importExtension: { values: ["none", "js", "ts"], standard: "js" },
    runtime: { values: undefined, standard: "toolsetc/runtime" },
  },
  emit: emitTypescript,
};

function emitTypescript(program: Program, options: TypescriptOptions): Outcome<File[]> {
  const files: File[] = [];
  const diagnostics: Diagnostic[] = [];
  const layouts = layOut(program);
  for (const layout of layouts) {
    const widened = widenedTypes(layout.toolset);
    files.push(
      ...(layout.toolset.resource === "tool" ? emitTool(layout, options, widened.note) : emitToolset(layout, options, widened.note)),
    );
    files.push(manifestFile(layout));
    diagnostics.push(...widened.found());
  }
  files.push({ path: "index.ts", text: rootModule(program, layouts, importing(0, options)) });
  return { value: files, diagnostics };
}

type OnWidened = TypeContext["onWidened"];

function emitToolset(layout: ToolsetLayout, options: TypescriptOptions, onWidened: OnWidened): File[] {
  const { toolset, path, tools } = layout;
  const context = { schemas: toolset.schemas, onWidened };
  const beside = importing(2, options);
  const below = importing(3, options);
  return [
    { path: `${path}/index.ts`, text: toolsetIndex(layout, beside) },
    { path: `${path}/toolset.ts`, text: toolsetModule(toolset, beside) },
    ...sharedFiles(toolset, { context, importing: beside, prefix: `${path}/` }),
    ...tools.map((tool) => ({ path: `${path}/tools/${tool.file}.ts`, text: toolModule(tool, context, below) })),
  ];
}

function emitTool(layout: ToolsetLayout, options: TypescriptOptions, onWidened: OnWidened): File[] {
  const { toolset, path } = layout;
  const context = { schemas: toolset.schemas, onWidened };
  const beside = importing(1, options);
  return [
    { path: `${path}.ts`, text: standaloneModule(layout, context, beside) },
    ...sharedFiles(toolset, { context, importing: beside, prefix: `${path}.` }),
  ];
}

function sharedFiles(toolset: Toolset, to: { context: TypeContext; importing: Importing; prefix: string }): File[] {
  if (toolset.schemas.size === 0) return [];
  return [
    { path: `${to.prefix}schemas.ts`, text: schemasModule(toolset, to.importing) },
    { path: `${to.prefix}types.ts`, text: typesModule(toolset, to.context) },
  ];
}
