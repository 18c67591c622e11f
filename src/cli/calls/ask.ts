import { createInterface } from "node:readline/promises";
import { printable } from "../../diagnostic/printable.ts";
import { isCi } from "../is-ci.ts";
import { terminal } from "../terminal.ts";

/** Whether a person can be asked. */
export function canAsk(): boolean {
  const { stdin, stderr } = terminal();
  return stdin.isTTY === true && stderr.isTTY === true && !isCi();
}

/** Asks a question on the terminal, which is answered with yes or no. Control characters in the question are escaped. */
export async function askYes(question: string): Promise<boolean> {
  const { stdin, stderr } = terminal();
  const dialog = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await dialog.question(printable(`${question} [y/N] `));
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    dialog.close();
  }
}
