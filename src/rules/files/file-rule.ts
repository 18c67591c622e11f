import type { Tool, Toolset } from "../../ir/ir.ts";
import type { JsonObject, JsonSchema } from "../../source/json/json.ts";

/** A rule of a project's own: the default export of a file that `ruleFiles` names. */
export interface FileRule {
  /** The version of this interface. */
  readonly version: 1;
  /** What the rule finds, as a phrase: `tools whose name is a plural`. */
  readonly summary: string;
  /** Why a finding matters, then what to do. */
  readonly help: string;
  /** Called for each toolset. */
  readonly toolset?: (toolset: RuleToolset) => Iterable<RuleFinding> | undefined;
  /** Called for each tool. */
  readonly tool?: (visited: { readonly tool: RuleTool; readonly toolset: RuleToolset }) => Iterable<RuleFinding> | undefined;
  /** Called for each parameter of a tool: each property of its input. */
  readonly parameter?: (visited: RuleParameter) => Iterable<RuleFinding> | undefined;
  /** Called for each description and title that a model reads. */
  readonly text?: (visited: RuleText) => Iterable<RuleFinding> | undefined;
}

/** A finding of a rule in a file. */
export interface RuleFinding {
  /** One sentence, with the name that is wrong in quotes. */
  readonly message: string;
  /**
   * The part of the tool with the problem, such as `["input", "properties", "id"]`; of a toolset, such as `["schemas", "Pet"]`. By default,
   * the finding is at what was visited.
   */
  readonly at?: readonly (string | number)[];
}

/** A toolset as rules in files see it: the compiled toolset as data, without the places in files. It is frozen, with all that is in it. */
export interface RuleToolset extends Pick<Toolset, "resource" | "name" | "displayName" | "description" | "endpoint" | "groups"> {
  readonly tools: readonly RuleTool[];
  /** The schemas that tools share, which others refer to as `#/$defs/<name>`. */
  readonly schemas: { readonly [name: string]: JsonSchema };
}

/** A tool as rules in files see it. */
export interface RuleTool extends Omit<Tool, "input" | "output" | "origin"> {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

export interface RuleParameter {
  readonly tool: RuleTool;
  readonly toolset: RuleToolset;
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

export interface RuleText {
  readonly text: string;
  /** What the text is, for messages: `the description of the tool "x"`. */
  readonly subject: string;
  /** The tool with the text; `undefined` for a text of the toolset, or of a schema that tools share. */
  readonly tool: RuleTool | undefined;
  readonly toolset: RuleToolset;
}

/** Checks the types of a rule in an editor. The rule is returned as it is. */
export const defineRule = (rule: FileRule): FileRule => rule;

/** What a file with a rule exports, or why it could not be loaded: `absent` if there is no file. */
export type ImportedRule = { readonly exported: unknown } | { readonly problem: string } | "absent";

/** Why a file has no rule that can run; `undefined` if it has one. */
export function problemOfRule(imported: ImportedRule): string | undefined {
  if (imported === "absent") return "there is no such file";
  return "problem" in imported ? imported.problem : problemOfExport(imported.exported);
}

function problemOfExport(exported: unknown): string | undefined {
  if (typeof exported !== "object" || exported === null) return "it has no default export that is a rule";
  // The cast is safe: any member of an object can be read.
  const { version, summary, help, ...visitors } = exported as { readonly [name: string]: unknown };
  if (version !== 1) return `its \`version\` is ${quoted(version)}, and this version of toolsetc runs rules of version 1`;
  if (typeof summary !== "string" || typeof help !== "string") return "its `summary` and `help` must be texts";
  const unknown = Object.keys(visitors).find((name) => !visitorNames.includes(name));
  if (unknown !== undefined) return `it has a member "${unknown}", which no rule has`;
  const names = visitorNames.filter((name) => visitors[name] !== undefined);
  if (names.length === 0) return `it has none of the functions ${visitorNames.join(", ")}`;
  const other = names.find((name) => typeof visitors[name] !== "function");
  return other === undefined ? undefined : `its \`${other}\` is not a function`;
}

const visitorNames: readonly string[] = ["toolset", "tool", "parameter", "text"] satisfies (keyof FileRule)[];

function quoted(value: unknown): string {
  return JSON.stringify(value) ?? "missing";
}
