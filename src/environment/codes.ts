import type { Code } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";
import { placeholder } from "../source/text/placeholder.ts";
import { exchangeCodes } from "./exchange-codes.ts";

interface Named {
  /** The path of the resource in an environment, such as `toolsets.shop`. */
  readonly resource: string;
  /** The path of the field in the resource, such as `openApiToolset.url`. */
  readonly field: string;
}

interface Missing extends Named {
  /** The environments that have no value for the field; empty if the project has no environment. */
  readonly environments: readonly string[];
}

function missingMessage({ resource, field, environments }: Missing): string {
  const where =
    environments.length === 0
      ? "no environment has"
      : environments.length === 1
        ? `the environment ${nameList(environments)} does not have`
        : `${environments.length} environments do not have`;
  const names = environments.length > 1 ? ` Environments without a value: ${nameList(environments)}.` : "";
  return `The field "${resource}.${field}" is "$env_var", but ${where} a value for this field.${names}`;
}

export const unresolvedPlaceholder: Code<Missing> = {
  code: "unresolved-placeholder",
  severity: "error",
  message: missingMessage,
  help: "Every call needs this value. Write the value into the environment file (`environment.json`, unless toolsetc.yaml names others), with one nested object for each name in the message; or pass the value with `--set <path>=<value>`; or write the value here instead of `$env_var`.",
};

export const unresolvedPlaceholderElsewhere: Code<Missing> = {
  code: "unresolved-placeholder-elsewhere",
  severity: "warning",
  message: missingMessage,
  help: "The compiler does not need this value, but CES cannot use the resource without it. Write the value into the environment file, with one nested object for each name in the message.",
};

export const severalPlaceholders: Code<{ resource: string }> = {
  code: "several-placeholders",
  severity: "error",
  message: ({ resource }) => `The document of the resource "${resource}" has more than one server that is "$env_var".`,
  help: "An environment has one `url` for the whole toolset, so a document can have only one placeholder. Keep one of these servers, and remove the others.",
};

export const placeholderBesideServers: Code<{ resource: string }> = {
  code: "placeholder-beside-servers",
  severity: "warning",
  message: ({ resource }) =>
    `The document of the resource "${resource}" has another server in addition to "$env_var". Calls never use the other server.`,
  help: "Every call goes to the URL that the environment has for the placeholder. Remove the other servers.",
};

export const placeholderBelowDocument: Code<{ resource: string; level: string }> = {
  code: "placeholder-below-document",
  severity: "error",
  message: ({ resource, level }) =>
    `The document of the resource "${resource}" has "$env_var" as the server of a single ${level}, so the placeholder is not replaced.`,
  help: "An environment has one `url` for the whole document. Write the actual URL here, or move the operations of this server to a separate toolset.",
};

export const misspeltPlaceholder: Code<Named & { value: string }> = {
  code: "misspelt-placeholder",
  severity: "error",
  message: ({ resource, field, value }) =>
    `"${value}" is not the placeholder, so it is used as the value of "${resource}.${field}". Did you mean "$env_var"?`,
  help: "The placeholder for a value that differs by environment is exactly $env_var. Any other string is used as the value itself.",
  replacement: () => placeholder,
};

export const partialPlaceholder: Code<Named> = {
  code: "partial-placeholder",
  severity: "error",
  message: ({ resource, field }) =>
    `This value contains "$env_var" and other characters, so the environment's value of "${resource}.${field}" does not replace it.`,
  help: "Only a value that is exactly $env_var is replaced. Write the whole value into the environment.",
};

export const unmanagedPlaceholder: Code<{ resource: string; field: string }> = {
  code: "unmanaged-placeholder",
  severity: "error",
  message: ({ resource, field }) =>
    `The field "${resource}.${field}" is "$env_var", but CES does not replace the placeholder in this field.`,
  help: "CES replaces the placeholder only in some fields, which `toolsetc schema environment` lists. Write the value here.",
};

export const placeholderAsValue: Code<Named & { environment: string }> = {
  code: "placeholder-as-value",
  severity: "error",
  message: ({ resource, field, environment }) =>
    `The value of the field "${resource}.${field}" in the environment "${environment}" must not contain "$env_var".`,
  help: "A value of an environment is used unchanged: placeholders in it are not replaced. Write the actual value.",
};

export const emptyEnvironmentValue: Code<Named & { environment: string }> = {
  code: "empty-environment-value",
  severity: "error",
  message: ({ resource, field, environment }) =>
    `The value of the field "${resource}.${field}" in the environment "${environment}" is empty.`,
  help: "An empty value would replace the placeholder with an empty string. Write the value, or remove the entry.",
};

