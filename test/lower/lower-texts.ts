import type { Diagnostic } from "../../src/diagnostic/diagnostic.ts";
import { resolve } from "../../src/environment/resolve.ts";
import type { Program, Tool } from "../../src/ir/ir.ts";
import { lower } from "../../src/lower/lower.ts";
import { type OperationSelections, selectOperations } from "../../src/lower/openapi/select-operations.ts";
import { checkDocumentsOf, type Documents } from "../../src/project/documents/check-documents.ts";
import { load } from "../../src/project/load.ts";
import type { LoadInput } from "../../src/project/load-input.ts";
import type { Project } from "../../src/project/project.ts";
import { defaultSettings } from "../../src/settings.ts";
import { memoryHost } from "../compile-texts.ts";

export interface LoweredTexts {
  readonly program: Program;
  readonly project: Project;
  readonly documents: Documents;
  readonly taken: OperationSelections;
  /** Of all stages up to lowering. */
  readonly diagnostics: readonly Diagnostic[];
  /** Of lowering alone. */
  readonly lowering: readonly Diagnostic[];
}

/** Lowers a project that is only in memory. */
export async function lowerTexts(
  texts: { readonly [path: string]: string },
  input: LoadInput = { kind: "project" },
): Promise<LoweredTexts> {
  const loaded = await load(memoryHost(texts), { ...defaultSettings, input, today: "2026-01-01" });
  const { accepted } = loaded.definitions;
  const checked = checkDocumentsOf(accepted, loaded.project);
  const { project, value: documents } = checked;
  const resolved = resolve(accepted, project, { environment: undefined, set: new Map() });
  const taken = selectOperations(accepted, documents, project);
  const { value, ofProject, ...lowered } = lower(resolved.value, taken, project, new Map());
  const diagnostics = [...lowered.diagnostics, ...ofProject];
  const before = [loaded, checked, resolved].flatMap((outcome) => outcome.diagnostics);
  return { program: value, project, documents, taken, diagnostics: [...before, ...diagnostics], lowering: diagnostics };
}

/** A toolset `shop` over an OpenAPI 3.0 document with these paths and components, as YAML or JSON. */
export function shop(paths: unknown, more: { readonly [member: string]: unknown } = {}, config?: unknown): { [path: string]: string } {
  const document = {
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths,
    ...more,
  };
  const files: { [path: string]: string } = {
    "shop.yaml": "displayName: shop\nopenApiToolset:\n  openApiSchema: shop.openapi.json\n",
    "shop.openapi.json": JSON.stringify(document),
  };
  return config === undefined ? files : { ...files, "toolsetc.yaml": JSON.stringify(config) };
}

export function toolOf({ program }: LoweredTexts, id: string): Tool {
  const found = program.toolsets.flatMap(({ tools }) => tools).find((tool) => tool.id === id);
  if (found === undefined) throw new Error(`There is no tool "${id}".`);
  return found;
}

export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code);
}
