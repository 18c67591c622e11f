import type { Compilation } from "../../compile.ts";
import { explainFormatVersion } from "../../diagnostic/format-version.ts";
import { type BaselineEntry, baselineEntries, baselineText, updatedEntries } from "../../findings/baseline.ts";
import { codesOf } from "../../findings/diagnostic-codes.ts";
import { allFindingsOf } from "../../findings/findings-of.ts";
import { writeTexts } from "../../host/write-texts.ts";
import { parseTree } from "../../source/parse-tree.ts";
import type { Tree } from "../../source/tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { isCi } from "../is-ci.ts";
import type { BaselineFlags } from "../options.ts";
import type { OpenedProject } from "../project/open.ts";
import { today } from "../today.ts";
import { UsageError } from "../usage-error.ts";
import { exitCodeOf, printMessage } from "./print.ts";
import { fromHere } from "./with-paths.ts";

/** A project, and what the command line says about its baseline. */
export interface BaselineRun {
  readonly opened: OpenedProject;
  readonly flags: BaselineFlags;
  /** The path that the flag `--baseline` names, relative to the project's root. Without it, the configuration may name one. */
  readonly known: string | undefined;
}

/** Opens the baseline of a project. With `--update-baseline`, the file is written first. */
export function openBaseline(compilation: Compilation, { opened, flags, known }: BaselineRun): Tree | undefined {
  const { files, config } = compilation.project;
  const path = known ?? config.baseline?.value;
  if (path === undefined && flags.updateBaseline)
    throw new UsageError("--update-baseline requires --baseline <file>, or the key `baseline` in toolsetc.yaml.");
  if (path === undefined) return undefined;
  const tree = files.get(path);
  const file = fromHere(path, opened.root);
  if (tree === undefined && !flags.updateBaseline) {
    const named = known === undefined ? `, which ${fromHere(config.baseline?.origin?.tree.source.path ?? "", opened.root)} names` : "";
    throw new UsageError(`There is no baseline "${file}"${named}. Create the file with \`toolsetc validate --update-baseline\`.`);
  }
  const entries = tree === undefined ? [] : entriesOf(tree, file);
  return flags.updateBaseline ? update({ path, file, entries, tree }, compilation, opened) : tree;
}

function entriesOf(tree: Tree, file: string): readonly BaselineEntry[] {
  const newer = explainFormatVersion(tree, "1.0");
  const entries = baselineEntries(tree);
  if (newer !== undefined) throw new UsageError(`${file}: ${newer.message}`);
  if (entries === undefined) throw new UsageError(`"${file}" is not a baseline that --update-baseline wrote.`);
  return entries;
}

interface Former {
  readonly path: string;
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly tree: Tree | undefined;
}

function update({ path, file, entries, tree }: Former, compilation: Compilation, opened: OpenedProject): Tree | undefined {
  const { findings, ungrouped } = allFindingsOf(compilation, { today: today() });
  if (exitCodeOf(findings) === exitCodes.usage) {
    printMessage(`${file} is unchanged. Fix the errors in the configuration first.\n`);
    return tree;
  }
  const codes = new Set(codesOf(compilation.project.config).map(({ code }) => code));
  const updated = updatedEntries(
    entries,
    ungrouped.filter(({ code }) => !compilation.project.config.locked.has(code)),
    { searched: compilation.searched, codes, mayGrow: !isCi() },
  );
  const text = baselineText(updated);
  if (text !== tree?.source.text) writeTexts(opened.root, new Map([[path, text]]));
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  const added = updated.filter(({ fingerprint }) => !known.has(fingerprint)).length;
  const removed = entries.length + added - updated.length;
  const note = isCi() ? " In CI, new findings are not added to a baseline." : "";
  const count = `${updated.length} known finding${updated.length === 1 ? "" : "s"}`;
  printMessage(`${file}: ${count}, ${added} added, ${removed} removed.${note}\n`);
  return parseTree({ path, text });
}
