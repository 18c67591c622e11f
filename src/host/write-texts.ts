import { randomUUID } from "node:crypto";
import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, Failure, toFailure } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";
import { removeDraft } from "./output/remove-draft.ts";
import { isSameOrWithin, statsOf } from "./output-folder.ts";

/**
 * Writes texts to files, by path from the root. Each text is written to a new file, which then replaces the former file, so that no file is
 * ever incomplete. If the path is that of a link, the file that the link leads to is replaced.
 */
export function writeTexts(root: string, texts: ReadonlyMap<string, string>): void {
  const targets = [...texts].map(([path, text]) => ({ target: targetOf(realpathSync(resolve(root)), path), text }));
  for (const { target, text } of targets) replaceFile(target, text);
}

/** Removes files of the project, by path from the root. Files that do not exist are ignored. */
export function removeFiles(root: string, paths: readonly string[]): void {
  const folder = realpathSync(resolve(root));
  for (const path of paths) toFailure(`Removing "${path}"`, () => rmSync(targetOf(folder, path), { force: true }));
}

/** The absolute path of a file, with all links resolved. Throws if the path leads out of the root. */
function targetOf(root: string, path: string): string {
  const absolute = resolve(root, path);
  const real = toFailure(`Writing "${path}"`, () =>
    statsOf(absolute) === undefined ? join(realFolder(dirname(absolute)), basename(absolute)) : realpathSync(absolute),
  );
  if (real === root || !isSameOrWithin(real, root)) {
    throw new Failure(`"${path}" is not a file of this project.`, "Nothing outside the project is written.");
  }
  return real;
}

/** The path of a folder with links resolved in the part that exists. The folder itself need not exist. */
function realFolder(folder: string): string {
  return statsOf(folder) === undefined ? join(realFolder(dirname(folder)), basename(folder)) : realpathSync(folder);
}

function replaceFile(target: string, text: string): void {
  const draft = join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.new`);
  try {
    makeFolder(dirname(target));
    writeFileSync(draft, text, { flag: "wx" });
    const former = statsOf(target);
    if (former !== undefined) chmodSync(draft, statSync(target).mode);
    renameSync(draft, target);
  } catch (error) {
    if (error instanceof Failure) throw error;
    removeDraft(draft);
    throw new Failure(
      `"${target}" cannot be written (${errorCode(error) ?? String(error)}).`,
      "Check the permissions of the file and its folder.",
    );
  }
}
