import type { Code } from "../../diagnostic/diagnostic.ts";

export const keywordNotEnforced: Code<{ form: string; keywords: readonly string[]; reason: string }> = {
  code: "keyword-not-enforced",
  severity: "note",
  message: ({ form, keywords, reason }) => `${form} does not enforce ${listed(keywords)} here: ${reason}.`,
  help: "A model is only told of it. Calls are still checked with the whole schema before anything is sent, so a wrong call is answered with an error.",
};

export const schemaWidened: Code<{ form: string; keywords: readonly string[]; reason: string }> = {
  code: "schema-widened",
  severity: "note",
  message: ({ form, keywords, reason }) => `For ${form}, ${listed(keywords)} takes more here than the schema does: ${reason}.`,
  help: "Calls are still checked with the whole schema before anything is sent. Simplify this part of the schema if models often get it wrong.",
};

export const schemaNarrowed: Code<{ form: string; keywords: readonly string[]; reason: string }> = {
  code: "schema-narrowed",
  severity: "note",
  message: ({ form, keywords, reason }) => `For ${form}, ${listed(keywords)} leaves a model less here than the schema takes: ${reason}.`,
  help: "There are calls that a model cannot make in this form. If they matter, offer the tool without strict mode, or say the schema in another way.",
};

export const notStrict: Code<{ tool: string; provider: string }> = {
  code: "not-strict",
  severity: "warning",
  message: ({ tool, provider }) => `"${tool}" is offered to ${provider} without strict mode, which cannot say all of its input.`,
  help: "The provider would refuse the tool, and every request with it. Its calls are checked like all others. Change the input where the notes point, or pin what a model need not choose.",
};

export const notOffered: Code<{ tool: string; form: string; reason: string }> = {
  code: "tool-not-offered",
  severity: "error",
  message: ({ tool, form, reason }) => `"${tool}" cannot be offered to ${form}: ${reason}.`,
  help: "The provider would refuse every request that has the tool, so it is left out of the list. Change its input, or leave it out with `exclude`.",
};

export const tooManyTools: Code<{ toolset: string; provider: string; count: number; most: number }> = {
  code: "too-many-tools",
  severity: "warning",
  message: ({ toolset, provider, count, most }) => `"${toolset}" has ${count} tools, and ${provider} takes ${most} in a request.`,
  help: "The list as a whole cannot be sent. Choose tools with `include`, or send a part of the list, such as one of the toolset's groups.",
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
