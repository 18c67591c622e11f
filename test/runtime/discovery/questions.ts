import { readFileSync } from "node:fs";
import { join } from "node:path";
import { discoveryEntries } from "../../../src/ir/discovery-entries.ts";
import type { Program } from "../../../src/ir/ir.ts";
import type { Entry } from "../../../src/runtime/discovery/entry.ts";
import { lowerTexts } from "../../lower/lower-texts.ts";

/** What a user asks, with the operations that answer it, each as `METHOD /path` without the names of placeholders. */
export interface Question {
  readonly query: string;
  readonly solution: readonly string[];
}

export function readQuestions(path: string): readonly Question[] {
  const questions: readonly Question[] = JSON.parse(readFileSync(path, "utf8"));
  return questions.map(({ query, solution }) => ({ query, solution: solution.map(keyOf) }));
}

/** RestBench has spaces around some of its operations, and another name for one placeholder. */
function keyOf(operation: string): string {
  return operation.trim().replace(/\{[^}]*\}/g, "{}");
}

export const hotelPath: string = join(import.meta.dirname, "hotel.openapi.yaml");

/** The operations of a document, as its tools. */
export interface Operations {
  readonly program: Program;
  readonly entries: readonly Entry[];
  /** `METHOD /path` of each entry, as in questions. */
  readonly keys: readonly string[];
}

export async function operationsOf(text: string): Promise<Operations> {
  const { program } = await lowerTexts({ "document.yaml": text }, { kind: "openapi", path: "document.yaml", include: [], exclude: [] });
  const keys = program.toolsets.flatMap(({ tools }) =>
    tools.map(({ binding }) => (binding.transport === "http" ? keyOf(`${binding.method} ${binding.path}`) : "")),
  );
  return { program, entries: program.toolsets.flatMap(discoveryEntries), keys };
}

/** The share of a question's operations that are among the first `most` found, averaged over the questions. */
export function recall(
  questions: readonly Question[],
  { search, most }: { search: (query: string) => readonly string[]; most: number },
): number {
  const shares = questions.map(({ query, solution }) => {
    const first = search(query).slice(0, most);
    return solution.filter((operation) => first.includes(operation)).length / solution.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
