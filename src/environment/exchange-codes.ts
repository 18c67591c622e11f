import type { Code } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";

export const environmentNotChosen: Code<{ names: readonly string[] }> = {
  code: "environment-not-chosen",
  severity: "error",
  message: ({ names }) => `One environment must be selected. Available: ${nameList(names)}.`,
  help: "Select an environment with --env, or set `defaultEnvironment` in toolsetc.yaml.",
};

export const conflictingValues: Code<{ first: string; second: string }> = {
  code: "conflicting-values",
  severity: "error",
  message: ({ first, second }) =>
    `The resources "${first}" and "${second}" share this placeholder, but the environment has a different value for each resource.`,
  help: "Only one value can be written here. Use a separate document for each toolset, or the same value for both toolsets.",
};

export const inexpressibleUrl: Code<{ resource: string; reason: string }> = {
  code: "inexpressible-url",
  severity: "error",
  message: ({ resource, reason }) => `The URL of the resource "${resource}" cannot be written into its Swagger 2.0 document: ${reason}.`,
  help: "In Swagger 2.0, a URL consists of `host`, `basePath` and `schemes`, and only existing members are edited. Add the missing member.",
};

export const notExported: Code<{ resource: string; field: string; reason: string }> = {
  code: "not-exported",
  severity: "warning",
  message: ({ resource, field, reason }) =>
    `The value of the field "${resource}.${field}" is not exported to the environment file: ${reason}.`,
  help: "If the value were exported, an import could not restore the same file. The value remains in the resource and works as before.",
};

export const invalidRequestFlag: Code<{ reason: string }> = {
  code: "invalid-request-flag",
  severity: "error",
  message: ({ reason }) => reason,
  help: "Write the flag as in --parent projects/p/locations/l/apps/a. An id has 5 to 36 letters, digits, _ and -, and starts with a letter or digit.",
};

export const notInRequest: Code<{ resource: string; reason: string }> = {
  code: "not-in-request",
  severity: "error",
  message: ({ resource, reason }) => `The output has no create request for the resource "${resource}": ${reason}.`,
  help: "A create request must contain every value and file that CES needs. Correct the cause that the message names.",
};

export const notACesToolset: Code<{ resource: string }> = {
  code: "not-a-ces-toolset",
  severity: "warning",
  message: ({ resource }) =>
    `The output has no create request for the resource "${resource}", because CES has no toolsets of client functions.`,
  help: "In CES, each client function is a tool of its own. Create a tool in CES for each client function.",
};

export const nothingToPull: Code<{ name: string; reason: string }> = {
  code: "nothing-to-pull",
  severity: "error",
  message: ({ name, reason }) => `Nothing can be pulled for the toolset "${name}": ${reason}.`,
  help: "MCP toolsets are pulled from their `serverAddress`, connector toolsets from their `connection`, OpenAPI toolsets from the URL that toolsetc.yaml gives under `sources`.",
};

/**
 * The codes of the commands that move values and files (`export`, `import`, `create-request`, `pull`). A compilation never reports them.
 */
export const exchangeCodes: readonly Code<never>[] = [
  environmentNotChosen,
  conflictingValues,
  inexpressibleUrl,
  notExported,
  invalidRequestFlag,
  notInRequest,
  notACesToolset,
  nothingToPull,
];
