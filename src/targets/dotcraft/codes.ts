import type { Code } from "../../diagnostic/diagnostic.ts";

export const leftOut: Code<{ what: string; toolset: string; count: number }> = {
  code: "left-out-of-dotcraft",
  severity: "note",
  message: ({ what, toolset, count }) =>
    `DotCraft's declarations have no place for ${what}, which ${count === 1 ? "one tool" : `${count} tools`} of "${toolset}" would have.`,
  help: "The server refuses a declaration with a member that it does not know. Whoever carries out the calls can read it in `toolset.json`.",
};

export const unasked: Code<{ tool: string; count: number }> = {
  code: "unasked-in-dotcraft",
  severity: "warning",
  message: ({ tool, count }) =>
    `${count === 1 ? `Tool "${tool}" needs` : `Tool "${tool}" and ${count - 1} more need`} approval, which DotCraft's declaration does not say.`,
  help: "Only what carries out the call can ask. The adapter `toolsetc/dotcraft` does; in another program ask there, or have the server ask with `metadata.dotcraft.approval`.",
};

export const alone: Code<{ tool: string; wanted: string; reason: "long" | "taken" }> = {
  code: "alone-in-dotcraft",
  severity: "note",
  message: ({ tool, wanted, reason }) =>
    `DotCraft has "${tool}" outside of its toolset's namespace: "${wanted}" ${reason === "long" ? "is over 64 bytes" : "is another tool"}.`,
  help: "The server refuses a longer name and a name that it has. Choose one with `overrides.<toolset>.tools.<id>.name`.",
};

export const taken: Code<{ tool: string }> = {
  code: "taken-in-dotcraft",
  severity: "error",
  message: ({ tool }) => `DotCraft has "${tool}" as another tool in a namespace already.`,
  help: "To the model, `a` in the namespace `b` is `b__a`. Choose another name with `overrides.<toolset>.tools.<id>.name`.",
};

export const noDescription: Code<{ tool: string }> = {
  code: "no-description-for-dotcraft",
  severity: "warning",
  message: ({ tool }) => `Tool "${tool}" has no description; DotCraft is given its name in the place of one.`,
  help: "The server refuses a declaration without a description. Write one in the definition or with `overrides.<toolset>.tools.<id>.description`.",
};

export const invalidApproval: Code<{ tool: string }> = {
  code: "invalid-dotcraft-approval",
  severity: "error",
  message: ({ tool }) => `\`metadata.dotcraft.approval\` of "${tool}" is not what DotCraft takes, and is left out.`,
  help: "It has a `kind` (`file`, `shell` or `remoteResource`) and a `targetArgument`, the name of a parameter, and may have `operation` or `operationArgument`.",
};

export const dotcraftCodes: readonly Code<never>[] = [leftOut, unasked, alone, taken, noDescription, invalidApproval];
