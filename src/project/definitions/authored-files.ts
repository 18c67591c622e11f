import { fileStart } from "../../source/text/file-start.ts";
import type { Tree } from "../../source/tree.ts";
import { existingFiles, type Loading, readRequired } from "../files/loading.ts";
import { asFolder, isBelow } from "../files/paths.ts";
import { type Host, loadConfig, startLoading } from "../load.ts";
import { loadEnvironments } from "../load-environments.ts";
import { type LoadInput, loadInput } from "../load-input.ts";
import type { Project } from "../project.ts";
import { wholeProject } from "../scope.ts";

/** A file that people write or that CES exports. Documents and outputs are not authored files. */
export interface AuthoredFile {
  readonly tree: Tree;
  /** Whether the file belongs to an exported app, so that the next export from CES overwrites it. */
  readonly isExported: boolean;
}

export interface AuthoredFiles {
  readonly project: Project;
  readonly files: readonly AuthoredFile[];
  readonly diagnostics: Loading["diagnostics"];
}

/**
 * Reads the configuration, the definitions and the environments of a project or of one of its folders. The file at `acceptedPath`, which is
 * relative to the folder of the configuration, is read too if it exists. The documents that definitions refer to are not read, because they
 * often have other authors. If the input is a single file, only this file is read, whatever it contains.
 */
export async function loadAuthored(
  host: Host,
  {
    config: configured,
    input,
    acceptedPath,
  }: { readonly config: string | undefined; readonly input: LoadInput; readonly acceptedPath: string },
): Promise<AuthoredFiles> {
  const loading = startLoading(host);
  const { config, base } = await loadConfig(configured, loading);
  const isOne = input.kind === "file";
  const found = isOne ? nothing : await loadInput(input, { config, base, scope: wholeProject }, loading);
  const environments = isOne ? [] : await loadEnvironments({ config, base, apps: found.apps }, loading);
  const others = isOne ? [input.path] : await existingFiles([`${base}${acceptedPath}`], loading);
  const single = await Promise.all(others.map((path) => readRequired(path, fileStart(path), loading)));

  const folder = input.kind === "folder" ? asFolder(input.path) : "";
  const all: AuthoredFile[] = [
    ...(config.tree === undefined || isOne ? [] : [{ tree: config.tree, isExported: false }]),
    ...found.resources.map(({ tree, app }) => ({ tree, isExported: app !== undefined })),
    ...found.apps.flatMap(({ tree, agents }) => [tree, ...agents].map((each) => ({ tree: each, isExported: true }))),
    ...environments.map(({ tree }) => ({ tree, isExported: isAppEnvironment(tree.source.path, found) })),
    ...(await Promise.all(
      single.flatMap((tree) => tree ?? []).map(async (tree) => ({ tree, isExported: await isOfApp(tree.source.path, loading) })),
    )),
  ];
  const files = new Map(all.filter(({ tree }) => isBelow(tree.source.path, folder)).map((file) => [file.tree.source.path, file]));
  const project = { ...found, config, base, environments, files: loading.reader.files(), nested: new Map() };
  return { project, files: [...files.values()], diagnostics: loading.diagnostics };
}

const nothing = { resources: [], requested: new Set<Tree>(), elsewhere: [], apps: [], isPart: true };

/** Whether a path is the path of the `environment.json` of an exported app. */
export function isAppEnvironment(path: string, { apps }: Pick<Project, "apps">): boolean {
  return apps.some(({ root }) => path === `${asFolder(root)}environment.json`);
}

/**
 * Whether a file belongs to an exported app: `app.json`, `environment.json`, or `<collection>/<name>/<name>.json` in the folder of the app.
 */
async function isOfApp(path: string, loading: Loading): Promise<boolean> {
  const [, root] = /^(.*?)(?:app\.json|environment\.json|[^/]+\/([^/]+)\/\2\.json)$/.exec(path) ?? [];
  if (root === undefined || (root !== "" && !root.endsWith("/"))) return false;
  const apps = await existingFiles([`${root}app.json`, `${root}app.yaml`], loading);
  const collections = await Promise.all(["agents", "tools", "toolsets"].map((name) => loading.reader.text(`${root}${name}`)));
  return apps.length > 0 && collections.includes("folder");
}
