import type { Code } from "../../diagnostic/diagnostic.ts";
import { joinWords, thousands } from "../../diagnostic/name-list.ts";

/** The parameters of a message about constraints that a projection to a provider's form of schemas loses for the same reason. */
export interface LossParams {
  readonly form: string;
  readonly keywords: readonly string[];
  /** The number of locations with such a loss. */
  readonly count: number;
  /** A clause that explains the loss, without a period. */
  readonly reason: string;
}

export const keywordNotEnforced: Code<LossParams> = {
  code: "keyword-not-enforced",
  severity: "note",
  message: ({ form, keywords, count, reason }) => `${form} does not enforce ${listed(keywords)} ${places(count)}: ${reason}.`,
  help: "A model can read the keyword, but may ignore it. Calls are still validated with the whole schema before a request is sent, so an invalid call returns an error.",
};

export const schemaWidened: Code<LossParams> = {
  code: "schema-widened",
  severity: "note",
  message: ({ form, keywords, count, reason }) =>
    `The declarations for ${form} change ${listed(keywords)} ${places(count)}, and accept more values than the original schema: ${reason}.`,
  help: "Calls are still validated with the whole schema before a request is sent. Simplify this part of the schema if models often pass invalid values.",
};

export const schemaNarrowed: Code<LossParams> = {
  code: "schema-narrowed",
  severity: "note",
  message: ({ form, keywords, count, reason }) =>
    `The declarations for ${form} change ${listed(keywords)} ${places(count)}, and accept fewer values than the original schema: ${reason}.`,
  help: "A model cannot make some valid calls. If these calls matter, declare the tool without strict mode, or express the schema in another way.",
};

export const undescribedInput: Code<{ form: string; names: readonly string[]; count: number }> = {
  code: "undescribed-input",
  severity: "note",
  message: ({ form, names, count }) =>
    `The document does not describe the content of the ${names.length === 1 ? "parameter" : "parameters"} ${joinWords(
      names.map((name) => JSON.stringify(name)),
      "and",
    )} of ${count === 1 ? "a tool" : `${count} tools`}, so the declarations for ${form} have no schema for ${names.length === 1 ? "this parameter" : "these parameters"}.`,
  help: "A model can only guess the members. Describe the members in the document, or exclude the tools with `exclude`.",
};

export const notStrict: Code<{ tool: string; provider: string }> = {
  code: "not-strict",
  severity: "warning",
  message: ({ tool, provider }) =>
    `The tool "${tool}" is declared for ${provider} without strict mode, because strict mode cannot express its input schema.`,
  help: "In strict mode, the provider would reject every request with the tool. Calls of the tool are still validated before a request is sent. Change the input at the listed positions, or set fixed values for arguments that a model need not choose.",
};

export const strictLimit: Code<{ toolset: string; provider: string; count: number; strict: number }> = {
  code: "strict-limit",
  severity: "warning",
  message: ({ toolset, provider, count, strict }) =>
    `${provider} limits the strict mode in a request, so only ${strict} of the ${count} tools of the toolset "${toolset}" ${strict === 1 ? "is" : "are"} declared in strict mode.`,
  help: "The first tools within the limits use strict mode. Calls of the other tools are still validated before a request is sent. Move the tools that need strict mode to the front, or select fewer tools with `include`.",
};

export const descriptionCut: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "description-cut",
  severity: "note",
  message: ({ toolset, provider, count, most }) =>
    `${count === 1 ? "The description of a tool" : `The descriptions of ${count} tools`} of the toolset "${toolset}" ${count === 1 ? "is" : "are"} cut for ${provider}. ${provider} accepts descriptions of at most ${most} characters.`,
  help: "The declaration contains the description up to the last sentence within the limit. If a model needs the rest, set a shorter description with `overrides.<toolset>.tools.<id>.description` in toolsetc.yaml.",
};

export const longToolName: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "long-tool-name",
  severity: "note",
  message: ({ toolset, provider, count, most }) =>
    `${count === 1 ? "The name of a tool" : `The names of ${count} tools`} of the toolset "${toolset}" ${count === 1 ? "has" : "have"} more than ${most} characters. Older endpoints of ${provider} reject such names.`,
  help: "An older endpoint rejects every request with the tool. Give the tool a shorter name with `overrides.<toolset>.tools.<id>.name` in toolsetc.yaml, or choose `naming: operation`.",
};

export const toolNotDeclared: Code<{ tool: string; form: string; reason: string }> = {
  code: "tool-not-declared",
  severity: "error",
  message: ({ tool, form, reason }) => `The tool "${tool}" is omitted, because it cannot be declared for ${form}: ${reason}.`,
  help: "The provider would reject every request with the tool. Change its input or its name, or exclude it with `exclude`.",
};

export const tooManyTools: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "too-many-tools",
  severity: "warning",
  message: ({ toolset, provider, count, most }) =>
    `The toolset "${toolset}" has ${count} tools, but ${provider} accepts at most ${most} in a request.`,
  help: "A request cannot contain all tools. Select tools with `include`, or send only some of them, such as one group of the toolset.",
};

export const largeTools: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "large-tools",
  severity: "warning",
  message: ({ toolset, provider, count, most }) =>
    `${count === 1 ? "A tool" : `${count} tools`} of the toolset "${toolset}" ${count === 1 ? "has" : "have"} more than ${thousands(most)} tokens for ${provider}.`,
  help: "A model reads all tools with every request. The target option `detail: compact` keeps only the first sentences of descriptions and fewer levels of schemas, and a lower `depth` keeps still fewer levels. `hide` in an override removes a parameter, and `exclude` removes the tool. The counts are estimates.",
};

/** The diagnostic codes of the targets for model providers. */
export const providerCodes: readonly Code<never>[] = [
  keywordNotEnforced,
  schemaWidened,
  schemaNarrowed,
  undescribedInput,
  notStrict,
  strictLimit,
  descriptionCut,
  longToolName,
  toolNotDeclared,
  tooManyTools,
  largeTools,
];

function places(count: number): string {
  return count === 1 ? "here" : `in ${thousands(count)} places`;
}

function listed(keywords: readonly string[]): string {
  return joinWords(
    keywords.map((keyword) => `\`${keyword}\``),
    "and",
  );
}
