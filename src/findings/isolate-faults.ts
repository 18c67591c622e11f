import type { Definition } from "../definition/definition.ts";
import { keyOrigin } from "../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { comparisonError, internalError } from "../diagnostic/internal-error.ts";
import type { Loaded } from "../project/load.ts";
import { pushAll } from "../source/text/push-all.ts";
import type { Place } from "../source/tree.ts";

/**
 * Runs the stages after loading on a project. If they throw, because of a bug, each definition is tried alone, and those for which the
 * stages throw are rejected with the finding `internal-error`: one toolset must not cost the others. This file is the only place that catches
 * our own mistakes short of the command line. It covers every check, rule and target, since none of them runs outside of `run`, and it needs
 * no place in them, since stages are pure and can be run again.
 */
export function isolateFaults<Result>(loaded: Loaded, run: (loaded: Loaded) => Result): Result {
  try {
    return run(loaded);
  } catch (error) {
    const faults = isFault(error) ? loaded.definitions.accepted.flatMap((definition) => faultOf(definition, loaded, run)) : [];
    // A bug that needs several toolsets, or none, has no toolset that could be rejected.
    if (faults.length === 0) throw error;
    return run(withoutFaulty(loaded, faults));
  }
}

/**
 * Compares each of these toolsets. One whose comparison throws, because of a bug, has the finding `internal-error` in place of changes.
 */
export function isolateComparisons<Change>(
  names: readonly string[],
  compare: (name: string) => readonly Change[],
  placeOf: (name: string) => Place,
): Outcome<Change[]> {
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    try {
      pushAll(changes, compare(name));
    } catch (error) {
      if (!isFault(error)) throw error;
      diagnostics.push(comparisonError(name, { error: textOf(error), frames: framesOf(error) }, placeOf(name)));
    }
  }
  return { value: changes, diagnostics };
}

interface Fault {
  readonly definition: Definition;
  readonly error: Error;
}

/** The error that the stages throw for a definition alone; empty if they throw none. */
function faultOf(definition: Definition, loaded: Loaded, run: (loaded: Loaded) => unknown): Fault[] {
  try {
    run({ ...loaded, definitions: { ...loaded.definitions, accepted: [definition] } });
    return [];
  } catch (error) {
    return isFault(error) ? [{ definition, error }] : [];
  }
}

/** Whether an error is a bug. The errors of the command line and of the operating system, which are no bugs, have names or codes of their own. */
function isFault(error: unknown): error is Error {
  return error instanceof Error && /^(?:Type|Range|Reference|Syntax|URI|)Error$/.test(error.name) && !("code" in error);
}

function withoutFaulty(loaded: Loaded, faults: readonly Fault[]): Loaded {
  const faulty = new Set(faults.map(({ definition }) => definition));
  const { accepted, others, rejected } = loaded.definitions;
  const names = faults.map(({ definition: { resource, name, node } }) => ({ resource, name, tree: node.tree }));
  return {
    ...loaded,
    definitions: { accepted: accepted.filter((each) => !faulty.has(each)), others, rejected: [...rejected, ...names] },
    diagnostics: [...loaded.diagnostics, ...faults.map(diagnosticOf)],
  };
}

function diagnosticOf({ definition, error }: Fault): Diagnostic {
  const { resource, name, body } = definition;
  const params = { resource, name, done: "compiled", error: textOf(error), frames: framesOf(error) };
  return diagnostic(internalError, params, keyOrigin(body), { toolset: name });
}

/** The maximum length of the text of an error, which may quote a document. */
const maxText = 200;

/** The name and the first line of an error. Texts in quotes, which may be values of the project, are omitted. */
function textOf({ name, message }: Error): string {
  const [line = ""] = message.split("\n");
  return `${name}: ${line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"').slice(0, maxText)}`.replace(/[.:\s]+$/, "");
}

/** The first frames of the error's stack in the compiler, without folders, which are those of a machine. */
function framesOf({ stack = "" }: Error): string[] {
  const frames = stack.split("\n").flatMap((line) => {
    const [, called = "", file = ""] = /^\s+at (?:(.*) \()?(?:.*[\\/])?([^\\/()]+:\d+:\d+)\)?$/.exec(line) ?? [];
    return file === "" || /node:internal|node_modules/.test(line) ? [] : [`${called} (${file})`.trim()];
  });
  return [...new Set(frames)].slice(0, 3);
}
