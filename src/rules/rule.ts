import type { Definition } from "../definition/definition.ts";
import { type Code, type Details, type Diagnostic, diagnostic, type Profile } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument } from "../document/openapi/read/operation.ts";
import type { PlacedValue } from "../environment/resolved.ts";
import type { ProgramSummary, Tool, Toolset } from "../ir/ir.ts";
import type { App, AppContent, Project } from "../project/project.ts";
import type { JsonObject } from "../source/json/json.ts";
import type { Place } from "../source/tree.ts";
import type { AppNames } from "./ces/app-names.ts";

/** The input of rules: the project and its definitions. A rule about a toolset cannot read another toolset. */
export interface RuleContext {
  readonly project: Project;
  readonly definitions: readonly Definition[];
  /** The OpenAPI document of a definition; `undefined` if the definition has no document or the document could not be read. */
  readonly documentOf: (definition: Definition) => OpenApiDocument | undefined;
  /** The toolset of a definition; `undefined` if the definition did not compile. */
  readonly toolsetOf: (definition: Definition) => Toolset | undefined;
  /** The values that the environments have for the placeholders of a definition and its document. */
  readonly environmentValuesOf: (definition: Definition) => readonly PlacedValue[];
}

/** The input of rules about the whole project: the project as it was read, and a summary of each toolset. */
export interface ProjectContext {
  readonly project: Project;
  readonly program: ProgramSummary;
}

/** An address that a definition sends requests to. */
export interface VisitedAddress {
  /** The address as in the file, with its variables. */
  readonly written: string;
  /**
   * The address with the defaults of its variables; `undefined` if the address is relative or has another scheme than `http` and `https`.
   */
  readonly url: URL | undefined;
  readonly place: Place;
  /** Whether the address is a value of an environment, so that other environments may have another one. */
  readonly isOfEnvironment: boolean;
}

/** A tool and its toolset. */
export interface VisitedTool {
  readonly tool: Tool;
  readonly toolset: Toolset;
}

/** A parameter of a tool: a property of its input. */
export interface VisitedParameter extends VisitedTool {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** Finds the place of the schema. It is a function, because finding a place takes longer than most rules. */
  readonly place: () => Place;
}

/**
 * The names of the properties of one object schema, if some of them have other characters than visible ASCII: most names hide nothing. A
 * shared schema is visited once, without a tool.
 */
export interface VisitedNames {
  readonly toolset: Toolset;
  readonly tool: Tool | undefined;
  readonly names: readonly { readonly name: string; readonly place: Place }[];
}

/** A text that a model reads. */
export interface VisitedText {
  readonly toolset: Toolset;
  readonly tool: Tool | undefined;
  /** The text as authored, before it is converted for models. */
  readonly text: string;
  /** What contains the text, for messages: `the description of the tool "x"`. Few texts have findings, so it is composed only for these. */
  readonly subject: () => string;
  readonly place: () => Place;
}

/** An exported app with its content, which is loaded only with the profile `ces`. */
export interface VisitedApp {
  readonly app: App;
  readonly content: AppContent;
  readonly names: AppNames;
}

/**
 * The functions of a rule, by what they examine. `runRulesOn` passes each tool of the project to `tool`, each definition to `definition`,
 * and so on, in one pass for all rules.
 */
export interface Visitors<Found> {
  readonly project?: (context: ProjectContext) => Iterable<Found>;
  readonly app?: (visited: VisitedApp, context: RuleContext) => Iterable<Found>;
  readonly definition?: (definition: Definition, context: RuleContext) => Iterable<Found>;
  readonly address?: (address: VisitedAddress, context: RuleContext) => Iterable<Found>;
  /** Called once for each document, even if several definitions use it. */
  readonly document?: (document: OpenApiDocument, context: RuleContext) => Iterable<Found>;
  readonly toolset?: (toolset: Toolset, context: RuleContext) => Iterable<Found>;
  readonly tool?: (visited: VisitedTool, context: RuleContext) => Iterable<Found>;
  readonly parameter?: (visited: VisitedParameter, context: RuleContext) => Iterable<Found>;
  readonly names?: (visited: VisitedNames, context: RuleContext) => Iterable<Found>;
  readonly text?: (visited: VisitedText, context: RuleContext) => Iterable<Found>;
  /** Called for what a model reads in schemas besides descriptions: titles, defaults, values of enums, examples, patterns and names. */
  readonly string?: (visited: VisitedText, context: RuleContext) => Iterable<Found>;
}

/** When a rule runs: by default, with a profile, or only where the configuration gives it a severity. */
export type RuleSet = "recommended" | Profile | "optional";

/** A check of the compiled project that no stage depends on: its findings do not change what is compiled. */
export interface Rule<Params> extends Code<Params>, Visitors<RuleMatch<Params>>, RuleEntry {}

/** What the tables of rules say about a rule, besides its code. */
export interface RuleEntry {
  readonly set: RuleSet;
  /** What the rule finds, as a phrase for the tables of the documentation. */
  readonly summary: string;
  /**
   * How many of its 100 points a tool loses in `score` for a finding. Findings that make a model guess which tool to call cost most, and
   * those that only distract a model cost least. A long description earns no points, so a short description costs nothing.
   */
  readonly price: number;
  /**
   * Whether the rule compares toolsets with each other. If the configuration gives it a severity, a run that compiles some toolsets reads all.
   * Otherwise, what it finds in several toolsets is found by runs on the whole project.
   */
  readonly comparesToolsets?: true;
}

/** One finding of a rule: the parameters of its message, and its place. */
export interface RuleMatch<Params> {
  readonly params: Params;
  readonly place: Place;
  readonly details?: Details;
}

/** The functions of a runnable rule. They return arrays: most are empty, which is seen without an iterator. */
export type RunnableVisitors = {
  readonly [Kind in keyof Visitors<never>]: (...visited: Parameters<NonNullable<Visitors<never>[Kind]>>) => readonly Diagnostic[];
};

/** A rule without its type parameter, so that rules of all types can be in one array. */
export interface RunnableRule extends Code<never>, RuleEntry {
  readonly visitors: RunnableVisitors;
}

/** Makes a rule runnable: its functions return diagnostics instead of matches. */
export function rule<Params>(given: Rule<Params>): RunnableRule & Code<Params> {
  const diagnostics = (matches: Iterable<RuleMatch<Params>>): readonly Diagnostic[] => {
    if (Array.isArray(matches) && matches.length === 0) return nothing;
    const made: Diagnostic[] = [];
    for (const { params, place, details } of matches) made.push(diagnostic(given, params, place, details));
    return made;
  };
  const finding =
    <Visited>(visit: (visited: Visited, context: RuleContext) => Iterable<RuleMatch<Params>>) =>
    (visited: Visited, context: RuleContext): readonly Diagnostic[] =>
      diagnostics(visit(visited, context));
  const { project, app, definition, address, document, toolset, tool, parameter, names, text, string } = given;
  const visitors: RunnableVisitors = {
    ...(project && { project: (context: ProjectContext) => diagnostics(project(context)) }),
    ...(app && { app: finding(app) }),
    ...(definition && { definition: finding(definition) }),
    ...(address && { address: finding(address) }),
    ...(document && { document: finding(document) }),
    ...(toolset && { toolset: finding(toolset) }),
    ...(tool && { tool: finding(tool) }),
    ...(parameter && { parameter: finding(parameter) }),
    ...(names && { names: finding(names) }),
    ...(text && { text: finding(text) }),
    ...(string && { string: finding(string) }),
  };
  return { ...given, visitors };
}

const nothing: readonly Diagnostic[] = [];
