import { printable } from "../../diagnostic/printable.ts";
import { cut } from "./columns.ts";

/** The minimum width to which `fitted` shortens a column. Shorter texts would not be understood. */
const minWidth = 8;

/**
 * Shortens the cells of a table so that its lines fit into `width`. The last column is shortened first, to 24 characters, and then the
 * widest column, one character at a time. The columns in `kept` are shortened last.
 */
export function fitted(rows: readonly (readonly string[])[], width: number, kept: readonly number[] = []): string[][] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  let excess = widths.reduce((sum, each) => sum + each + 2, -2) - width;
  const shrink = (column: number, least: number) => {
    const by = Math.max(0, Math.min(excess, (widths[column] ?? 0) - least));
    widths[column] = (widths[column] ?? 0) - by;
    excess -= by;
  };
  shrink(widths.length - 1, 24);
  const columns = widths.map((_width, column) => column);
  for (const some of [columns.filter((column) => !kept.includes(column)), columns])
    while (excess > 0) {
      const widest = some.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), some[0] ?? 0);
      if ((widths[widest] ?? 0) <= minWidth) break;
      shrink(widest, (widths[widest] ?? 0) - 1);
    }
  return rows.map((row) => row.map((cell, column) => cut(cell, widths[column] ?? 0)));
}

/** Formats rows as aligned columns. Columns with an index in `right` are aligned to the right, as numbers are. */
export function table(given: readonly (readonly string[])[], right: readonly number[] = []): string {
  const rows = given.map((row) => row.map(printable));
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
