import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";

export const unsupportedInCes: Code<{ what: string; toolset: string; count: number }> = {
  code: "lost-in-ces",
  severity: "warning",
  message: ({ what, toolset, count }) =>
    `CES does not support ${what}, which ${count === 1 ? "one tool" : `${count} tools`} of "${toolset}" ${count === 1 ? "uses" : "use"}.`,
  help: "The app works without it. If CES must guarantee the same, the service has to enforce it.",
};

export const notInApp: Code<{ field: string; toolset: string }> = {
  code: "left-behind-in-ces",
  severity: "warning",
  message: ({ field, toolset }) => `"${field}" of "${toolset}" is not in the app for CES.`,
  help: "The field has a meaning only in CES, so it is not compiled. Copy it, and the file that it refers to, from the definition into the app.",
};

export const inexpressible: Code<{ tool: string; reason: string }> = {
  code: "inexpressible-in-ces",
  severity: "warning",
  message: ({ tool, reason }) => `"${tool}" is not in the app for CES: ${reason}.`,
  help: "With it, CES would reject the whole app. Exclude it with `exclude`, or provide it in another way.",
};

export const visiblePinnedValue: Code<{ tool: string; name: string }> = {
  code: "pinned-in-ces",
  severity: "note",
  message: ({ tool, name }) => `In CES, the model sees the fixed value "${name}" of "${tool}" as a parameter with one allowed value.`,
  help: "An OpenAPI document cannot hide a fixed value. Only values of the session are hidden, with `x-ces-session-context`.",
};

export const unsupportedKeyword: Code<{ tool: string; keyword: string }> = {
  code: "schema-lost-in-ces",
  severity: "warning",
  message: ({ tool, keyword }) => `CES schemas do not support "${keyword}", which "${tool}" uses.`,
  help: "CES accepts arguments and results that this schema rejects. Express the constraint in another way, or in the description.",
};

export const needs31: Code<{ toolset: string; keyword: string }> = {
  code: "openapi-3-1-in-ces",
  severity: "warning",
  message: ({ toolset, keyword }) => `The document of "${toolset}" is OpenAPI 3.1, because 3.0 cannot express "${keyword}".`,
  help: "All documents that are known to work in CES are 3.0. If an import rejects this one, express the schema without the keyword.",
};

export const renamed: Code<{ id: string; name: string; count: number }> = {
  code: "renamed-in-ces",
  severity: "note",
  message: ({ id, name, count }) =>
    `In CES, "${id}" is the operation "${name}"${count === 1 ? "" : `, and ${count - 1} more operations have other names`}.`,
  help: "CES derives the name of a tool from its operationId. Agents that choose tools by `toolIds` must use the new name.",
};

export const functionsAsTools: Code<{ toolset: string; count: number }> = {
  code: "functions-apart-in-ces",
  severity: "note",
  message: ({ toolset, count }) =>
    `CES has no toolsets of client functions, so "${toolset}" becomes ${count === 1 ? "a Tool" : `${count} Tools`}.`,
  help: "Each Tool has the name that the model sees, which begins with the toolset's name. Agents list each of them under `tools`.",
};

export const agentsOmitted: Code<{ count: number }> = {
  code: "agents-not-in-ces",
  severity: "note",
  message: ({ count }) => `${count === 1 ? "One agent is" : `${count} agents are`} not in the app for CES.`,
  help: "Only tools and toolsets are compiled. Copy `tools`, `toolsets` and `environment.json` into the exported app that has the agents.",
};

export const unmanaged: Code<{ field: string; toolset: string; environment: string | undefined }> = {
  code: "placeholder-not-in-ces",
  severity: "warning",
  message: ({ field, toolset, environment }) =>
    environment === undefined
      ? `CES does not replace the placeholder of "${field}" in "${toolset}", and no environment has a value for it.`
      : `CES does not replace the placeholder of "${field}" in "${toolset}", so the app has the value of "${environment}".`,
  help: "CES replaces placeholders only in the fields that it documents. Compile once for each environment, and choose it with the option `environment`.",
};

export const noEnvironment: Code<{ toolset: string; wanted: string; known: readonly string[] }> = {
  code: "no-environment-for-ces",
  severity: "warning",
  message: ({ toolset, wanted, known }) => {
    const names = nameList(known);
    return wanted === ""
      ? `"${toolset}" has placeholders, and no environment is chosen: ${names}.`
      : `"${toolset}" has placeholders, and no environment "${wanted}"${known.length === 0 ? "" : `, only ${names}`}.`;
  },
  help: "Without a value, CES cannot replace the placeholder. Choose an environment with the target's option `environment`, or set `defaultEnvironment`.",
};

export const cesCodes: readonly Code<never>[] = [
  unsupportedInCes,
  notInApp,
  inexpressible,
  visiblePinnedValue,
  unsupportedKeyword,
  needs31,
  renamed,
  functionsAsTools,
  agentsOmitted,
  unmanaged,
  noEnvironment,
];
