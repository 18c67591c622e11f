import type { Code } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";
import { placeholder } from "./placeholder.ts";

interface Named {
  /** `toolsets.shop` */
  readonly resource: string;
  /** `openApiToolset.url` */
  readonly field: string;
}

interface Missing extends Named {
  /** Empty where the project has no environment. */
  readonly environments: readonly string[];
}

function missingMessage({ resource, field, environments }: Missing): string {
  const where =
    environments.length === 0
      ? "no environment gives it a value"
      : `${nameList(environments)} ${environments.length === 1 ? "gives" : "give"} it none`;
  return `"$env_var" stands for "${resource}.${field}", and ${where}.`;
}

export const unresolvedPlaceholder: Code<Missing> = {
  code: "unresolved-placeholder",
  severity: "error",
  message: missingMessage,
  help: "Every call needs this value. Write it into the environment file (`environment.json`, unless toolsetc.yaml names others), a level for each name in the message; or give it with `--set <name>=<value>`, or write it here.",
};

export const unresolvedElsewhere: Code<Missing> = {
  code: "unresolved-placeholder-elsewhere",
  severity: "warning",
  message: missingMessage,
  help: "Nothing is compiled from this resource, but the service cannot use it without a value. Write it into the environment file, a level for each name in the message.",
};

export const severalPlaceholders: Code<{ resource: string }> = {
  code: "several-placeholders",
  severity: "error",
  message: ({ resource }) => `The document of "${resource}" has a second server that is "$env_var".`,
  help: "An environment has one `url` for the whole toolset, so it has one placeholder. Keep one of them.",
};

export const placeholderBesideServers: Code<{ resource: string }> = {
  code: "placeholder-beside-servers",
  severity: "warning",
  message: ({ resource }) => `The document of "${resource}" has another server beside "$env_var".`,
  help: "Only the placeholder is filled, and its value is the address that is called. Remove the other servers.",
};

export const placeholderBelowDocument: Code<{ resource: string; level: string }> = {
  code: "placeholder-below-document",
  severity: "error",
  message: ({ resource, level }) => `A server of one ${level} of "${resource}" is "$env_var".`,
  help: "An environment has one `url` for the whole document. Write this address out, or make a toolset of its own for it.",
};

export const misspeltPlaceholder: Code<Named & { value: string }> = {
  code: "misspelt-placeholder",
  severity: "error",
  message: ({ resource, field, value }) => `The value of "${resource}.${field}" is "${value}". Did you mean "$env_var"?`,
  help: "The placeholder for a value that differs by environment is exactly $env_var. Anything else is taken for the value itself.",
  replacement: () => placeholder,
};

export const partialPlaceholder: Code<Named> = {
  code: "partial-placeholder",
  severity: "error",
  message: ({ resource, field }) => `"$env_var" is only a part of the value of "${resource}.${field}".`,
  help: "Only a value that is exactly $env_var is filled. Put the whole value into the environment.",
};

export const unmanagedPlaceholder: Code<{ resource: string; field: string }> = {
  code: "unmanaged-placeholder",
  severity: "error",
  message: ({ resource, field }) => `"${resource}.${field}" is "$env_var", but no environment can give this field a value.`,
  help: "CES fills only the fields that it manages. Write the value here. `toolsetc schema environment` lists the managed fields.",
};

export const nestedPlaceholder: Code<Named & { environment: string }> = {
  code: "placeholder-as-value",
  severity: "error",
  message: ({ resource, field, environment }) => `The value of "${resource}.${field}" in "${environment}" contains "$env_var" itself.`,
  help: "A value is used as it is, and placeholders in it are not filled. Write the actual value.",
};

export const emptyValue: Code<Named & { environment: string }> = {
  code: "empty-environment-value",
  severity: "error",
  message: ({ resource, field, environment }) => `The value of "${resource}.${field}" in "${environment}" is empty.`,
  help: "An empty value fills the placeholder with nothing. Write the value, or remove the entry.",
};

export const invalidAddress: Code<Named & { environment: string; reason: string }> = {
  code: "invalid-environment-address",
  severity: "error",
  message: ({ resource, field, environment, reason }) => `The value of "${resource}.${field}" in "${environment}" ${reason}.`,
  help: "Write an address in full, as in https://api.example.com/v1, without credentials and without a fragment: it ends up in generated code and in logs.",
};

export const invalidEnvironmentValue: Code<Named & { environment: string; expected: string }> = {
  code: "invalid-environment-value",
  severity: "error",
  message: ({ resource, field, environment, expected }) => `The value of "${resource}.${field}" in "${environment}" is not ${expected}.`,
  help: "The service rejects values of another form. Write it in the form that the message names.",
};

export const variablesInAddress: Code<Named & { environment: string }> = {
  code: "variables-in-environment-address",
  severity: "warning",
  message: ({ resource, field, environment }) => `The value of "${resource}.${field}" in "${environment}" has a server variable in braces.`,
  help: "CES does not fill server variables. Write the address out.",
};

export const ambiguousEntry: Code<{ resource: string; first: string; second: string; environment: string }> = {
  code: "ambiguous-environment-entry",
  severity: "error",
  message: ({ resource, first, second, environment }) =>
    `"${environment}" has two entries for "${resource}": "${first}" and "${second}", and they differ.`,
  help: "One has the display name, the other the name of the folder. Keep the one with the display name.",
};

