import { printable } from "../../diagnostic/printable.ts";
import { cut } from "./columns.ts";

/** The minimum width to which `fitted` shortens a column. Shorter texts would not be understood. */
const minWidth = 8;

/** The width that an optional column needs, if its texts are not shorter: with less, only their beginnings would be left, which are alike. */
const optionalWidth = 16;

/** The width to which the last column, which has sentences, is shortened before any other column. */
const lastWidth = 24;

/** What happens to the columns of a table that is too wide. They are named by the first row. */
interface Fit {
  /** These are shortened last. */
  readonly kept: readonly string[];
  /** These are omitted, the first one first, before others are shortened much. */
  readonly optional: readonly string[];
}

/**
 * Makes the lines of a table fit into `width`: optional columns are omitted, the last column is shortened, and then the widest column, one
 * character at a time.
 */
export function fitted(rows: readonly (readonly string[])[], width: number, { kept, optional }: Fit): string[][] {
  const all = widthsOf(rows);
  const omitted = omittedColumns(rows[0] ?? [], all, { width, kept, optional });
  const shown = all.map((_width, column) => column).filter((column) => !omitted.has(rows[0]?.[column] ?? ""));
  const left = rows.map((row) => shown.map((column) => row[column] ?? ""));
  const isKept = (column: number) => kept.includes(left[0]?.[column] ?? "");
  const widths = shrunk(widthsOf(left), width, isKept);
  return left.map((row) => row.map((cell, column) => cut(cell, widths[column] ?? 0)));
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
}

/** The optional columns that have no room beside the others. */
function omittedColumns(names: readonly string[], widths: readonly number[], { width, kept, optional }: Fit & { readonly width: number }) {
  const needed = new Map(
    names.map((name, column) => {
      const full = widths[column] ?? 0;
      return [name, kept.includes(name) ? full : Math.min(full, column === names.length - 1 ? lastWidth : optionalWidth)];
    }),
  );
  const omitted = new Set<string>();
  for (const name of optional) {
    if (sumOfWidths([...needed.values()]) <= width) break;
    if (needed.delete(name)) omitted.add(name);
  }
  return omitted;
}

function shrunk(full: readonly number[], width: number, isKept: (column: number) => boolean): readonly number[] {
  const widths = [...full];
  let excess = sumOfWidths(widths) - width;
  const shrink = (column: number, least: number) => {
    const by = Math.max(0, Math.min(excess, (widths[column] ?? 0) - least));
    widths[column] = (widths[column] ?? 0) - by;
    excess -= by;
  };
  shrink(widths.length - 1, lastWidth);
  const columns = widths.map((_width, column) => column);
  for (const some of [columns.filter((column) => !isKept(column)), columns])
    while (excess > 0) {
      const widest = some.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), some[0] ?? 0);
      if ((widths[widest] ?? 0) <= minWidth) break;
      shrink(widest, (widths[widest] ?? 0) - 1);
    }
  return widths;
}

/** The width of a line with columns of these widths, and two spaces between them. */
function sumOfWidths(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + 2, -2);
}

/** Formats rows as aligned columns. Columns with an index in `right` are aligned to the right, as numbers are. */
export function table(given: readonly (readonly string[])[], right: readonly number[] = []): string {
  const rows = given.map((row) => row.map(printable));
  const widths = widthsOf(rows);
  return rows
    .map((row) =>
      row
        .map((cell, column) => (right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
