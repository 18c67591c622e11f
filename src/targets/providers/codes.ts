import type { Code } from "../../diagnostic/diagnostic.ts";

/** What a note tells of losses of one kind. */
export interface LossParams {
  readonly form: string;
  readonly keywords: readonly string[];
  /** The places where they are. */
  readonly count: number;
  /** A clause. */
  readonly reason: string;
}

export const keywordNotEnforced: Code<LossParams> = {
  code: "keyword-not-enforced",
  severity: "note",
  message: ({ form, keywords, count, reason }) => `${form} does not enforce ${listed(keywords)} ${places(count)}: ${reason}.`,
  help: "A model can only read it. Calls are still validated with the whole schema before anything is sent, so an invalid call gets an error.",
};

export const schemaWidened: Code<LossParams> = {
  code: "schema-widened",
  severity: "note",
  message: ({ form, keywords, count, reason }) =>
    `For ${form}, ${listed(keywords)} accepts more ${places(count)} than the schema does: ${reason}.`,
  help: "Calls are still validated with the whole schema before anything is sent. Simplify this part of the schema if models often get it wrong.",
};

export const schemaNarrowed: Code<LossParams> = {
  code: "schema-narrowed",
  severity: "note",
  message: ({ form, keywords, count, reason }) =>
    `For ${form}, ${listed(keywords)} accepts less ${places(count)} than the schema does: ${reason}.`,
  help: "Some valid calls cannot be made in this form. If they matter, offer the tool without strict mode, or express the schema in another way.",
};

export const undescribedInput: Code<{ form: string; names: readonly string[]; count: number }> = {
  code: "undescribed-input",
  severity: "note",
  message: ({ form, names, count }) =>
    `${form} is not told what ${names.map((name) => JSON.stringify(name)).join(", ")} of ${count === 1 ? "a tool" : `${count} tools`} may hold, since the document does not describe it.`,
  help: "A model can only guess what to write. Describe the members in the document, or hide the tools with `exclude`.",
};

export const notStrict: Code<{ tool: string; provider: string }> = {
  code: "not-strict",
  severity: "warning",
  message: ({ tool, provider }) => `"${tool}" is offered to ${provider} without strict mode, which cannot express all of its input.`,
  help: "In strict mode, the provider would reject every request with the tool. Its calls are validated like all others. Change the input where the notes point, or fix the values that a model need not choose.",
};

export const strictLimit: Code<{ toolset: string; provider: string; count: number; strict: number }> = {
  code: "strict-limit",
  severity: "warning",
  message: ({ toolset, provider, count, strict }) =>
    `Of the ${count} tools of "${toolset}", ${strict} are offered to ${provider} in strict mode, since a request cannot have more like them.`,
  help: "The first tools that fit are strict, and calls of the others are validated like all calls. Put the tools first that need strict mode, or select fewer with `include`.",
};

export const descriptionCut: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "description-cut",
  severity: "note",
  message: ({ toolset, provider, count, most }) =>
    `${count === 1 ? "The description of a tool" : `The descriptions of ${count} tools`} of "${toolset}" ${count === 1 ? "is" : "are"} cut for ${provider}, which accepts ${most} characters.`,
  help: "The text ends with its last sentence that fits. Shorten the description with an override of the tool if a model needs what is cut.",
};

export const longToolName: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "long-tool-name",
  severity: "note",
  message: ({ toolset, provider, count, most }) =>
    `${count === 1 ? "The name of a tool" : `The names of ${count} tools`} of "${toolset}" ${count === 1 ? "has" : "have"} more than ${most} characters, which older endpoints of ${provider} reject.`,
  help: "Such an endpoint rejects every request with the tool. Give it a shorter name with an override, or choose `naming: operation`.",
};

export const notOffered: Code<{ tool: string; form: string; reason: string }> = {
  code: "tool-not-offered",
  severity: "error",
  message: ({ tool, form, reason }) => `"${tool}" cannot be offered to ${form}: ${reason}.`,
  help: "The provider would reject every request with the tool, so it is omitted from the list. Change its input or its name, or exclude it with `exclude`.",
};

export const tooManyTools: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "too-many-tools",
  severity: "warning",
  message: ({ toolset, provider, count, most }) => `"${toolset}" has ${count} tools, and ${provider} accepts ${most} in a request.`,
  help: "The list as a whole cannot be sent. Select tools with `include`, or send a part of the list, such as one of the toolset's groups.",
};

export const largeTools: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "large-tools",
  severity: "warning",
  message: ({ toolset, provider, count, most }) =>
    `${count === 1 ? "A tool" : `${count} tools`} of "${toolset}" ${count === 1 ? "has" : "have"} more than ${most.toLocaleString("en-US")} tokens for ${provider}.`,
  help: "A model reads all of it with every request. `detail: compact` shows first sentences and fewer levels, and a lower `depth` still fewer. `hide` in an override removes a member, and `exclude` the tool. The counts are estimates.",
};

/** Every code of the provider targets. */
export const providerCodes: readonly Code<never>[] = [
  keywordNotEnforced,
  schemaWidened,
  schemaNarrowed,
  undescribedInput,
  notStrict,
  strictLimit,
  descriptionCut,
  longToolName,
  notOffered,
  tooManyTools,
  largeTools,
];

function places(count: number): string {
  return count === 1 ? "here" : `in ${count.toLocaleString("en-US")} places`;
}

function listed(keywords: readonly string[]): string {
  const quoted = keywords.map((keyword) => `\`${keyword}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
