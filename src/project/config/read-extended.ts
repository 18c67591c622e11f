import { diagnostic } from "../../diagnostic/diagnostic.ts";
import { pushAll } from "../../source/text/push-all.ts";
import type { Origin, Tree } from "../../source/tree.ts";
import { circularExtends } from "../codes.ts";
import { isBlank, type Loading } from "../files/loading.ts";
import { folderOf, pathAbove } from "../files/paths.ts";
import type { Unread } from "../files/read-files.ts";
import { unreadFile } from "../files/unread-file.ts";
import type { Config } from "./config.ts";
import { readConfig } from "./read-config.ts";

/** Reads a configuration and the configurations that it extends. A cycle is reported at the `extends` that closes the cycle. */
export async function readExtended(tree: Tree, loading: Loading, known: readonly string[]): Promise<Config> {
  const own = await readConfig(tree);
  const { extended } = own.value;
  if (extended?.origin === undefined) {
    pushAll(loading.diagnostics, own.diagnostics);
    return own.value;
  }
  const base = await findExtended(extended.value, { from: folderOf(tree.source.path), origin: extended.origin, loading });
  const path = base?.source.path;
  if (base !== undefined && path !== undefined && known.includes(path)) {
    pushAll(loading.diagnostics, [diagnostic(circularExtends, { path }, extended.origin), ...own.diagnostics]);
    return own.value;
  }
  const inherited = base === undefined || path === undefined ? undefined : await readExtended(base, loading, [...known, path]);
  const { value, diagnostics } = await readConfig(tree, inherited);
  pushAll(loading.diagnostics, diagnostics);
  return value;
}

interface Reference {
  /** The folder of the configuration with the reference. */
  readonly from: string;
  readonly origin: Origin;
  readonly loading: Loading;
}

/** The configuration that `extends` names: a path, or a package in `node_modules` of this folder or one above it. */
async function findExtended(written: string, { from, origin, loading }: Reference): Promise<Tree | undefined> {
  const named = packageFile(written);
  const tried: string[] = [];
  let reason: Unread = "outside";
  for (const path of named === undefined ? [pathAbove(from, written)] : packagePaths(named, from)) {
    const found = path === undefined ? "outside" : await loading.reader.configuration(path);
    if (typeof found !== "string") return isBlank(found) ? undefined : found;
    // The search for a package ends at the root of the repository.
    if (found === "outside" && tried.length > 0) break;
    reason = found;
    if (path !== undefined) tried.push(path);
  }
  loading.diagnostics.push(unreadFile(reason, written, { place: origin, paths: await loading.paths(), tried }));
  return undefined;
}

/** The path of a configuration in `node_modules`, for `@acme/policy`, `@acme/policy/strict.yaml` and `policy`; `undefined` for a path. */
function packageFile(written: string): string | undefined {
  const [, name, file] = /^(@[\w.-]+\/[\w.-]+|[\w-][\w.-]*)(?:\/(.+))?$/.exec(written) ?? [];
  if (name === undefined || (!name.startsWith("@") && (file !== undefined || /\.(?:ya?ml|json)$/.test(name)))) return undefined;
  return `${name}/${file ?? "toolsetc.yaml"}`;
}

/** The most folders in which a package is looked for. */
const maxFolders = 40;

function packagePaths(file: string, from: string): (string | undefined)[] {
  return Array.from({ length: maxFolders }, (_, index) => pathAbove(from, `${"../".repeat(index)}node_modules/${file}`));
}
