import { readFileSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import { errorCode } from "../../host/failure.ts";
import { isObject } from "../../source/json/json.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { isExistingFile, statsOfInput } from "../project/find-path.ts";
import { absolutePath, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** Reads the arguments of a tool call from the value of --args: JSON, `@file`, or `-` for stdin. */
export async function readArguments(given: string | undefined): Promise<unknown> {
  if (given === undefined) return {};
  const text =
    given === "-"
      ? await readText(terminal().stdin)
      : given.startsWith("@")
        ? Buffer.from(readFileOf("--args", given.slice(1))).toString("utf8")
        : given;
  const value = parsed(text);
  if (!isObject(value)) throw new UsageError("--args takes a JSON object with the arguments of the tool by name.");
  return value;
}

/** Reads a file for a flag or an argument of a tool. */
export function readFileOf(what: string, path: string): Uint8Array {
  statsOfInput(path, "file");
  try {
    return readFileSync(absolutePath(path));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new UsageError(`${what}: the file "${path}" cannot be read (${errorCode(error)}).`);
  }
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "";
    const what = isExistingFile(text) ? ` To read the file, write @${text}.` : "";
    if (/^[\w-]+=/.test(text)) throw new UsageError(`--args is not JSON. Give arguments by name without --args: ${shellWord(text)}.`);
    throw new UsageError(`--args is not JSON: ${reason}.${what} Write '{"name": "value"}', @file, or - for stdin.`);
  }
}
