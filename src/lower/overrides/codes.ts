// The codes about what the configuration selects and overrides.

import type { Code } from "../../diagnostic/diagnostic.ts";

export const unmatchedSelector: Code<{ selector: string; near: string | undefined }> = {
  code: "unmatched-selector",
  severity: "error",
  message: ({ selector, near }) =>
    `The selector "${selector}" matches no operation.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The selector may be misspelled, or the document has changed. Correct or remove the selector; `toolsetc list` shows all operations.",
  replacement: ({ near }) => near,
};

export const unknownToolOverride: Code<{ tool: string; near: string | undefined }> = {
  code: "unknown-tool-override",
  severity: "error",
  message: ({ tool, near }) => `There is no operation "${tool}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry is the operation's id in the document, such as `issues/create`, or its method and path, such as `GET /path`. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unknownOverride: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-override",
  severity: "error",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `overrides` is the display name, the folder or the file of a definition. No toolset is compiled until you correct or remove the entry: it may be meant to exclude operations or to require approval.",
  replacement: ({ near }) => near,
};

export const unusedOverride: Code<{ name: string; why: string }> = {
  code: "unused-override",
  severity: "warning",
  message: ({ name, why }) => `The override "${name}" is ignored, because ${why}.`,
  help: "Remove the override, or change what the message names as the reason.",
};

/** The names of two entries for one toolset or operation. The entry `used` takes effect, the entry `name` does not. */
export const duplicateEntry: Code<{ name: string; used: string }> = {
  code: "duplicate-entry",
  severity: "error",
  message: ({ name, used }) =>
    `The configuration entry "${name}" is ignored, because the entry "${used}" configures the same toolset or operation.`,
  help: "An entry in toolsetc.yaml names a toolset by its display name, folder or file, and an operation by its id, or by its method and path. A toolset or an operation may have only one entry. Merge the two entries.",
};

export const unknownSource: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-source",
  severity: "error",
  scope: "project",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" for this source.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `sources` is the display name, the folder or the file of a definition. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unknownBudget: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-budget",
  severity: "error",
  scope: "project",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" for this budget.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `budgets` is the display name, the folder or the file of a definition. A budget of nothing is never exceeded. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unusedSource: Code<{ name: string; why: string }> = {
  code: "unused-source",
  severity: "warning",
  message: ({ name, why }) => `The source of the definition "${name}" is ignored, because ${why}.`,
  help: "`toolsetc pull` fetches only OpenAPI documents from the URLs under `sources`. Remove the entry.",
};

export const unknownParameterOverride: Code<{ tool: string; name: string; near: string | undefined }> = {
  code: "unknown-parameter-override",
  severity: "error",
  message: ({ tool, name, near }) =>
    `No tool that the entry "${tool}" applies to has a parameter "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `parameters` is a property of the tool's input. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unusableFixedValue: Code<{ tool: string; name: string; reason: string }> = {
  code: "unusable-fixed-value",
  severity: "error",
  message: ({ tool, name, reason }) => `The parameter "${name}" of the tool "${tool}" cannot have a fixed value: ${reason}.`,
  help: "A fixed value replaces the value that the model would provide. Set a fixed value for one parameter or one member of the body.",
};

export const unusedAuth: Code<{ name: string; why: string }> = {
  code: "unused-auth",
  severity: "warning",
  message: ({ name, why }) => `The entry "${name}" under \`auth\` is ignored, because ${why}.`,
  help: "The entries under `auth` in toolsetc.yaml configure the credentials for the security schemes of an OpenAPI document. `apiAuthentication` in the definition takes precedence. Remove the entry, or remove `apiAuthentication`.",
};