export const unknownEntry: Code<{ name: string; key: string; nearest: string | undefined }> = {
  code: "unknown-environment-entry",
  severity: "warning",
  scope: "project",
  message: ({ name, key, nearest }) =>
    `Nothing under "${key}" is named "${name}".${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`,
  help: "Its values are not used. Perhaps the resource was renamed. Correct the name or remove the entry.",
};

export const unknownManagedField: Code<{ resource: string; field: string; nearest: string | undefined }> = {
  code: "unknown-environment-field",
  severity: "warning",
  message: ({ resource, field, nearest }) =>
    `"${resource}" has no managed field "${field}".${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`,
  help: "CES fills only the fields that it manages. Correct the field, or remove it and write its value in the resource.",
};

export const unusedValue: Code<Named> = {
  code: "unused-environment-value",
  severity: "warning",
  message: ({ resource, field }) => `"${resource}.${field}" has no "$env_var", so this value is not used.`,
  help: "A value fills a placeholder and replaces nothing else. Write $env_var in the resource, or remove the value.",
};

export const noSuchEnvironment: Code<{ name: string; nearest: string | undefined }> = {
  code: "no-such-environment",
  severity: "error",
  message: ({ name, nearest }) =>
    `There is no environment or environment file "${name}".${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`,
  help: "Environments are named in toolsetc.yaml under `environments`. An exported app has one, `default`.",
};

export const environmentNotChosen: Code<{ names: readonly string[] }> = {
  code: "environment-not-chosen",
  severity: "error",
  message: ({ names }) => `An environment must be chosen: ${nameList(names)}.`,
  help: "Name one with --env, or give the configuration a `defaultEnvironment`.",
};

export const invalidOverride: Code<{ reason: string; nearest: string | undefined }> = {
  code: "invalid-override",
  severity: "error",
  message: ({ reason, nearest }) => `${reason}${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`,
  help: "Write it as in --set toolsets.shop.openApiToolset.url=https://api.example.com. It fills a placeholder in every environment.",
};

export const twoValuesForOnePlace: Code<{ first: string; second: string }> = {
  code: "two-values-for-one-place",
  severity: "error",
  message: ({ first, second }) => `"${first}" and "${second}" share this placeholder, and the environment gives them different values.`,
  help: "Only one can be written here. Give each toolset a document of its own, or both the same value.",
};

export const addressDoesNotFit: Code<{ resource: string; reason: string }> = {
  code: "address-does-not-fit",
  severity: "error",
  message: ({ resource, reason }) => `The address of "${resource}" cannot be written into its Swagger 2.0 document: ${reason}.`,
  help: "There, an address consists of `host`, `basePath` and `schemes`, and only members that are present are edited. Add the missing one.",
};

export const leftInPlace: Code<Named & { reason: string }> = {
  code: "left-in-place",
  severity: "warning",
  message: ({ resource, field, reason }) => `"${resource}.${field}" was not exported: ${reason}.`,
  help: "An import could not restore the same text. The value stays in the resource, where it works as before.",
};

export const requestFlag: Code<{ reason: string }> = {
  code: "invalid-request-flag",
  severity: "error",
  message: ({ reason }) => reason,
  help: "Write it as in --parent projects/p/locations/l/apps/a. An id has 5 to 36 letters, digits, _ and -, and starts with a letter or digit.",
};

export const notInRequest: Code<{ resource: string; reason: string }> = {
  code: "not-in-request",
  severity: "error",
  message: ({ resource, reason }) => `"${resource}" has no request: ${reason}.`,
  help: "A request must contain everything that the service needs. Correct what the message names.",
};

export const notACesToolset: Code<{ resource: string }> = {
  code: "not-a-ces-toolset",
  severity: "warning",
  message: ({ resource }) => `"${resource}" has client functions, which CES keeps as tools and not as a toolset.`,
  help: "No request is written for it. Create each of its functions as a tool.",
};

export const nothingToPull: Code<{ name: string; nearest: string | undefined }> = {
  code: "nothing-to-pull",
  severity: "error",
  message: ({ name, nearest: near }) => `Nothing can be pulled for "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "MCP toolsets are pulled from their `serverAddress`, connector toolsets from their `connection`, OpenAPI toolsets from the URL that toolsetc.yaml gives under `sources`.",
};

/** Reported by `resolve`, in every compilation. */
const resolveCodes: readonly Code<never>[] = [
  unresolvedPlaceholder,
  unresolvedElsewhere,
  severalPlaceholders,
  placeholderBesideServers,
  placeholderBelowDocument,
  misspeltPlaceholder,
  partialPlaceholder,
  unmanagedPlaceholder,
  nestedPlaceholder,
  emptyValue,
  invalidAddress,
  invalidEnvironmentValue,
  variablesInAddress,
  ambiguousEntry,
  unknownEntry,
  unknownManagedField,
  unusedValue,
  noSuchEnvironment,
  invalidOverride,
];

/** Reported by the commands that move values and files, never by a compilation. */
export const exchangeCodes: readonly Code<never>[] = [
  environmentNotChosen,
  twoValuesForOnePlace,
  addressDoesNotFit,
  leftInPlace,
  requestFlag,
  notInRequest,
  notACesToolset,
  nothingToPull,
];

export const environmentCodes: readonly Code<never>[] = [...resolveCodes, ...exchangeCodes];
