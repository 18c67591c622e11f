import { printable } from "../diagnostic/printable.ts";
import { cut } from "./columns.ts";

/** The narrowest that a column becomes: less says nothing. */
const minWidth = 8;

/** The rows of a table in at most this many columns of text: the last column is cut first, down to 24, then the widest one. */
export function fitted(rows: readonly (readonly string[])[], width: number): string[][] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  let excess = widths.reduce((sum, each) => sum + each + 2, -2) - width;
  const shrink = (column: number, least: number) => {
    const by = Math.max(0, Math.min(excess, (widths[column] ?? 0) - least));
    widths[column] = (widths[column] ?? 0) - by;
    excess -= by;
  };
  shrink(widths.length - 1, 24);
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= minWidth) break;
    shrink(widest, (widths[widest] ?? 0) - 1);
  }
  return rows.map((row) => row.map((cell, column) => cut(cell, widths[column] ?? 0)));
}

/** Lines of columns, each as wide as its widest cell. Columns named in `right` are numbers. */
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
