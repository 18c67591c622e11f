import { lastSegment } from "../../source/text/last-segment.ts";
import { folderOf, isBelow } from "../files/paths.ts";

/** The role of a file, derived from its path. An app is identified by the path of its folder, without a `/` at the end. */
export type FileRole =
  | { readonly kind: "app"; readonly root: string }
  | { readonly kind: "resource"; readonly resource: "toolset" | "tool"; readonly name: string; readonly app: string }
  | { readonly kind: "agent"; readonly app: string }
  /** The file may be a resource. This depends on its text. */
  | { readonly kind: "unknown"; readonly app: string | undefined }
  | { readonly kind: "ignored" };

const isJsonOrYaml = /\.(json|ya?ml)$/i;
const isApp = /(^|\/)app\.(json|ya?ml)$/;
const neverRead =
  /(^|\/)(node_modules|\.[^/]*|toolsetc\.lock)\/|(^|\/)(package-lock|package|tsconfig)\.json$|(^|\/)(toolsetc\.ya?ml|environment\.json)$/;

/** The folders of an exported app other than `tools` and `toolsets`. Most contain no definitions. */
const otherCollections = [
  "agents",
  "guardrails",
  "evaluations",
  "evaluationExpectations",
  "evaluationDatasets",
  "examples",
  "pythonEnvFiles",
];

/**
 * The roles of files, by path. An app is a folder with `app.json` or `app.yaml` and at least one of the folders `agents`, `tools` and
 * `toolsets`. The file `app.json` alone is no proof, because many other programs have such a file.
 */
export function rolesOf(paths: readonly string[], ignoredFolders: readonly string[]): Map<string, FileRole> {
  const files = paths.filter(
    (path) => isJsonOrYaml.test(path) && !neverRead.test(path) && !ignoredFolders.some((folder) => isBelow(path, folder)),
  );
  const collections = new Set(paths.flatMap((path) => collectionFolders(path)));
  const roots = new Set(files.filter((path) => isApp.test(path) && collections.has(folderOf(path))).map(folderOf));
  return new Map(files.map((path) => [path, roleOf(path, innermost(folderOf(path), roots))]));
}

/** The innermost of `folders` that contains `folder` or is equal to it; `undefined` if there is no such folder. */
function innermost(folder: string, folders: ReadonlySet<string>): string | undefined {
  let outer = folder;
  while (!folders.has(outer)) {
    if (outer === "") return undefined;
    outer = folderOf(outer.slice(0, -1));
  }
  return outer;
}

/**
 * The folders that contain a folder `agents`, `tools` or `toolsets` on this path. Such a folder is an app if it has an `app.json` or
 * `app.yaml`.
 */
function collectionFolders(path: string): string[] {
  return [...path.matchAll(/(?<=^|\/)(?:agents|tools|toolsets)\//g)].map((match) => path.slice(0, match.index));
}

function roleOf(path: string, root: string | undefined): FileRole {
  if (root === undefined) return { kind: "unknown", app: undefined };
  const inApp = path.slice(root.length);
  const app = root.replace(/\/$/, "");
  if (isApp.test(inApp) && !inApp.includes("/")) return { kind: "app", root: app };
  const [collection = "", folder = "", ...rest] = inApp.split("/");
  const isManifest = rest.length === 1 && lastSegment(path).replace(isJsonOrYaml, "") === folder;
  if (isManifest && collection === "toolsets") return { kind: "resource", resource: "toolset", name: folder, app };
  if (isManifest && collection === "tools") return { kind: "resource", resource: "tool", name: folder, app };
  if (isManifest && collection === "agents") return { kind: "agent", app };
  return otherCollections.includes(collection) ? { kind: "ignored" } : { kind: "unknown", app };
}
