import type { Readable, Writable } from "node:stream";
import { printable, printableLines } from "../../../diagnostic/printable.ts";
import type { TagCounts } from "../../../init/count-tags.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";
import type { InitSource } from "./find-sources.ts";
import { sourceText } from "./source-text.ts";

/** The questions of `init`. Each throws a usage error if the user ends them. */
export interface Questions {
  readonly sources: (found: readonly InitSource[]) => Promise<readonly InitSource[]>;
  readonly address: () => Promise<string>;
  readonly tags: (counts: TagCounts) => Promise<readonly string[]>;
  readonly start: (what: readonly string[]) => Promise<boolean>;
}

/** Asks on the terminal. The library is loaded only here, since most runs ask nothing. */
export async function createQuestions(): Promise<Questions> {
  const { confirm, isCancel, multiselect, text } = await import("@clack/prompts");
  const { stdin, stdout } = terminal();
  const streams = { input: stdin as Readable, output: stdout as Writable };
  function answered<T>(answer: T): Exclude<T, symbol> {
    if (isCancel(answer))
      throw new UsageError("Cancelled. Nothing was written. `toolsetc init --help` has the flags in place of questions.");
    return answer as Exclude<T, symbol>; // `isCancel` has taken the symbol away.
  }
  return {
    sources: async (found) => {
      const chosen = answered(
        await multiselect({
          ...streams,
          message: "Which of these shall the project have?",
          options: found.map((source, index) => ({ value: index, label: printable(sourceText(source)) })),
          initialValues: found.map((_source, index) => index),
          required: true,
        }),
      );
      return found.filter((_source, index) => chosen.includes(index));
    },
    address: async () =>
      answered(
        await text({
          ...streams,
          message:
            "What has the tools? The path or URL of an OpenAPI document, the URL of an MCP server, or the folder of an exported app.",
          validate: (value) => (value === undefined || value.trim() === "" ? "Write a path or a URL." : undefined),
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
