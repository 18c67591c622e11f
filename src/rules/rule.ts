import type { Definition } from "../definition/definition.ts";
import { type Code, type Details, type Diagnostic, diagnostic, type Profile } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument } from "../document/openapi/operation.ts";
import type { Program, Schema, Tool, Toolset } from "../ir/ir.ts";
import type { App, AppContent, Project } from "../project/project.ts";
import type { JsonObject } from "../source/json.ts";
import type { Path, Place } from "../source/tree.ts";
import type { AppNames } from "./ces/app-names.ts";

/** The input of a rule: the authored definitions and the compiled program. */
export interface RuleContext {
  readonly project: Project;
  readonly definitions: readonly Definition[];
  /** The OpenAPI document of a definition, if it has a readable one. */
  readonly documentOf: (definition: Definition) => OpenApiDocument | undefined;
  readonly program: Program;
}

/** A tool, in its toolset. */
export interface VisitedTool {
  readonly tool: Tool;
  readonly toolset: Toolset;
}

/** A parameter of a tool: a property of its input. */
export interface VisitedParameter extends VisitedTool {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** The place of its schema. */
  readonly place: Place;
}

/** An object schema in an input, an output or a shared schema of a toolset. A shared schema is visited once, for no tool. */
export interface VisitedSchema {
  readonly toolset: Toolset;
  readonly tool: Tool | undefined;
  readonly schema: JsonObject;
  /** The whole schema, and the path of this one in it, for `originOf`. */
  readonly root: Schema;
  readonly path: Path;
}

/** A text that a model reads. */
export interface VisitedText {
  readonly toolset: Toolset;
  readonly tool: Tool | undefined;
  /** What it describes: `the tool "x"`. */
  readonly subject: string;
  /** As its source has it. */
  readonly text: string;
  readonly place: Place;
}

/** An exported app whose content was loaded, as it is with the profile `ces`. */
export interface VisitedApp {
  readonly app: App;
  readonly content: AppContent;
  readonly names: AppNames;
}

/** What a rule looks at. `runRulesOn` calls each method for each such thing of the project, in one pass for all rules. */
export interface Visitors<Found> {
  readonly project?: (context: RuleContext) => Iterable<Found>;
  readonly app?: (visited: VisitedApp, context: RuleContext) => Iterable<Found>;
  readonly definition?: (definition: Definition, context: RuleContext) => Iterable<Found>;
  /** Once for each document, however many definitions use it. */
  readonly document?: (document: OpenApiDocument, context: RuleContext) => Iterable<Found>;
  readonly toolset?: (toolset: Toolset, context: RuleContext) => Iterable<Found>;
  readonly tool?: (visited: VisitedTool, context: RuleContext) => Iterable<Found>;
  readonly parameter?: (visited: VisitedParameter, context: RuleContext) => Iterable<Found>;
  readonly schema?: (visited: VisitedSchema, context: RuleContext) => Iterable<Found>;
  readonly text?: (visited: VisitedText, context: RuleContext) => Iterable<Found>;
}

/** When a rule runs by default: always, with a profile, or never. A severity in the configuration enables it in any case. */
export type RuleSet = "recommended" | Profile | "optional";

/** A check of the compiled project that no stage depends on. Its findings stop nothing. */
export interface Rule<Params> extends Code<Params>, Visitors<RuleMatch<Params>> {
  readonly set: RuleSet;
}

export interface RuleMatch<Params> {
  readonly params: Params;
  readonly place: Place;
  readonly details?: Details;
}

/** A rule whose parameter type is hidden, as an element of the list of rules. */
export interface RunnableRule extends Code<never> {
  readonly set: RuleSet;
  readonly visitors: Visitors<Diagnostic>;
}

export function rule<Params>(given: Rule<Params>): RunnableRule {
  const finding = <Visited>(visit: (visited: Visited, context: RuleContext) => Iterable<RuleMatch<Params>>) =>
    function* (visited: Visited, context: RuleContext): Iterable<Diagnostic> {
      for (const { params, place, details } of visit(visited, context)) yield diagnostic(given, params, place, details);
    };
  const { project, app, definition, document, toolset, tool, parameter, schema, text } = given;
  const visitors: Visitors<Diagnostic> = {
    ...(project && { project: (context: RuleContext) => finding((_visited: undefined) => project(context))(undefined, context) }),
    ...(app && { app: finding(app) }),
    ...(definition && { definition: finding(definition) }),
    ...(document && { document: finding(document) }),
    ...(toolset && { toolset: finding(toolset) }),
    ...(tool && { tool: finding(tool) }),
    ...(parameter && { parameter: finding(parameter) }),
    ...(schema && { schema: finding(schema) }),
    ...(text && { text: finding(text) }),
  };
  return { ...given, visitors };
}
