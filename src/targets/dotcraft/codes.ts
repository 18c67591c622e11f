import type { Code } from "../../diagnostic/diagnostic.ts";

export const notInDeclaration: Code<{ what: string; toolset: string; count: number }> = {
  code: "left-out-of-dotcraft",
  severity: "note",
  message: ({ what, toolset, count }) =>
    `DotCraft's declarations cannot express ${what}, which ${count === 1 ? "one tool" : `${count} tools`} of "${toolset}" ${count === 1 ? "uses" : "use"}.`,
  help: "The server rejects a declaration with an unknown member. The program that executes the calls can read it in `toolset.json`.",
};

export const approvalNotRequested: Code<{ tool: string; count: number }> = {
  code: "unasked-in-dotcraft",
  severity: "warning",
  message: ({ tool, count }) =>
    `${count === 1 ? `Tool "${tool}" needs` : `Tool "${tool}" and ${count - 1} more need`} approval, which a declaration for DotCraft cannot express.`,
  help: "Only the program that executes the call can ask for approval, as the adapter `toolsetc/dotcraft` does. Other programs must ask themselves, or let the server ask with `metadata.dotcraft.approval`.",
};

export const outsideNamespace: Code<{ tool: string; wanted: string; reason: "long" | "taken" }> = {
  code: "alone-in-dotcraft",
  severity: "note",
  message: ({ tool, wanted, reason }) =>
    `For DotCraft, "${tool}" is declared outside of its toolset's namespace: "${wanted}" ${reason === "long" ? "has over 64 bytes" : "is the name of another tool"}.`,
  help: "The server rejects longer names and duplicates. Choose a name with `overrides.<toolset>.tools.<id>.name`.",
};

export const nameTaken: Code<{ tool: string }> = {
  code: "taken-in-dotcraft",
  severity: "error",
  message: ({ tool }) => `"${tool}" is omitted for DotCraft, since another tool has this name.`,
  help: "The model sees the tool `a` of the namespace `b` as `b__a`. Choose another name with `overrides.<toolset>.tools.<id>.name`.",
};

export const noDescription: Code<{ tool: string }> = {
  code: "no-description-for-dotcraft",
  severity: "warning",
  message: ({ tool }) => `Tool "${tool}" has no description; its name is declared to DotCraft instead.`,
  help: "The server rejects a declaration without a description. Write one in the definition or with `overrides.<toolset>.tools.<id>.description`.",
};

export const invalidApproval: Code<{ tool: string }> = {
  code: "invalid-dotcraft-approval",
  severity: "error",
  message: ({ tool }) => `\`metadata.dotcraft.approval\` of "${tool}" is invalid for DotCraft, and is omitted.`,
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
