import type { Outcome } from "../diagnostic/diagnostic.ts";
import { problemsOf } from "../diagnostic/problems.ts";
import { compareText } from "../source/compare.ts";
import type { Config } from "./config.ts";
import { loadDocuments } from "./load-documents.ts";
import { loadEnvironments } from "./load-environments.ts";
import { type LoadInput, loadInput } from "./load-input.ts";
import { loadSnapshots } from "./load-snapshots.ts";
import { isBlank, type Loading, nowhere, present, readWanted } from "./loading.ts";
import { folderOf } from "./paths.ts";
import type { Project } from "./project.ts";
import { defaultConfig, readConfig } from "./read-config.ts";
import { type Content, createReader } from "./read-files.ts";

/** The only way from the compiler to the world while it reads. Paths are relative to the project's root and use `/`. */
export interface Host {
  readonly read: (path: string) => Promise<Content>;
  /** Every file below the root, in any order. */
  readonly list: () => Promise<readonly string[]>;
}

export interface LoadOptions {
  /** The path of the configuration; `undefined` for `toolsetc.yaml` at the root, if there is one. */
  readonly config?: string | undefined;
  readonly input: LoadInput;
  /** Files to read beside, if they are there: an environment file that a flag names. */
  readonly files?: readonly string[] | undefined;
}

/** Reads until no file is wanted. The only stage that waits for anything; after it the set of trees is closed. */
export async function load(host: Host, options: LoadOptions): Promise<Outcome<Project>> {
  let listing: Promise<string[]> | undefined;
  const paths = () => {
    listing ??= host.list().then((each) => [...each].sort(compareText));
    return listing;
  };
  const loading: Loading = { reader: createReader(host.read), paths, diagnostics: [] };
  const { config, base } = await loadConfig(options.config, loading);
  const found = await loadInput(options.input, { config, base }, loading);
  const environments = await loadEnvironments({ config, base, apps: found.apps }, loading);
  const nested = await loadDocuments(found, loading);
  // A bare document is one toolset, and the snapshots beside it belong to others.
  if (options.input.kind !== "openapi") await loadSnapshots(base, found.resources, loading);
  await Promise.all((options.files ?? []).map((path) => loading.reader.tree(path)));

  const files = loading.reader.files();
  const project = { files, nested, config: found.config, resources: found.resources, apps: found.apps, base, environments };
  const texts = [...files.values(), ...[...nested.values()].flatMap((trees) => [...trees.values()])];
  return {
    value: project,
    diagnostics: [...texts.flatMap((tree) => (tree === undefined || isBlank(tree) ? [] : problemsOf(tree))), ...loading.diagnostics],
  };
}

async function loadConfig(wanted: string | undefined, loading: Loading): Promise<{ readonly config: Config; readonly base: string }> {
  const path = wanted ?? (await present(["toolsetc.yaml", "toolsetc.yml"], loading))[0];
  if (path === undefined) return { config: defaultConfig, base: "" };
  const tree = await readWanted(path, nowhere(path), loading);
  if (tree === undefined) return { config: defaultConfig, base: folderOf(path) };
  const { value, diagnostics } = readConfig(tree);
  loading.diagnostics.push(...diagnostics);
  return { config: value, base: folderOf(path) };
}
