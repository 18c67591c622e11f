import type { Binding } from "../binding.ts";
import { type Projection, project } from "./convert/project.ts";
import type { Loss } from "./convert/projection-context.ts";
import { profiles } from "./limits/profile.ts";
import { type ApiName, type ProfileName, type RequestLimits, requestLimits, schemaLimits } from "./limits/provider-limits.ts";
import { createStrictBudget, type StrictBudget } from "./limits/strict-budget.ts";
import { modelDescription, modelSchema, openApiView, strictView, type ViewOptions } from "./model-view.ts";
import { describeExamples, type InputExample, projectExamples } from "./project-examples.ts";
import type { SchemaObject } from "./schema.ts";
import { cutAtSentence } from "./text/cut-at-sentence.ts";
import { restoreWireNames, wireNamesOf, withWireNames } from "./wire-names.ts";

/** A tool to offer to a provider, with a self-contained input schema. */
export interface ToolToProject {
  readonly name: string;
  readonly description: string;
  readonly schema: SchemaObject;
  /** `undefined` for tools of an earlier version of this library, which had no examples. */
  readonly examples: readonly InputExample[] | undefined;
  /** The binding, which contains the names of parameters in the HTTP request. */
  readonly binding: Binding | undefined;
}

/** The tools of one request. */
export interface ProjectedTools<Own> {
  readonly offered: Offered<Own>[];
  /** If a request may not have so many tools: the number of tools that can be offered, and the maximum number. */
  readonly excess: { readonly count: number; readonly most: number } | undefined;
}

/** A tool, and its form for an API. */
export interface Offered<Own> {
  readonly tool: Own;
  readonly projected: ProjectedTool;
}

/** A tool in the form that an API accepts. */
export interface ProjectedTool {
  readonly name: string;
  /** The tool's description, cut at the end of a sentence if it exceeds the API's limit. */
  readonly description: string;
  readonly isDescriptionCut: boolean;
  /** Whether older endpoints of the API reject the name because it is too long. */
  readonly isNameLong: boolean;
  /** The examples, as arguments for the projected schema; empty if the API has no field for examples. */
  readonly examples: InputExample[];
  /** The projection of the input schema. If it has refusals, the tool cannot be offered. */
  readonly projection: Projection;
  readonly strict: boolean;
  /** The reason why the tool is not strict, if strict mode was requested and the API has a strict mode. */
  readonly fallback: Fallback | undefined;
}

export type Fallback =
  /** The form of JSON Schema that strict mode accepts cannot express the schema. */
  | { readonly kind: "schema"; readonly refusals: readonly Loss[] }
  /** Strict mode for this tool would exceed the limits on all strict tools of a request. `reason` is a clause. */
  | { readonly kind: "limit"; readonly reason: string };

/** The API that a request is for, and how the tools are presented in the request. */
export interface RequestForm extends ViewOptions {
  readonly api: ApiName;
  /**
   * Whether strict mode is requested. A tool is strict if the strict form can express its schema, and the limits of a request permit it.
   */
  readonly strict: boolean;
  /** Whether tools have their examples: in the API's field for examples or, without such a field, at the end of the description. */
  readonly examples: boolean;
}

/**
 * Projects the tools of one request, and applies the limits of its API: all targets and adapters offer the tools that are returned here. If
 * the limits do not permit all tools to be strict, the first tools are strict.
 */
export function projectTools<Own>(
  tools: readonly Own[],
  describe: (tool: Own) => ToolToProject,
  { api, strict, examples: areRequested, ...given }: RequestForm,
): ProjectedTools<Own> {
  const view = api === "gemini-openapi" ? openApiView(given) : given;
  const hasExamples = areRequested && (view.detail ?? "full") === "full";
  const limits = requestLimits[api];
  const { lenient, strict: strictProfile } = profilesOf[api];
  const budget = createStrictBudget(strictProfile === undefined ? undefined : schemaLimits[strictProfile].strict);
  const withExamples = (tool: Omit<ProjectedTool, "examples">, examples: readonly InputExample[] | undefined): ProjectedTool => {
    const given = hasExamples ? projectExamples(examples, tool.projection) : [];
    if (api === "anthropic") return { ...tool, examples: given };
    return { ...tool, description: describeExamples(tool.description, given, limits.description), examples: [] };
  };
  const offered = tools.map((tool) => {
    const { name, description, schema: given, examples, binding } = describe(tool);
    const names = wireNamesOf(binding, given, profiles[lenient].names);
    const schema = withWireNames(given, names);
    const shown = modelDescription(description, view);
    const text = cutAtSentence(shown, limits.description);
    const isNameLong = name.length > limits.toolNameAnywhere;
    const common = { name, description: text, isDescriptionCut: text !== shown, isNameLong };
    const isRequested = strict && view.detail !== "index";
    const made =
      isRequested && strictProfile !== undefined
        ? projectStrictly(modelSchema(schema, strictView(view)), strictProfile, budget)
        : undefined;
    const isStrict = made?.kind === "projected";
    const own = isStrict ? made.projection : project(modelSchema(schema, view), lenient);
    const projection = restoreWireNames(withNameCheck(own, name, limits), names);
    return { tool, projected: withExamples({ ...common, projection, strict: isStrict, fallback: isStrict ? undefined : made }, examples) };
  });
  const count = offered.filter(({ projected }) => projected.projection.refusals.length === 0).length;
  return { offered, excess: count > limits.tools ? { count, most: limits.tools } : undefined };
}

/** The strict projection of a tool's schema, or the reason why the tool cannot be strict. */
function projectStrictly(
  schema: SchemaObject,
  profile: ProfileName,
  budget: StrictBudget,
): Fallback | { readonly kind: "projected"; readonly projection: Projection } {
  const exhausted = budget.exhausted();
  if (exhausted !== undefined) return { kind: "limit", reason: exhausted };
  const projection = project(schema, profile);
  if (projection.refusals.length > 0) return { kind: "schema", refusals: projection.refusals };
  const reason = budget.take(projection.schema);
  return reason === undefined ? { kind: "projected", projection } : { kind: "limit", reason };
}

const openaiProfiles = { lenient: "openai", strict: "openai-strict" } as const;

const profilesOf: { readonly [Name in ApiName]: { readonly lenient: ProfileName; readonly strict: ProfileName | undefined } } = {
  responses: openaiProfiles,
  chat: openaiProfiles,
  anthropic: { lenient: "anthropic", strict: "anthropic-strict" },
  gemini: { lenient: "gemini", strict: undefined },
  "gemini-openapi": { lenient: "gemini-openapi", strict: undefined },
};

/** Adds a refusal to the projection if the API does not accept the tool's name. */
function withNameCheck(projection: Projection, name: string, { toolName, toolNames }: RequestLimits): Projection {
  const reason =
    name.length > toolName
      ? `the name has ${name.length} characters, and at most ${toolName} are allowed`
      : toolNames.test(name)
        ? undefined
        : `the name must match \`${toolNames.source}\``;
  if (reason === undefined) return projection;
  return { ...projection, refusals: [{ at: [], keyword: "name", effect: "refused", reason }, ...projection.refusals] };
}
