import { plainData } from "../../contract/plain-data.ts";
import { type Code, type Diagnostic, diagnostic, type Outcome, type Related } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { DeferrableTool } from "../../runtime/projection/defer.ts";
import { requestLimits } from "../../runtime/projection/limits/provider-limits.ts";
import {
  type Offered,
  type ProjectedTools,
  projectTools,
  type RequestForm,
  type ToolToProject,
} from "../../runtime/projection/project-tools.ts";
import { selfContained } from "../../schema/closure.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { jsonText } from "../json-text.ts";
import type { ToolsetLayout } from "../layout.ts";
import type { File } from "../target.ts";
import { descriptionCut, longToolName, notStrict, strictLimit, toolNotDeclared, tooManyTools } from "./codes.ts";
import { examplesOf } from "./examples-of.ts";
import { reportLargeTools } from "./large-tools.ts";
import { formNames, refusalsOf, reportLosses } from "./report-losses.ts";
import { reportUndescribed } from "./undescribed-input.ts";

/** How a target declares tools for its provider. */
export interface ProviderForm extends RequestForm {
  readonly name: string;
  /** The end of the file name, before `.json`. */
  readonly ending: string;
  /** The name of the JSON member that contains the declarations, in the emitted file. */
  readonly member: string;
  /** Declares tools for the provider, in the order of `tools`. */
  readonly declare: (tools: readonly DeferrableTool[]) => readonly object[];
}

/** The file with the declarations of a toolset's tools. Tools that cannot be declared are omitted and reported. */
export function providerFile({ toolset, file }: ToolsetLayout, form: ProviderForm): Outcome<File[]> {
  const { offered, excess } = projectTools(toolset.tools, describe, form);
  const accepted = offered.filter(({ projected }) => projected.projection.refusals.length === 0);
  const declarations = form
    .declare(accepted.map(({ projected, tool: { lazy, tags } }) => ({ projected, tool: { lazy, tags, toolset } })))
    .map(asJson);
  return {
    value: [{ path: `${file}.${form.ending}.json`, text: jsonText({ [form.member]: declarations }, [form.member]), toolset: toolset.name }],
    diagnostics: [
      ...offered.flatMap((each) => refusals(each, toolset, form)),
      ...limits(offered, toolset, form),
      ...reportLosses(offered, toolset),
      ...reportUndescribed(toolset.tools, toolset, form.name),
      ...reportLargeTools(offered, toolset, form),
      ...excessOf(excess, toolset, form),
    ],
  };

  function describe({ name, description, examples, binding, input }: Tool): ToolToProject {
    return { name, description, examples, binding, schema: selfContained(input.json, toolset.schemas) };
  }
}

/** The diagnostic for a tool that cannot be declared for the provider at all, or only without strict mode. */
function refusals({ tool, projected }: Offered<Tool>, toolset: Toolset, { name }: ProviderForm): Diagnostic[] {
  const about = { toolset: toolset.name, tool: tool.name };
  const { projection, fallback } = projected;
  const [first] = projection.refusals;
  if (first !== undefined) {
    const params = { tool: tool.name, form: formNames[projection.profile], reason: first.reason };
    return [diagnostic(toolNotDeclared, params, tool.origin, { ...about, related: refusalsOf(tool, toolset, projection.refusals) })];
  }
  if (fallback?.kind !== "schema") return [];
  const related = refusalsOf(tool, toolset, fallback.refusals);
  return [diagnostic(notStrict, { tool: tool.name, provider: name }, tool.origin, { ...about, related })];
}

/** One diagnostic for each limit of the provider that some tools of a toolset exceed. It names the first few of these tools. */
function limits(offered: readonly Offered<Tool>[], toolset: Toolset, { name: provider, api }: ProviderForm): Diagnostic[] {
  const { description: longest, toolNameAnywhere } = requestLimits[api];
  const found: Diagnostic[] = [];
  function report<Params>(code: Code<Params>, places: readonly Related[], params: NoInfer<Params>): void {
    if (places.length > 0) found.push(diagnostic(code, params, toolset.origin, { toolset: toolset.name, ...examplesOf(places) }));
  }
  const about = { toolset: toolset.name, provider };
  const over = offered.flatMap(({ tool: { name, origin }, projected: { fallback } }): Related[] =>
    fallback?.kind === "limit"
      ? [{ message: `The tool "${name}" is declared without strict mode: ${fallback.reason}.`, place: origin }]
      : [],
  );
  report(strictLimit, over, { ...about, count: offered.length, strict: offered.filter(({ projected }) => projected.strict).length });
  const cut = offered
    .filter(({ projected }) => projected.isDescriptionCut)
    .map(({ tool: { name, description, origin } }) => ({
      message: `The description of "${name}" has ${description.length} characters.`,
      place: origin,
    }));
  report(descriptionCut, cut, { ...about, count: cut.length, most: longest });
  const long = offered
    .filter(({ projected }) => projected.isNameLong)
    .map(({ tool: { name, origin } }) => ({ message: `The name "${name}" has ${name.length} characters.`, place: origin }));
  report(longToolName, long, { ...about, count: long.length, most: toolNameAnywhere });
  return found;
}

/** The diagnostic for a toolset with more tools than the provider accepts in a request. */
function excessOf(excess: ProjectedTools<Tool>["excess"], toolset: Toolset, { name: provider }: ProviderForm): Diagnostic[] {
  if (excess === undefined) return [];
  return [diagnostic(tooManyTools, { toolset: toolset.name, provider, ...excess }, toolset.origin, { toolset: toolset.name })];
}

function asJson(declaration: object): JsonObject {
  return plainData(declaration) as JsonObject; // A declaration has only JSON values, since its schema is projected from JSON.
}
