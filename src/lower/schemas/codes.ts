// The codes about the schemas of tools.

import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import type { ValuePart } from "../../schema/reason/find-impossible-parts.ts";
import type { Json } from "../../source/json/json.ts";

export const brokenInputSchema: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-input-schema",
  severity: "error",
  message: ({ operations, total }) => {
    const named = nameList(operations, total);
    return total === 1
      ? `The operation ${named} is omitted, because its input depends on this invalid value.`
      : `${total} operations are omitted, because their inputs depend on this invalid value: ${named}.`;
  },
  help: "Without a valid schema, the input is unknown. Correct the schema here.",
};

export const brokenOutputSchema: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-output-schema",
  severity: "warning",
  message: ({ operations, total }) => {
    const named = nameList(operations, total);
    return total === 1
      ? `The output of the operation "${operations[0]}" is unknown, because it depends on this invalid value.`
      : `The outputs of ${total} operations are unknown, because they depend on this invalid value: ${named}.`;
  },
  help: "The operation is compiled, but any result is accepted. Correct the schema here to get a typed output.",
};

export const wrongExample: Code<{ tool: string; name: string; message: string; value: Json }> = {
  code: "wrong-example",
  severity: "warning",
  message: ({ tool, name, message }) =>
    `The example of "${name}" is omitted from the tool "${tool}", because it does not match its schema: ${message}`,
  // Generators write null where no example is given.
  cause: ({ value }) => (value === null ? "null" : undefined),
  help: "Models get only the valid examples of a tool. Correct the example or the schema.",
};

export const unknownOutputMember: Code<{ tool: string; name: string; near: string | undefined }> = {
  code: "unknown-output-member",
  severity: "error",
  message: ({ tool, name, near }) =>
    `The output of the tool "${tool}" has no member "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "`pick` lists members of the result, or of each item if the result is an array. Correct or remove the name.",
  replacement: ({ near }) => near,
};

export const pickWithoutMembers: Code<{ tool: string; found: string }> = {
  code: "pick-without-members",
  severity: "error",
  message: ({ tool, found }) => `\`pick\` is ignored for the tool "${tool}", because its output is ${found}.`,
  help: "`pick` lists members of the result, or of each item if the result is an array. This result has no members. Remove `pick`.",
};

export const impossibleInput: Code<{ tools: readonly string[]; part: ValuePart | undefined; why: string }> = {
  code: "impossible-input",
  severity: "warning",
  message: ({ tools, part, why }) =>
    part === undefined
      ? `No input of ${namedTools(tools)} is valid, because ${why}.`
      : `In the input of ${namedTools(tools)}, no value fits ${namedPart(part)}, because ${why}.`,
  help: "Each call with such an input is rejected before a request is sent. Correct the schema here. If no input is valid, you can also omit the operation with `exclude`.",
};

export const impossibleOutput: Code<{ tools: readonly string[]; why: string }> = {
  code: "impossible-output",
  severity: "warning",
  message: ({ tools, why }) => `No result of ${namedTools(tools)} matches the output schema, because ${why}.`,
  help: 'The run-time library reports each result to `onMismatch`, and with `output: "strict"`, it rejects each result. Correct the schema here.',
};

export const clashingCredentials: Code<{ tools: readonly string[]; schemes: readonly [string, string] }> = {
  code: "clashing-credentials",
  severity: "warning",
  message: ({ tools, schemes }) =>
    `In calls of ${namedTools(tools)}, one of two required credentials is not sent: the security schemes "${schemes[0]}" and "${schemes[1]}" set the same header "Authorization".`,
  help: "A request has only one header `Authorization`. If one of the two schemes is enough, write them as two items of `security`, or configure one of them under `auth` in toolsetc.yaml.",
};

function namedPart(part: ValuePart): string {
  if (part.kind === "member") return `the member "${part.name}"`;
  const of = part.of === "" ? "" : ` of "${part.of}"`;
  switch (part.kind) {
    case "items":
      return of === "" ? "an item of the array" : `the items${of}`;
    case "other-members":
      return `the members${of} that its schema does not name`;
    case "alternative":
      return `alternative ${part.index + 1} of \`${part.keyword}\`${of === "" ? "" : ` in "${part.of}"`}`;
  }
}

/** Names one tool, or counts and names several. */
function namedTools(tools: readonly string[]): string {
  return tools.length === 1 ? `the tool ${nameList(tools)}` : `${tools.length} tools (${nameList(tools)})`;
}
