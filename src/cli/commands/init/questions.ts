import type { Readable, Writable } from "node:stream";
import { printable, printableLines } from "../../../diagnostic/printable.ts";
import type { TagCounts } from "../../../init/count-tags.ts";
import { terminal } from "../../terminal.ts";
import type { InitSource } from "./find-sources.ts";
import { sourceText } from "./source-text.ts";

/** The questions of `init`. Each function throws a `CancelledError` if the user ends the questions. */
export interface Questions {
  readonly sources: (found: readonly InitSource[]) => Promise<readonly InitSource[]>;
  /** Asks for a path or a URL. While `problemOf` returns a message for the answer, shows the message and asks again. */
  readonly address: (problemOf: (given: string) => string | undefined) => Promise<string>;
  readonly tags: (counts: TagCounts) => Promise<readonly string[]>;
  readonly start: (what: readonly string[]) => Promise<boolean>;
}

/** The user ended the questions with Ctrl-C or Escape. */
class CancelledError extends Error {
  override readonly name = "CancelledError";
}

/** Creates questions for the terminal. The library for them is loaded only here, since most runs ask no question. */
export async function createQuestions(): Promise<Questions> {
  const { confirm, isCancel, multiselect, text } = await import("@clack/prompts");
  const { stdin, stdout } = terminal();
  const streams: { readonly input: Readable; readonly output: Writable } = { input: stdin, output: stdout };
  function answered<T>(answer: T): Exclude<T, symbol> {
    if (isCancel(answer)) throw new CancelledError("Cancelled. Nothing was written.");
    return answer as Exclude<T, symbol>; // `isCancel` is true for symbols.
  }
  return {
    sources: async (found) => {
      const chosen = answered(
        await multiselect({
          ...streams,
          message: "Which of these do you want in the project?",
          options: found.map((source, index) => ({ value: index, label: printable(sourceText(source)) })),
          initialValues: found.map((_source, index) => index),
          required: true,
        }),
      );
      return found.filter((_source, index) => chosen.includes(index));
    },
    address: async (problemOf) =>
      answered(
        await text({
          ...streams,
          message: "Which OpenAPI document, MCP server or exported app?",
          placeholder: "a path or a URL",
          validate: (value = "") => (value.trim() === "" ? "Write a path or a URL." : problemOf(value.trim())),
        }),
      ).trim(),
    tags: async ({ operations, tags }) =>
      answered(
        await multiselect({
          ...streams,
          message: `The document has ${operations} operations, more than a model can choose from. Which tags? (none: all)`,
          options: tags.map(({ name, operations: count }) => ({ value: name, label: printable(name), hint: `${count}` })),
          required: false,
        }),
      ),
    start: async (what) =>
      answered(
        await confirm({
          ...streams,
          message: `Start these programs and connect to these servers now, to list their tools?\n${printableLines(what.map((each) => `  ${each}`).join("\n"))}`,
          initialValue: false,
        }),
      ),
  };
}
