import type { Code } from "../diagnostic/diagnostic.ts";

interface Named {
  readonly path: string;
}

export const fileNotFound: Code<{ path: string; nearest: readonly string[] }> = {
  code: "file-not-found",
  severity: "error",
  message: ({ path, nearest }) =>
    `There is no file "${path}".${nearest.length === 0 ? "" : ` Did you mean ${nearest.map((name) => `"${name}"`).join(" or ")}?`}`,
  help: "What needs it is left out. A path in a definition is looked up from the root of its app or project, then from the definition's own folder; a `$ref` from the file that it stands in.",
};

export const notAFile: Code<Named> = {
  code: "not-a-file",
  severity: "error",
  message: ({ path }) => `"${path}" is a folder, where a file is needed.`,
  help: "Only the content of a file can stand here. Name the file in the folder that is meant.",
};

export const outsideProject: Code<Named> = {
  code: "outside-project",
  severity: "error",
  message: ({ path }) => `"${path}" is not a file of this project.`,
  help: "Nothing outside of the project's root is read and nothing is fetched, so that a project compiles alike everywhere. Copy the file into the project, or fetch it once with `toolsetc pull`.",
};

export const fileTooLarge: Code<Named> = {
  code: "file-too-large",
  severity: "error",
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

export const noSuchToolset: Code<{ name: string; nearest: readonly string[] }> = {
  code: "no-such-toolset",
  severity: "warning",
  message: ({ name, nearest }) =>
    `No toolset is called "${name}".${nearest.length === 0 ? "" : ` Did you mean ${nearest.map((other) => `"${other}"`).join(" or ")}?`}`,
  help: "The snapshot is not used, since it is found by the display name of its toolset. Rename or remove it.",
};

export const loadCodes: readonly Code<never>[] = [
  fileNotFound,
  notAFile,
  outsideProject,
  fileTooLarge,
  emptyFile,
  noDefinitions,
  appWithoutTools,
  noSuchToolset,
];
