import type { Code } from "../../diagnostic/diagnostic.ts";

export const keywordNotEnforced: Code<{ form: string; keywords: readonly string[]; reason: string }> = {
  code: "keyword-not-enforced",
  severity: "note",
  message: ({ form, keywords, reason }) => `${form} does not enforce ${listed(keywords)} here: ${reason}.`,
  help: "A model can only read it. Calls are still validated with the whole schema before anything is sent, so an invalid call gets an error.",
};

export const schemaWidened: Code<{ form: string; keywords: readonly string[]; reason: string }> = {
  code: "schema-widened",
  severity: "note",
  message: ({ form, keywords, reason }) => `For ${form}, ${listed(keywords)} accepts more here than the schema does: ${reason}.`,
  help: "Calls are still validated with the whole schema before anything is sent. Simplify this part of the schema if models often get it wrong.",
};

export const schemaNarrowed: Code<{ form: string; keywords: readonly string[]; reason: string }> = {
  code: "schema-narrowed",
  severity: "note",
  message: ({ form, keywords, reason }) => `For ${form}, ${listed(keywords)} accepts less here than the schema does: ${reason}.`,
  help: "Some valid calls cannot be made in this form. If they matter, offer the tool without strict mode, or express the schema in another way.",
};

export const notStrict: Code<{ tool: string; provider: string }> = {
  code: "not-strict",
  severity: "warning",
  message: ({ tool, provider }) => `"${tool}" is offered to ${provider} without strict mode, which cannot express all of its input.`,
  help: "In strict mode, the provider would reject every request with the tool. Its calls are validated like all others. Change the input where the notes point, or fix the values that a model need not choose.",
};

export const notOffered: Code<{ tool: string; form: string; reason: string }> = {
  code: "tool-not-offered",
  severity: "error",
  message: ({ tool, form, reason }) => `"${tool}" cannot be offered to ${form}: ${reason}.`,
  help: "The provider would reject every request with the tool, so it is omitted from the list. Change its input, or exclude it with `exclude`.",
};

export const tooManyTools: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "too-many-tools",
  severity: "warning",
  message: ({ toolset, provider, count, most }) => `"${toolset}" has ${count} tools, and ${provider} accepts ${most} in a request.`,
  help: "The list as a whole cannot be sent. Select tools with `include`, or send a part of the list, such as one of the toolset's groups.",
};

/** Every code of the provider targets. */
export const providerCodes: readonly Code<never>[] = [
  keywordNotEnforced,
  schemaWidened,
  schemaNarrowed,
  notStrict,
  notOffered,
  tooManyTools,
];

function listed(keywords: readonly string[]): string {
  const quoted = keywords.map((keyword) => `\`${keyword}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