export const invalidEnvironmentAddress: Code<Named & { environment: string; reason: string }> = {
  code: "invalid-environment-address",
  severity: "error",
  message: ({ resource, field, environment, reason }) =>
    `The value of the field "${resource}.${field}" in the environment "${environment}" is not a valid URL: it ${reason}.`,
  help: "Write an absolute URL such as https://api.example.com/v1, without credentials or a fragment: the URL appears in generated code and in logs.",
};

export const invalidEnvironmentValue: Code<Named & { environment: string; expected: string }> = {
  code: "invalid-environment-value",
  severity: "error",
  message: ({ resource, field, environment, expected }) =>
    `The value of the field "${resource}.${field}" in the environment "${environment}" is not ${expected}.`,
  help: "The service rejects a value of any other form. Write the value in the form that the message describes.",
};

export const variablesInEnvironmentAddress: Code<Named & { environment: string }> = {
  code: "variables-in-environment-address",
  severity: "warning",
  message: ({ resource, field, environment }) =>
    `The URL of the field "${resource}.${field}" in the environment "${environment}" contains a server variable in braces. CES does not replace server variables.`,
  help: "CES would use the URL with the braces in it. Write the actual value instead of the variable.",
};

export const ambiguousEnvironmentEntry: Code<{ resource: string; first: string; second: string; environment: string }> = {
  code: "ambiguous-environment-entry",
  severity: "error",
  message: ({ resource, first, second, environment }) =>
    `The environment "${environment}" has two different entries for the resource "${resource}": "${first}" and "${second}".`,
  help: "One entry has the display name of the resource, the other has the name of its folder. Keep the entry with the display name.",
};

export const unknownEnvironmentEntry: Code<{ name: string; key: string; nearest: string | undefined }> = {
  code: "unknown-environment-entry",
  severity: "warning",
  scope: "project",
  message: ({ name, key, nearest }) =>
    `The entry "${name}" under "${key}" matches no resource, so its values are not used.${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`,
  help: "Perhaps the resource was renamed. Correct the name or remove the entry.",
};

export const unknownEnvironmentField: Code<{ resource: string; field: string; nearest: string | undefined }> = {
  code: "unknown-environment-field",
  severity: "warning",
  message: ({ resource, field, nearest }) =>
    `The resource "${resource}" has no field "${field}" that an environment can set, so this value is not used.${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`,
  help: "CES takes only some fields from the environment file, which `toolsetc schema environment` lists. Correct the field, or remove it and write its value in the resource.",
};

export const unusedEnvironmentValue: Code<Named> = {
  code: "unused-environment-value",
  severity: "warning",
  message: ({ resource, field }) => `The field "${resource}.${field}" does not contain "$env_var", so this value is not used.`,
  help: "The values of an environment replace only placeholders. Write $env_var in the resource, or remove the value.",
};

export const noSuchEnvironment: Code<{ name: string; nearest: string | undefined; known: readonly string[] }> = {
  code: "no-such-environment",
  severity: "error",
  message: ({ name, nearest, known }) => {
    const others = known.length === 0 ? " The project has no environment." : ` Available: ${nameList(known)}.`;
    return `There is no environment or environment file "${name}".${nearest === undefined ? others : ` Did you mean "${nearest}"?`}`;
  },
  help: "Environments are named in toolsetc.yaml under `environments`. An exported app has one environment, `default`.",
};

export const invalidOverride: Code<{ reason: string; nearest: string | undefined }> = {
  code: "invalid-override",
  severity: "error",
  message: ({ reason, nearest }) => `${reason}${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`,
  help: "Write the flag as in --set toolsets.shop.openApiToolset.url=https://api.example.com. The value replaces `$env_var` in this field of the resource, whichever environment is chosen.",
};

/** The codes that `resolve` reports, in every compilation. */
const resolveCodes: readonly Code<never>[] = [
  unresolvedPlaceholder,
  unresolvedPlaceholderElsewhere,
  severalPlaceholders,
  placeholderBesideServers,
  placeholderBelowDocument,
  misspeltPlaceholder,
  partialPlaceholder,
  unmanagedPlaceholder,
  placeholderAsValue,
  emptyEnvironmentValue,
  invalidEnvironmentAddress,
  invalidEnvironmentValue,
  variablesInEnvironmentAddress,
  ambiguousEnvironmentEntry,
  unknownEnvironmentEntry,
  unknownEnvironmentField,
  unusedEnvironmentValue,
  noSuchEnvironment,
  invalidOverride,
];

export const environmentCodes: readonly Code<never>[] = [...resolveCodes, ...exchangeCodes];
