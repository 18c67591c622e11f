import { resolve } from "node:path";
import { acceptedFile } from "../../../contract/changes/accepted.ts";
import { lockFolder } from "../../../contract/lock/lock-file.ts";
import { writeTexts } from "../../../host/write-texts.ts";
import { formatProject } from "../../../project/format-project.ts";
import { exitCodes } from "../../exit-codes.ts";
import { isExistingFile } from "../../project/find-path.ts";
import { fromRoot, type OpenedProject, open } from "../../project/open.ts";
import { projectsAt } from "../../project/projects-beneath.ts";
import { print, printFindingsAside, printJson } from "../../report/print.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { fromHere } from "../../report/with-paths.ts";
import { UsageError } from "../../usage-error.ts";

interface FmtFlags {
  readonly check?: boolean;
  readonly allowRoot?: string;
  readonly format: "text" | "json";
}

/** Formats the authored files at or below the paths. With `--check`, only prints the names of the files that are not formatted. */
export async function runFmt(paths: readonly string[], { check = false, format, allowRoot }: FmtFlags): Promise<number> {
  const files = new Map<string, { readonly path: string; readonly isChanged: boolean }>();
  let exitCode: number = exitCodes.clean;
  const projects = (await Promise.all(paths.map((path) => projectsAt(path, { allowRoot })))).flat();
  for (const path of projects) {
    const opened = openOnly(path, allowRoot);
    if (opened.input.kind === "file" && !/\.(json|ya?ml)$/i.test(opened.input.path))
      throw new UsageError(`"${path}" is neither YAML nor JSON. Name files that end in .yaml, .yml or .json, or folders.`);
    const formatted = await formatProject(opened.host, { ...opened, acceptedPath: `${lockFolder}${acceptedFile}` });
    const failed = printFindingsAside(shownFindings(formatted), opened);
    exitCode = Math.max(exitCode, failed);
    const texts = formatted.files.flatMap(({ path: file, text, isChanged }) =>
      text !== undefined && isChanged ? [[file, text] as const] : [],
    );
    if (!check) writeTexts(opened.root, new Map(texts));
    for (const { path: file, text, isChanged } of formatted.files)
      if (text !== undefined) files.set(resolve(opened.root, file), { path: fromHere(file, opened.root), isChanged });
  }
  const changed = [...files.values()].filter(({ isChanged }) => isChanged);
  if (format === "json")
    printJson({ formatVersion: "1.0", files: [...files.values()].map(({ path, isChanged }) => ({ path, isChanged })) });
  else
    print(
      check
        ? checkText(changed.map(({ path }) => path))
        : writtenText(
            changed.map(({ path }) => path),
            files.size,
          ),
    );
  return check && changed.length > 0 ? Math.max(exitCode, exitCodes.findings) : exitCode;
}

/** Opens a path. The path of a configuration selects only this file; for other commands, it selects the whole project. */
function openOnly(path: string, allowRoot: string | undefined): OpenedProject {
  const opened = open(path, { allowRoot });
  return isExistingFile(path) ? { ...opened, input: { kind: "file", path: fromRoot(path, opened) } } : opened;
}

function writtenText(changed: readonly string[], all: number): string {
  const unchanged = all - changed.length;
  return `${changed.map((path) => `formatted: ${path}\n`).join("")}${changed.length} formatted, ${unchanged} unchanged\n`;
}

function checkText(changed: readonly string[]): string {
  if (changed.length === 0) return "All files are formatted.\n";
  return `${changed.map((path) => `not formatted: ${path}\n`).join("")}Run \`toolsetc fmt\`, and commit the formatted files.\n`;
}
