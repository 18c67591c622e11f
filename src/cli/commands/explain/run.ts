import { read } from "../../../compile.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import { diagnosticCodes } from "../../../findings/diagnostic-codes.ts";
import type { ProjectAssertion } from "../../../project/config.ts";
import { rules } from "../../../rules/index.ts";
import { profileOf } from "../../../rules/is-enabled.ts";
import { explanations } from "../../compiled/explanations.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, compileOptions } from "../../options.ts";
import { isExisting } from "../../project/find-path.ts";
import { open } from "../../project/open.ts";
import { print, printJson } from "../../report/print.ts";
import { UsageError } from "../../usage-error.ts";
import { runRules } from "../rules/run.ts";

/**
 * Prints the section of docs/diagnostics about a code: its meaning, its consequences and how to fix the finding, with examples. For the name
 * of an assertion of the project in the working directory, it prints what is asserted. Without a code, or for the path of a project, it
 * lists all codes with their severities in the project.
 */
export async function runExplain(code: string | undefined, options: CommonOptions): Promise<number> {
  if (code === undefined) return runRules(".", options);
  const { format } = options;
  const kind = diagnosticCodes.find((each) => each.code === code);
  const explanation = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  if (kind !== undefined && explanation !== undefined) {
    const { severity, errorIn = null, help } = kind;
    const rule = rules.find((each) => each.code === code);
    const profile = (rule && profileOf(rule)) ?? null;
    if (format === "json") printJson({ formatVersion: "1.0", code, severity, errorIn, help, profile, explanation });
    else print(explanation);
    return exitCodes.clean;
  }
  const assertions = await assertionsHere();
  const assertion = assertions.find(({ name }) => name === code);
  if (assertion === undefined && isExisting(code)) return runRules(code, options);
  if (assertion === undefined)
    throw unknownCode(code, [...diagnosticCodes.map((each) => each.code), ...assertions.map(({ name }) => name)]);
  const { severity, message: help } = assertion;
  const text = textOf(assertion);
  if (format === "json") printJson({ formatVersion: "1.0", code, severity, errorIn: null, help, profile: null, explanation: text });
  else print(text);
  return exitCodes.clean;
}

function unknownCode(code: string, codes: readonly string[]): UsageError {
  const near = nearest(code, codes);
  const hint = near === undefined ? "A finding has its code in brackets, as in error[unknown-field]." : `Did you mean "${near}"?`;
  return new UsageError(`There is no diagnostic code "${code}". ${hint}`);
}

/** The assertions of the project in the working directory. */
async function assertionsHere(): Promise<readonly ProjectAssertion[]> {
  const opened = open(".", {});
  return (await read(opened.host, compileOptions({}, opened))).project.config.assertions;
}

function textOf({ name, severity, message, each, where, must, origin }: ProjectAssertion): string {
  const conditions = Object.keys(where).length === 0 ? [] : [`where: ${JSON.stringify(where)}`];
  const parts = [
    `# ${name}`,
    `${severity.slice(0, 1).toUpperCase()}${severity.slice(1)}, unless \`rules\` says otherwise: an assertion in ${origin.tree.source.path}.`,
    ...(message === "" ? [] : [message]),
    [`each: ${each}`, ...conditions, `must: ${JSON.stringify(must)}`].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}
