import { flagPlace } from "../../source/flag-place.ts";
import { isObject, member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";
import type { Tree } from "../../source/tree.ts";
import type { Config, Overrides, Selector } from "../config/config.ts";
import { stemOf } from "../files/paths.ts";
import type { Project, ProjectResource } from "../project.ts";

/** An OpenAPI document that is compiled without a definition. */
export interface OpenApiInput {
  readonly path: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Creates a definition that refers to a bare document, and a configuration with the overrides of the flags `--include` and `--exclude`. */
export function bareDefinition(
  { path, include, exclude }: OpenApiInput,
  document: Tree,
  config: Config,
): { readonly config: Config; readonly resources: readonly ProjectResource[] } {
  const name = bareDocumentName(path, document);
  const text = JSON.stringify({ displayName: name, openApiToolset: { openApiSchema: path } });
  const tree = parseTree({ path: `--openapi ${path}`, text });
  const resource: ProjectResource = { resource: "toolset", tree, path: [], fallbackName: name, app: undefined };
  if (include.length === 0 && exclude.length === 0) return { config, resources: [resource] };
  const configured = config.overrides.get(name) ?? noOverrides;
  const overrides = {
    ...configured,
    include: include.length === 0 ? configured.include : selectors("--include", include),
    exclude: exclude.length === 0 ? configured.exclude : selectors("--exclude", exclude),
  };
  return { config: { ...config, overrides: new Map([...config.overrides, [name, overrides]]) }, resources: [resource] };
}

/** Whether a tree is the definition that `bareDefinition` created, which is not a file of the project. */
export function isBare(tree: Tree, { files }: Pick<Project, "files">): boolean {
  return !files.has(tree.source.path);
}

function selectors(flag: string, given: readonly string[]): Selector[] {
  return given.map((value) => ({ value, origin: flagPlace(flag, value) }));
}

const noOverrides: Overrides = {
  origin: undefined,
  include: [],
  exclude: [],
  approval: { required: [], never: [] },
  auth: new Map(),
  body: "merged",
  breaking: undefined,
  lazy: [],
  tools: new Map(),
  severities: new Map(),
};

/** File names that only describe the format of a file. A version, such as `v2` or `3.1`, says no more. */
const genericNames = new Set(["openapi", "swagger", "spec", "api", "api-docs", "index", "schema", "openapi_schema", "open_api_schema"]);

/**
 * The name of the toolset for a document without a definition. It is the name of the file or, if this name is generic, the title of the
 * document.
 */
export function bareDocumentName(path: string, { data }: Pick<Tree, "data">): string {
  const stem = stemOf(path);
  const title = isObject(data) ? member(data.info, "title") : undefined;
  const isGeneric = genericNames.has(stem.toLowerCase()) || /^v?[\d._-]+$/i.test(stem);
  const base = isGeneric && typeof title === "string" ? title.toLowerCase() : stem;
  // A name of more than 64 characters would get a suffix that depends on the path, so the same document would have different names in
  // different folders.
  return (
    base
      .replace(/[^A-Za-z0-9_-]+/g, "_")
      .slice(0, 64)
      .replace(/^_+|_+$/g, "") || "api"
  );
}
