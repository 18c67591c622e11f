import type { Code } from "../diagnostic/diagnostic.ts";
import { joinWords, nameList, thousands } from "../diagnostic/name-list.ts";
import { largestFile } from "../source/text/largest-file.ts";
import { shellWord } from "../source/text/shell-word.ts";

interface Named {
  readonly path: string;
}

/** `folder` is the outermost folder of the path that is missing, with `/` at its end; `undefined` if only the file is. */
export const fileNotFound: Code<{ path: string; folder: string | undefined; nearest: readonly string[] }> = {
  code: "file-not-found",
  severity: "error",
  errorIn: "openapi",
  message: ({ path, folder, nearest }) =>
    `There is no file "${path}"${folder === undefined ? "" : `, because there is no folder "${folder.slice(0, -1)}"`}.${nearest.length === 0 ? "" : ` Did you mean ${nearest.map((name) => `"${name}"`).join(" or ")}?`}`,
  cause: ({ path, folder }) => folder ?? path,
  help: "Everything that depends on the file is omitted. A path in a definition is resolved from the root of its app or project, then from the definition's own folder; a `$ref` is resolved from the file that contains the reference, and a path in toolsetc.yaml from its folder.",
};

export const notAFile: Code<Named> = {
  code: "not-a-file",
  severity: "error",
  errorIn: "openapi",
  message: ({ path }) => `The path "${path}" is a folder, but a file is required.`,
  help: "Only the content of a file can be used here. Write the path of a file.",
};

export const outsideProject: Code<Named> = {
  code: "outside-project",
  severity: "error",
  errorIn: "openapi",
  message: ({ path }) =>
    /^https?:\/\//i.test(path)
      ? `"${path}" is a URL, and a definition refers to a file. \`toolsetc init ${shellWord(path)}\` saves the document in the project.`
      : `The path "${path}" is outside of this project, so the file is not read.`,
  help: "Nothing outside of the project's root is read and nothing is fetched, so that a project compiles the same everywhere. Copy the file into the project, or fetch it once with `toolsetc pull`.",
};

export const fileTooLarge: Code<Named> = {
  code: "file-too-large",
  severity: "error",
  errorIn: "openapi",
  message: ({ path }) => `The file "${path}" is larger than ${largestFile / 2 ** 20} MiB, so it is not read.`,
  help: "Nearly all documents that describe tools are far smaller. Check whether the path leads to the intended file, or divide the document: each file that a `$ref` names may be as large.",
};

export const conflictingOverlays: Code<object> = {
  code: "conflicting-overlays",
  severity: "error",
  message: () => "Another toolset with the same document has other overlays, so these are not applied.",
  help: "Overlays change a document for all toolsets that share it. Write the same overlays for both, or for only one of them; or give each toolset a document of its own.",
};

export const emptyFile: Code<Named> = {
  code: "empty-file",
  severity: "error",
  message: ({ path }) => `The file "${path}" is empty.`,
  help: "Saving the file may have been interrupted. Restore its content, or remove the file and all references to it.",
};

/** `instead` says what is there in place of a definition, as a sentence. */
export const noDefinitions: Code<{ where: string; instead?: string | undefined }> = {
  code: "no-definitions",
  severity: "error",
  message: ({ where, instead }) => `There is no definition of a toolset or tool in ${where}.${instead === undefined ? "" : ` ${instead}`}`,
  help: "`toolsetc init` starts a project. A definition is a YAML or JSON file with a member such as `openApiToolset`, `mcpToolset`, `connectorToolset` or `clientFunction`. `validate`, `compile`, `list`, `call` and `serve` also take an OpenAPI document without a definition, with `--openapi <file>`.",
};

export const appWithoutTools: Code<Record<never, never>> = {
  code: "app-without-tools",
  severity: "note",
  message: () => "This app has no toolsets and no tools, so nothing is compiled.",
  help: "If the agents of the app use no tools, nothing is wrong. Otherwise, export the app again.",
};

export const unrenderedEnvironment: Code<Named> = {
  code: "unrendered-environment",
  severity: "warning",
  message: ({ path }) => `The file "${path}" is a template of an environment file, but the environment file itself is missing.`,
  help: "toolsetc does not render templates, so the values are unknown. Let Terraform write environment.json to the same folder, or write that file by hand.",
};

/** `used` is the configuration that is read; `undefined` if there is none. */
export const ignoredConfiguration: Code<Named & { used: string | undefined }> = {
  code: "ignored-configuration",
  severity: "warning",
  message: ({ path, used }) =>
    used === undefined
      ? `The file "${path}" is not read as the configuration.`
      : `The file "${path}" is ignored: the configuration is "${used}".`,
  help: "The configuration of a project is the file toolsetc.yaml, or toolsetc.yml if there is no toolsetc.yaml; its text may be JSON. Rename the file, or move its settings.",
};

export const skippedFile: Code<{ paths: readonly string[] }> = {
  code: "skipped-file",
  severity: "note",
  message: ({ paths }) =>
    paths.length === 1
      ? `The file "${paths[0]}" is ignored: it contains no definition, and no definition refers to it.`
      : `${paths.length} files are ignored: they contain no definition, and no definition refers to them. Ignored: ${nameList(paths)}.`,
  help: "Only files in the folders of definitions are reported. A definition has a member such as `openApiToolset` or `clientFunction`, and refers to its document by `openApiSchema`. Move other files elsewhere.",
};

