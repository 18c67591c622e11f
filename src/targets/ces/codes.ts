import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";

export const unsupportedInCes: Code<{ what: string; toolset: string; count: number }> = {
  code: "unsupported-in-ces",
  severity: "warning",
  message: ({ what, toolset, count }) =>
    `For ${count === 1 ? "one tool" : `${count} tools`} of the toolset "${toolset}", CES ignores ${what}.`,
  help: "CES has no such setting, and the app works without it. If the setting is needed for safety, enforce it in the service.",
};

export const fieldOmittedInCes: Code<{ field: string; toolset: string }> = {
  code: "field-omitted-in-ces",
  severity: "warning",
  message: ({ field, toolset }) =>
    `The field "${field}" of the definition "${toolset}" is not compiled, so the app that is written for CES does not contain the field.`,
  help: "The field has a meaning only in CES. Copy the field, and the file that it refers to, from the definition into the app.",
};

export const toolOmittedInCes: Code<{ kind: "tool" | "toolset"; name: string; reason: string }> = {
  code: "tool-omitted-in-ces",
  severity: "warning",
  message: ({ kind, name, reason }) => `The ${kind} "${name}" is omitted from the app that is written for CES: ${reason}.`,
  help: "With this tool or toolset, CES would reject the whole app. Exclude the tool with `exclude`, or provide it in another way.",
};

export const fixedValueInCes: Code<{ tool: string; name: string }> = {
  code: "fixed-value-in-ces",
  severity: "note",
  message: ({ tool, name }) =>
    `In CES, the model sees the parameter "${name}" of the tool "${tool}", with its fixed value as the only allowed value.`,
  help: "An OpenAPI document cannot hide a fixed value. Only values of the session are hidden, with `x-ces-session-context`.",
};

export const keywordOmittedInCes: Code<{ tool: string; keyword: string }> = {
  code: "keyword-omitted-in-ces",
  severity: "warning",
  message: ({ tool, keyword }) => `CES schemas do not support the keyword "${keyword}", so the keyword is omitted from the tool "${tool}".`,
  help: "CES accepts arguments and results that this schema rejects. Express the constraint in another way, or in the description.",
};

export const openapi31InCes: Code<{ toolset: string; keyword: string }> = {
  code: "openapi-3-1-in-ces",
  severity: "warning",
  message: ({ toolset, keyword }) =>
    `The document of the toolset "${toolset}" is written for CES as OpenAPI 3.1, because OpenAPI 3.0 cannot express the keyword "${keyword}".`,
  help: "All documents that are known to work in CES are 3.0. If an import rejects this document, express the schema without the keyword.",
};

export const renamedInCes: Code<{ id: string; name: string; count: number }> = {
  code: "renamed-in-ces",
  severity: "note",
  message: ({ id, name, count }) =>
    `In the app that is written for CES, the operation "${id}" is renamed to "${name}"${count === 1 ? "" : `, and ${count - 1} more ${count === 2 ? "operation is" : "operations are"} renamed`}.`,
  help: "CES derives the name of a tool from its operationId. Agents that choose tools by `toolIds` must use the new name.",
};

export const standaloneFunctionsInCes: Code<{ toolset: string; count: number }> = {
  code: "standalone-functions-in-ces",
  severity: "note",
  message: ({ toolset, count }) =>
    `CES has no toolsets of client functions, so the toolset "${toolset}" becomes ${count === 1 ? "a standalone tool" : `${count} standalone tools`}.`,
  help: "The model sees a standalone tool by its name, which is the name of the toolset, `_` and the name of the function. Agents must list each of these tools under `tools`.",
};

export const agentsOmittedInCes: Code<{ count: number }> = {
  code: "agents-omitted-in-ces",
  severity: "note",
  message: ({ count }) =>
    `${count === 1 ? "One agent is" : `${count} agents are`} omitted from the app that is written for CES, because only tools and toolsets are compiled.`,
  help: "Import the tools together with the agents: copy `tools`, `toolsets` and `environment.json` into the exported app that has the agents.",
};

export const unreplacedPlaceholderInCes: Code<{ field: string; toolset: string; environment: string | undefined }> = {
  code: "unreplaced-placeholder-in-ces",
  severity: "warning",
  message: ({ field, toolset, environment }) =>
    environment === undefined
      ? `CES does not replace the placeholder in the field "${field}" of the definition "${toolset}", and no environment has a value for the field, so the app that is written for CES contains the placeholder.`
      : `CES does not replace the placeholder in the field "${field}" of the definition "${toolset}", so the app that is written for CES contains the value of the environment "${environment}".`,
  help: "CES replaces placeholders only in the fields that it documents. Compile once for each environment, and choose the environment with the option `environment`.",
};

export const noEnvironmentForCes: Code<{ toolset: string; requested: string; known: readonly string[] }> = {
  code: "no-environment-for-ces",
  severity: "warning",
  message: ({ toolset, requested, known }) => {
    const reason = requested === "" ? "no environment is chosen" : `there is no environment "${requested}"`;
    const available = known.length === 0 ? "" : ` Available: ${nameList(known)}.`;
    return `The placeholders of the definition "${toolset}" get no values, because ${reason}.${available}`;
  },
  help: "Without values, CES cannot replace the placeholders. Choose an environment with the target's option `environment`, or set `defaultEnvironment`.",
};

export const cesCodes: readonly Code<never>[] = [
  unsupportedInCes,
  fieldOmittedInCes,
  toolOmittedInCes,
  fixedValueInCes,
  keywordOmittedInCes,
  openapi31InCes,
  renamedInCes,
  standaloneFunctionsInCes,
  agentsOmittedInCes,
  unreplacedPlaceholderInCes,
  noEnvironmentForCes,
];
