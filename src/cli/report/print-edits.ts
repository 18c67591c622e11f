import { printableLines } from "../../diagnostic/printable.ts";
import type { Edit } from "../../source/edit.ts";
import { valueText } from "../../source/json/value-text.ts";
import { locate } from "../../source/locate.ts";
import { lineAt, lineStarts } from "../../source/source.ts";
import { valueAt } from "../../source/tree.ts";
import { print } from "./print.ts";
import { fromHere } from "./with-paths.ts";

/**
 * Prints the changes that `export` or `import` with `--dry-run` would make: each value with its new one, and the files that would be
 * written besides.
 */
export function printEdits(edits: readonly Edit[], files: ReadonlyMap<string, string>, root: string): void {
  const spans = locate(edits.map(({ origin }) => origin));
  const lines = edits.map(({ origin, value }) => {
    const { source, start } = spans.get(origin) ?? { source: origin.tree.source, start: 0 };
    const line = lineAt(lineStarts(source.text, start), start) + 1;
    return `  ${fromHere(source.path, root)}:${line}: ${valueText(valueAt(origin.tree, origin.path) ?? null)} → ${valueText(value)}\n`;
  });
  const edited = new Set([...spans.values()].map(({ source }) => source.path));
  const others = [...files].filter(([path]) => !edited.has(path));
  const written = others.map(([path, text]) => `${fromHere(path, root)} would be:\n${text}`);
  print(
    printableLines(
      files.size === 0 ? "Nothing to change.\n" : `Nothing was written. These values would change:\n${lines.join("")}${written.join("")}`,
    ),
  );
}