export const noSuchToolset: Code<{ name: string; nearest: readonly string[] }> = {
  code: "no-such-toolset",
  severity: "warning",
  scope: "project",
  message: ({ name, nearest }) =>
    `This snapshot is not used, because no toolset is named "${name}".${nearest.length === 0 ? "" : ` Did you mean ${nearest.map((other) => `"${other}"`).join(" or ")}?`}`,
  help: "The name of a snapshot is the display name of its toolset. Rename or remove the snapshot.",
};

export const duplicateApp: Code<{ name: string }> = {
  code: "duplicate-app",
  severity: "warning",
  message: ({ name }) => `Another app is also named "${name}".`,
  help: "An import identifies an app by its display name, so an import of one app would replace the other. toolsetc compiles the tools of both apps, some under other names. Compile only one of the folders, or keep only one app in the project.",
};

export const toolsetNotFound: Code<{ name: string; known: readonly string[]; near: string | undefined }> = {
  code: "toolset-not-found",
  severity: "error",
  message: ({ name, known, near }) => {
    const hint =
      near === undefined
        ? known.length === 0
          ? "The project has no toolsets or tools."
          : `Available: ${nameList(known)}.`
        : `Did you mean "${near}"?`;
    return `There is no toolset or tool "${name}". ${hint}`;
  },
  help: "A toolset is selected by its display name, or by the name of its folder or file. Correct the name. If a path is given too, the toolset must be below that path.",
};

export const invalidRequest: Code<{ field: string; expected: string }> = {
  code: "invalid-request",
  severity: "warning",
  message: ({ field, expected }) => `The field "${field}" of this request for CES is not ${expected}.`,
  help: "The resource in the request compiles, but CES would reject the request. Correct the request before sending it.",
};

export const unknownEnvironment: Code<{ name: string; known: readonly string[]; near: string | undefined }> = {
  code: "unknown-environment",
  severity: "error",
  message: ({ name, known, near }) => {
    const hint = near === undefined ? `Available: ${nameList(known)}.` : `Did you mean "${near}"?`;
    return `There is no environment "${name}". ${known.length === 0 ? "No environment is configured under `environments`." : hint}`;
  },
  help: "The default must be one of the names under `environments`. Correct the name, or add the environment.",
  replacement: ({ near }) => near,
};

export const unsupportedSource: Code<{ toolset: string }> = {
  code: "unsupported-source",
  severity: "error",
  message: ({ toolset }) => `The source of "${toolset}" is in an OCI registry, which \`pull\` does not read.`,
  help: "Fetch the document with `oras pull`, keep it in the project, and write its path in the definition, such as `openApiSchema: ./shop.openapi.yaml`. Then remove this entry.",
};

export const unknownRule: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-rule",
  severity: "warning",
  message: ({ name, near }) =>
    `No finding has the code "${name}", so this setting has no effect.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The keys under `rules` are the codes that findings have in brackets. Correct or remove the key.",
  replacement: ({ near }) => near,
};

export const duplicateAssertion: Code<{ name: string }> = {
  code: "duplicate-assertion",
  severity: "error",
  message: ({ name }) => `Another assertion is also named "${name}", so this one is not checked.`,
  help: "The name of an assertion is the code of its findings, so two assertions cannot share it. Rename one of them, or join them.",
};

export const duplicateRuleFile: Code<{ code: string }> = {
  code: "duplicate-rule-file",
  severity: "error",
  message: ({ code }) => `Another rule is also named "${code}", so this one does not run.`,
  help: "The name of the file is the code of its findings, so two files cannot share it. Rename one of them.",
};

export const lockedSetting: Code<{ code: string; by: string }> = {
  code: "locked-setting",
  severity: "warning",
  message: ({ code, by }) => `"${code}" is locked in "${by}", so this setting has no effect.`,
  help: "A policy locks what no project that extends it may lower. Remove the setting, or ask those who maintain the policy.",
};

/** Findings report this, as soon as they are counted. It is defined here, since a locked one forbids to raise a budget. */
export const exceededBudget: Code<{ toolset: string; warnings: number; most: number; codes: readonly string[] }> = {
  code: "exceeded-budget",
  severity: "error",
  message: ({ toolset, warnings, most, codes }) =>
    `The toolset "${toolset}" has ${thousands(warnings)} warning${warnings === 1 ? "" : "s"}, but its budget is ${thousands(most)}: ${joinWords(codes, "and")}.`,
  help: "A budget keeps the warnings of a toolset from growing unnoticed. Correct some of these, hide those that shall stay by a comment with a reason, or raise `maxWarnings`. Where there are fewer, lower it, so that they stay few.",
};

export const circularExtends: Code<{ path: string }> = {
  code: "circular-extends",
  severity: "error",
  message: ({ path }) => `The configuration "${path}" extends itself, directly or through another file.`,
  help: "This `extends` is ignored. Remove one `extends` of the cycle.",
};

export const projectCodes: readonly Code<never>[] = [
  fileNotFound,
  notAFile,
  outsideProject,
  fileTooLarge,
  conflictingOverlays,
  emptyFile,
  noDefinitions,
  appWithoutTools,
  duplicateApp,
  unrenderedEnvironment,
  ignoredConfiguration,
  skippedFile,
  invalidRequest,
  noSuchToolset,
  toolsetNotFound,
  unknownEnvironment,
  unsupportedSource,
  unknownRule,
  duplicateAssertion,
  duplicateRuleFile,
  lockedSetting,
  exceededBudget,
  circularExtends,
];
