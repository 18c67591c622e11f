import { compareText } from "../source/compare.ts";
import { baseName, folderOf, isBelow } from "./paths.ts";

/** The role of a file, derived from its path. Apps are identified by their folders, without a `/` at the end. */
export type FileRole =
  | { readonly kind: "app"; readonly root: string }
  | { readonly kind: "resource"; readonly resource: "toolset" | "tool"; readonly name: string; readonly app: string }
  | { readonly kind: "agent"; readonly app: string }
  /** The file may be a resource, which is known only from its text. */
  | { readonly kind: "unknown"; readonly app: string | undefined }
  | { readonly kind: "ignored" };

const isJsonOrYaml = /\.(json|ya?ml)$/i;
const isApp = /(^|\/)app\.(json|ya?ml)$/;
const neverRead =
  /(^|\/)(node_modules|\.[^/]*|toolsetc\.lock)\/|(^|\/)(package-lock|package|tsconfig)\.json$|(^|\/)(toolsetc\.ya?ml|environment\.json)$/;

/** The folders of an exported app other than `tools` and `toolsets`. */
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
 * The roles of the files below a folder. An app is a folder with `app.json` or `app.yaml` beside one of the collections of an
 * exported app, since many other tools have a file of that name.
 */
export function rolesOf(paths: readonly string[], ignoredFolders: readonly string[]): Map<string, FileRole> {
  const files = paths.filter(
    (path) => isJsonOrYaml.test(path) && !neverRead.test(path) && !ignoredFolders.some((folder) => isBelow(path, folder)),
  );
  const collections = new Set(paths.flatMap((path) => collectionFolders(path)));
  const apps = files.filter((path) => isApp.test(path) && collections.has(folderOf(path))).map(folderOf);
  // The innermost app comes first.
  const roots = [...new Set(apps)].sort((a, b) => b.length - a.length || compareText(a, b));
  return new Map(
    files.map((path) => [
      path,
      roleOf(
        path,
        roots.find((root) => isBelow(path, root)),
      ),
    ]),
  );
}

/** The parents of the collections in this path. They are apps if they contain an `app.json`. */
function collectionFolders(path: string): string[] {
  return [...path.matchAll(/(?<=^|\/)(?:agents|tools|toolsets)\//g)].map((match) => path.slice(0, match.index));
}

function roleOf(path: string, root: string | undefined): FileRole {
  if (root === undefined) return { kind: "unknown", app: undefined };
  const inApp = path.slice(root.length);
  const app = root.replace(/\/$/, "");
  if (isApp.test(inApp) && !inApp.includes("/")) return { kind: "app", root: app };
  const [collection = "", folder = "", ...rest] = inApp.split("/");
  const isManifest = rest.length === 1 && baseName(path).replace(isJsonOrYaml, "") === folder;
  if (isManifest && collection === "toolsets") return { kind: "resource", resource: "toolset", name: folder, app };
  if (isManifest && collection === "tools") return { kind: "resource", resource: "tool", name: folder, app };
  if (isManifest && collection === "agents") return { kind: "agent", app };
  return otherCollections.includes(collection) ? { kind: "ignored" } : { kind: "unknown", app };
}
