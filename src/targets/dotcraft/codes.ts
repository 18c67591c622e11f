import type { Code } from "../../diagnostic/diagnostic.ts";

export const omittedInDotcraft: Code<{ what: string; toolset: string; count: number }> = {
  code: "omitted-in-dotcraft",
  severity: "note",
  message: ({ what, toolset, count }) =>
    `For ${count === 1 ? "one tool" : `${count} tools`} of the toolset "${toolset}", the declarations for DotCraft omit ${what}.`,
  help: "DotCraft rejects a declaration with an unknown member. The program that executes the calls can read the omitted value in `toolset.json`.",
};

export const approvalNotRequestedInDotcraft: Code<{ tool: string; count: number }> = {
  code: "approval-not-requested-in-dotcraft",
  severity: "warning",
  message: ({ tool, count }) =>
    `${count === 1 ? `The tool "${tool}" needs` : `The tool "${tool}" and ${count - 1} more need`} the user's approval, but a declaration for DotCraft cannot require approval.`,
  help: "Only the program that executes the call can ask for approval, as the adapter `toolsetc/dotcraft` does. Other programs must ask for approval themselves, or let the server ask with `metadata.dotcraft.approval`.",
};

export const outsideNamespaceInDotcraft: Code<{ tool: string; preferred: string; reason: "long" | "taken" }> = {
  code: "outside-namespace-in-dotcraft",
  severity: "note",
  message: ({ tool, preferred, reason }) =>
    `For DotCraft, the tool "${tool}" is declared outside of its toolset's namespace, because the name "${preferred}" ${reason === "long" ? "has more than 64 bytes" : "belongs to another tool"}.`,
  help: "The server rejects longer names and duplicates. Choose a name with `overrides.<toolset>.tools.<id>.name`.",
};

export const duplicateNameInDotcraft: Code<{ tool: string }> = {
  code: "duplicate-name-in-dotcraft",
  severity: "error",
  message: ({ tool }) => `The tool "${tool}" is omitted for DotCraft, because another tool has the same name.`,
  help: "The model sees the tool `a` of the namespace `b` as `b__a`. Choose another name with `overrides.<toolset>.tools.<id>.name`.",
};

export const noDescriptionForDotcraft: Code<{ tool: string }> = {
  code: "no-description-for-dotcraft",
  severity: "warning",
  message: ({ tool }) => `The tool "${tool}" has no description, so its name is declared to DotCraft as the description.`,
  help: "The server rejects a declaration without a description. Write a description in the definition or with `overrides.<toolset>.tools.<id>.description`.",
};

export const invalidDotcraftApproval: Code<{ tool: string }> = {
  code: "invalid-dotcraft-approval",
  severity: "error",
  message: ({ tool }) =>
    `The value of \`metadata.dotcraft.approval\` of the tool "${tool}" is invalid, so the declaration for DotCraft has no \`approval\`.`,
  help: "The value must have a `kind` (`file`, `shell` or `remoteResource`) and a `targetArgument`, the name of a parameter, and may have `operation` or `operationArgument`.",
};

export const dotcraftCodes: readonly Code<never>[] = [
  omittedInDotcraft,
  approvalNotRequestedInDotcraft,
  outsideNamespaceInDotcraft,
  duplicateNameInDotcraft,
  noDescriptionForDotcraft,
  invalidDotcraftApproval,
];
