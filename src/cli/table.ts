import { printable } from "../diagnostic/printable.ts";

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
