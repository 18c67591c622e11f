import { plainData } from "../../contract/plain-data.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Program, Tool, Toolset } from "../../ir/ir.ts";
import type { Projection } from "../../runtime/projection/project.ts";
import { selfContained } from "../../schema/closure.ts";
import type { JsonObject, JsonSchema } from "../../source/json.ts";
import { jsonText } from "../json-text.ts";
import { layOut } from "../layout.ts";
import type { File } from "../target.ts";
import { notOffered, notStrict, tooManyTools } from "./codes.ts";
import { createLossReporter, formNames, refusalsOf } from "./report-losses.ts";

/** What a target has to say about its provider. */
export interface ProviderForm {
  readonly name: string;
  /** What the file's name ends with, and the member of the file that holds the declarations. */
  readonly ending: string;
  readonly member: string;
  /** How many tools a request may have. */
  readonly maxTools: number;
  readonly declare: (tool: Tool, schema: JsonSchema) => ProviderDeclaration;
}

export interface ProviderDeclaration {
  readonly json: object;
  readonly projection: Projection;
  /** The requested strict form that cannot express the schema. */
  readonly fallback: Projection | undefined;
}

/** One file for each toolset with the declarations of its tools. Tools that cannot be offered are omitted and reported. */
export function providerFiles(program: Program, form: ProviderForm): Outcome<File[]> {
  const diagnostics: Diagnostic[] = [];
  const losses = createLossReporter();
  const files = layOut(program).map(({ toolset, file }): File => {
    const declarations = toolset.tools.flatMap((tool): JsonObject[] => {
      const declaration = form.declare(tool, selfContained(tool.input.json, toolset.schemas));
      const { projection } = declaration;
      diagnostics.push(...refusals(tool, toolset, declaration, form), ...losses.add(tool, toolset, projection));
      return projection.refusals.length > 0 ? [] : [asJson(declaration.json)];
    });
    if (declarations.length > form.maxTools) {
      const params = { toolset: toolset.name, provider: form.name, count: declarations.length, most: form.maxTools };
      diagnostics.push(diagnostic(tooManyTools, params, toolset.origin, { toolset: toolset.name }));
    }
    return { path: `${file}.${form.ending}.json`, text: jsonText({ [form.member]: declarations }, [form.member]), toolset: toolset.name };
  });
  return { value: files, diagnostics };
}

function refusals(tool: Tool, toolset: Toolset, { projection, fallback }: ProviderDeclaration, { name }: ProviderForm): Diagnostic[] {
  const about = { toolset: toolset.name, tool: tool.name };
  const [first] = projection.refusals;
  if (first !== undefined) {
    const params = { tool: tool.name, form: formNames[projection.profile], reason: `\`${first.keyword}\`, ${first.reason}` };
    return [diagnostic(notOffered, params, tool.origin, { ...about, related: refusalsOf(tool, toolset, projection.refusals) })];
  }
  if (fallback === undefined) return [];
  const related = refusalsOf(tool, toolset, fallback.refusals);
  return [diagnostic(notStrict, { tool: tool.name, provider: name }, tool.origin, { ...about, related })];
}

/** A declaration holds JSON and nothing else: it was made from a schema that is. */
function asJson(declaration: object): JsonObject {
  return plainData(declaration) as JsonObject;
}
