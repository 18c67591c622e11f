import { diagnostic } from "../diagnostic/diagnostic.ts";
import { fileStart } from "../source/text/file-start.ts";
import { pushAll } from "../source/text/push-all.ts";
import type { Place } from "../source/tree.ts";
import { unrenderedEnvironment } from "./codes.ts";
import { existingFiles, type Loading, readRequired } from "./files/loading.ts";
import { asFolder, pathFrom } from "./files/paths.ts";
import { unreadFile } from "./files/unread-file.ts";
import type { Base } from "./load-input.ts";
import type { App, EnvironmentFile } from "./project.ts";

/** Loads the configured environment files. If none is configured, each `environment.json` of the project and of its apps is loaded. */
export async function loadEnvironments(
  { config, base, apps }: Base & { readonly apps: readonly App[] },
  loading: Loading,
): Promise<EnvironmentFile[]> {
  const read = async (name: string, path: string, app: string | undefined, place: Place) => {
    const tree = await readRequired(path, place, loading);
    if (tree === undefined) return [];
    // Most projects have no environments, and the validator is large.
    const { checkEnvironment } = await import("../definition/check-environment.ts");
    pushAll(loading.diagnostics, checkEnvironment(tree));
    return [{ name, app, tree }];
  };
  const configured = [...config.environments].map(([name, { value, origin }]) => {
    const place = origin ?? fileStart(value);
    const path = pathFrom(base, value);
    if (path !== undefined) return read(name, path, undefined, place);
    loading.diagnostics.push(unreadFile("outside", value, { place, paths: [], tried: [] }));
    return [];
  });
  if (configured.length > 0) return (await Promise.all(configured)).flat();
  const roots = new Map<string, string | undefined>([
    [base, undefined],
    ...apps.map(({ root }): [string, string] => [asFolder(root), root]),
  ]);
  const own = new Map([...roots].map(([folder, app]) => [`${folder}environment.json`, app]));
  const there = await existingFiles([...own.keys()], loading);
  await reportTemplates(
    [...own.keys()].filter((path) => !there.includes(path)),
    loading,
  );
  return (await Promise.all(there.map((path) => read("default", path, own.get(path), fileStart(path))))).flat();
}

/** Reports environment files that exist only as Terraform templates (`.tftpl`), which were not rendered. */
async function reportTemplates(absent: readonly string[], loading: Loading): Promise<void> {
  for (const path of await existingFiles(
    absent.map((each) => `${each}.tftpl`),
    loading,
  )) {
    loading.diagnostics.push(diagnostic(unrenderedEnvironment, { path }, fileStart(path)));
  }
}
