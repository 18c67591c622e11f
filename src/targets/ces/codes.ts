import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";

export const lost: Code<{ what: string; toolset: string; count: number }> = {
  code: "lost-in-ces",
  severity: "warning",
  message: ({ what, toolset, count }) =>
    `CES has no place for ${what}, which ${count === 1 ? "one tool" : `${count} tools`} of "${toolset}" would have.`,
  help: "The app works without it, and CES does not know of it. What has to hold there too must be held by the service.",
};

export const leftBehind: Code<{ field: string; toolset: string }> = {
  code: "left-behind-in-ces",
  severity: "warning",
  message: ({ field, toolset }) => `"${field}" of "${toolset}" is not in the app for CES.`,
  help: "Only CES acts on it, so it is not compiled. Copy it, and the file that it names, from the definition into the app.",
};

export const inexpressible: Code<{ tool: string; reason: string }> = {
  code: "inexpressible-in-ces",
  severity: "warning",
  message: ({ tool, reason }) => `"${tool}" is not in the app for CES: ${reason}.`,
  help: "What CES cannot import would cost the app its other tools. Leave it out with `exclude`, or offer it in another way.",
};

export const pinned: Code<{ tool: string; name: string }> = {
  code: "pinned-in-ces",
  severity: "note",
  message: ({ tool, name }) => `In CES, the model sees "${name}" of "${tool}" with one value to choose.`,
  help: "An OpenAPI document cannot fix a value and hide it; only values of the session are hidden, with `x-ces-session-context`.",
};

export const lostKeyword: Code<{ tool: string; keyword: string }> = {
  code: "schema-lost-in-ces",
  severity: "warning",
  message: ({ tool, keyword }) => `CES's schemas have no "${keyword}", which "${tool}" uses.`,
  help: "There, calls and answers are accepted that this schema refuses. Say what is allowed in another way, or in the description.",
};

export const needs31: Code<{ toolset: string; keyword: string }> = {
  code: "openapi-3-1-in-ces",
  severity: "warning",
  message: ({ toolset, keyword }) => `The document of "${toolset}" is OpenAPI 3.1, because 3.0 cannot say "${keyword}".`,
  help: "All documents that are known to work in CES are 3.0. If the import refuses this one, say the same in another way.",
};

export const renamed: Code<{ id: string; name: string; count: number }> = {
  code: "renamed-in-ces",
  severity: "note",
  message: ({ id, name, count }) =>
    `In CES, "${id}" is the operation "${name}"${count === 1 ? "" : `, and ${count - 1} more have names of their own`}.`,
  help: "CES makes a tool's name of its operationId. Agents that choose tools by `toolIds` must use the new name.",
};

export const functionsApart: Code<{ toolset: string; count: number }> = {
  code: "functions-apart-in-ces",
  severity: "note",
  message: ({ toolset, count }) =>
    `CES has no toolsets of client functions, so "${toolset}" becomes ${count === 1 ? "a Tool" : `${count} Tools`}.`,
  help: "Each is called as the model sees it, with the toolset's name in front. Agents name each of them under `tools`.",
};

export const agentsLeftOut: Code<{ count: number }> = {
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
      ? `CES leaves the placeholder of "${field}" in "${toolset}" as it is, and no environment says what to put there.`
      : `CES leaves the placeholder of "${field}" in "${toolset}" as it is, so the value of "${environment}" stands there.`,
  help: "CES fills in only the fields of its documented list. Compile once an environment, and choose it with the option `environment`.",
};

export const noEnvironment: Code<{ toolset: string; wanted: string; known: readonly string[] }> = {
  code: "no-environment-for-ces",
  severity: "warning",
  message: ({ toolset, wanted, known }) => {
    const names = nameList(known);
    return wanted === ""
      ? `"${toolset}" has placeholders, and nothing says which environment the app is for: ${names}.`
      : `"${toolset}" has placeholders, and no environment "${wanted}"${known.length === 0 ? "" : `, only ${names}`}.`;
  },
  help: "Without a value, CES cannot put an address in the place of the placeholder. Choose one with the target's option `environment`, or set `defaultEnvironment`.",
};

export const cesCodes: readonly Code<never>[] = [
  lost,
  leftBehind,
  inexpressible,
  pinned,
  lostKeyword,
  needs31,
  renamed,
  functionsApart,
  agentsLeftOut,
  unmanaged,
  noEnvironment,
];
