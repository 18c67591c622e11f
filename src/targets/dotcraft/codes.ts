import type { Code } from "../../diagnostic/diagnostic.ts";

export const notInDeclaration: Code<{ what: string; toolset: string; count: number }> = {
  code: "left-out-of-dotcraft",
  severity: "note",
  message: ({ what, toolset, count }) =>
    `DotCraft's declarations cannot express ${what}, which ${count === 1 ? "one tool" : `${count} tools`} of "${toolset}" would need.`,
  help: "The server rejects a declaration with an unknown member. The program that executes the calls can read it in `toolset.json`.",
};

export const approvalNotRequested: Code<{ tool: string; count: number }> = {
  code: "unasked-in-dotcraft",
  severity: "warning",
  message: ({ tool, count }) =>
    `${count === 1 ? `Tool "${tool}" needs` : `Tool "${tool}" and ${count - 1} more need`} approval, which DotCraft's declaration does not say.`,
  help: "Only the program that executes the call can ask. The adapter `toolsetc/dotcraft` does; another program must ask itself, or have the server ask with `metadata.dotcraft.approval`.",
};

export const outsideNamespace: Code<{ tool: string; wanted: string; reason: "long" | "taken" }> = {
  code: "alone-in-dotcraft",
  severity: "note",
  message: ({ tool, wanted, reason }) =>
    `DotCraft has "${tool}" outside of its toolset's namespace: "${wanted}" ${reason === "long" ? "is over 64 bytes" : "is another tool"}.`,
  help: "The server rejects longer names and duplicates. Choose a name with `overrides.<toolset>.tools.<id>.name`.",
};

export const nameTaken: Code<{ tool: string }> = {
  code: "taken-in-dotcraft",
  severity: "error",
  message: ({ tool }) => `In DotCraft, "${tool}" is the name of another tool already.`,
  help: "To the model, `a` in the namespace `b` is `b__a`. Choose another name with `overrides.<toolset>.tools.<id>.name`.",
};

export const noDescription: Code<{ tool: string }> = {
  code: "no-description-for-dotcraft",
  severity: "warning",
  message: ({ tool }) => `Tool "${tool}" has no description; DotCraft gets its name instead.`,
  help: "The server rejects a declaration without a description. Write one in the definition or with `overrides.<toolset>.tools.<id>.description`.",
};

export const invalidApproval: Code<{ tool: string }> = {
  code: "invalid-dotcraft-approval",
  severity: "error",
  message: ({ tool }) => `\`metadata.dotcraft.approval\` of "${tool}" is not what DotCraft accepts, and is omitted.`,
  help: "It has a `kind` (`file`, `shell` or `remoteResource`) and a `targetArgument`, the name of a parameter, and may have `operation` or `operationArgument`.",
};

export const dotcraftCodes: readonly Code<never>[] = [
  notInDeclaration,
  approvalNotRequested,
  outsideNamespace,
  nameTaken,
  noDescription,
  invalidApproval,
];
