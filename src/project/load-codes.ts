import type { Code } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";
import { requestCodes } from "./check-request.ts";

interface Named {
  readonly path: string;
}

export const fileNotFound: Code<{ path: string; nearest: readonly string[] }> = {
  code: "file-not-found",
  severity: "error",
  errorIn: "openapi",
  message: ({ path, nearest }) =>
    `There is no file "${path}".${nearest.length === 0 ? "" : ` Did you mean ${nearest.map((name) => `"${name}"`).join(" or ")}?`}`,
  help: "What needs it is left out. A path in a definition is looked up from the root of its app or project, then from the definition's own folder; a `$ref` from the file that it stands in.",
};

export const notAFile: Code<Named> = {
  code: "not-a-file",
  severity: "error",
  errorIn: "openapi",
  message: ({ path }) => `"${path}" is a folder, where a file is needed.`,
  help: "Only the content of a file can stand here. Name the file in the folder that is meant.",
};

export const outsideProject: Code<Named> = {
  code: "outside-project",
  severity: "error",
  errorIn: "openapi",
  message: ({ path }) => `"${path}" is not a file of this project.`,
  help: "Nothing outside of the project's root is read and nothing is fetched, so that a project compiles alike everywhere. Copy the file into the project, or fetch it once with `toolsetc pull`.",
};

export const fileTooLarge: Code<Named> = {
  code: "file-too-large",
  severity: "error",
  errorIn: "openapi",
  message: ({ path }) => `"${path}" is too large to be read.`,
  help: "No document that describes tools is this large, so it is taken for a mistake. Check that it is the file that is meant.",
};

export const emptyFile: Code<Named> = {
  code: "empty-file",
  severity: "error",
  message: ({ path }) => `"${path}" is empty.`,
  help: "It was left so, or saving it was interrupted. Write its content, or remove it and what points at it.",
};

export const noDefinitions: Code<{ where: string }> = {
  code: "no-definitions",
  severity: "error",
  message: ({ where }) => `There is no definition of a toolset or tool in ${where}.`,
  help: "A definition is a YAML or JSON file with a member such as `openApiToolset`, `mcpToolset`, `connectorToolset` or `clientFunction`. For an OpenAPI document without a definition, use `--openapi <file>`.",
};

export const appWithoutTools: Code<Record<never, never>> = {
  code: "app-without-tools",
  severity: "note",
  message: () => "This app has no toolset and no tool of its own.",
  help: "There is nothing to compile, which is no fault of an app whose agents only talk. Export the app again if tools should be here.",
};

export const unrenderedEnvironment: Code<Named> = {
  code: "unrendered-environment",
  severity: "warning",
  message: ({ path }) => `"${path}" is a template of an environment file, and the file itself is not there.`,
  help: "Templates are not filled in here, so its values are not known. Let Terraform write environment.json beside it, or write it by hand.",
};

export const skippedFile: Code<{ paths: readonly string[] }> = {
  code: "skipped-file",
  severity: "note",
  message: ({ paths }) =>
    paths.length === 1
      ? `"${paths[0]}" holds no definition, and none refers to it.`
      : `${paths.length} files beside the definitions hold none, and none refers to them: ${nameList(paths)}.`,
  help: "Nothing is compiled from it. A definition has a member such as `openApiToolset` or `clientFunction`, and names its document in `openApiSchema`; move other files elsewhere.",
};

export const noSuchToolset: Code<{ name: string; nearest: readonly string[] }> = {
  code: "no-such-toolset",
  severity: "warning",
  scope: "project",
  message: ({ name, nearest }) =>
    `No toolset is called "${name}".${nearest.length === 0 ? "" : ` Did you mean ${nearest.map((other) => `"${other}"`).join(" or ")}?`}`,
  help: "The snapshot is not used, since it is found by the display name of its toolset. Rename or remove it.",
};

export const duplicateApp: Code<{ name: string }> = {
  code: "duplicate-app",
  severity: "warning",
  message: ({ name }) => `The app "${name}" is here a second time.`,
  help: "An import knows an app by its display name, so one replaces the other; here the tools of both are compiled, some under other names. Compile one of the folders, or keep only one in the project.",
};

export const toolsetNotFound: Code<{ name: string; known: readonly string[]; near: string | undefined }> = {
  code: "toolset-not-found",
  severity: "error",
  message: ({ name, known, near }) => {
    const hint = near === undefined ? (known.length === 0 ? "There are none." : `There is ${nameList(known)}.`) : `Did you mean "${near}"?`;
    return `There is no toolset or tool "${name}". ${hint}`;
  },
  help: "A toolset is chosen by its display name, else by its folder or file. Correct the name; a path that is named beside it may lead to other toolsets.",
};

export const loadCodes: readonly Code<never>[] = [
  fileNotFound,
  notAFile,
  outsideProject,
  fileTooLarge,
  emptyFile,
  noDefinitions,
  appWithoutTools,
  duplicateApp,
  unrenderedEnvironment,
  skippedFile,
  ...requestCodes,
  noSuchToolset,
  toolsetNotFound,
];
