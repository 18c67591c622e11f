import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultWidth, wrap } from "../source/text/wrap.ts";
import type { OutputStream } from "./terminal.ts";

// The help is written at build time, by `scripts/help.mjs` from the program with all commands, so that `--help` need not load it. Only this
// file breaks the help into lines, whoever prints it.

/** Stands in a line of a stored help before the text that is broken into lines. Further lines are indented to here. */
export const wrapMark = "\0";

/** With less room than this, a text is not broken: it would be a column of single words. */
const minWidth = 40;

/** The help that these arguments ask for, as it was stored at build time; `undefined` for all other arguments, and without a build. */
export function storedHelp(args: readonly string[]): string | undefined {
  const name = commandOf(args);
  const file = name === undefined ? "" : fileURLToPath(new URL("help.json", import.meta.url));
  if (name === undefined || !existsSync(file)) return undefined;
  // The cast is safe: `scripts/bundle.mjs` writes the file.
  return new Map(JSON.parse(readFileSync(file, "utf8")) as [string, string][]).get(name);
}

/** The command whose help is asked for; empty for that of the program. */
function commandOf(args: readonly string[]): string | undefined {
  const [first, second] = args;
  if (args.length === 1) return first === "help" || isHelpFlag(first) ? "" : undefined;
  if (args.length !== 2) return undefined;
  return first === "help" ? second : isHelpFlag(second) ? first : undefined;
}

function isHelpFlag(argument: string | undefined): boolean {
  return argument === "--help" || argument === "-h";
}

/** A stored help, with lines that fit into a width. */
export function formatHelp(stored: string, width: number): string {
  return stored
    .split("\n")
    .map((line) => {
      const [head = "", text] = line.split(wrapMark);
      return text === undefined ? line : head + wrapHelp(text, width - head.length).replaceAll("\n", `\n${" ".repeat(head.length)}`);
    })
    .join("\n");
}

/** A text of the help in lines that fit into a width. */
export function wrapHelp(text: string, width: number): string {
  return width < minWidth ? text : wrap(text, width).join("\n");
}

/** The columns for the help that is printed to a stream. */
export function helpWidth({ isTTY, columns }: OutputStream): number {
  return (isTTY ? columns : undefined) ?? defaultWidth;
}
