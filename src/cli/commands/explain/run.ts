import { read } from "../../../compile.ts";
import type { Code, Severity } from "../../../diagnostic/diagnostic.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import { diagnosticCodes, ownCodesOf } from "../../../findings/diagnostic-codes.ts";
import type { Config, ProjectAssertion } from "../../../project/config/config.ts";
import { type FileRule, type ImportedRule, problemOfRule } from "../../../rules/files/file-rule.ts";
import { codeOfRuleFile } from "../../../rules/files/run-file-rules.ts";
import { rules } from "../../../rules/index.ts";
import { profileOf } from "../../../rules/is-enabled.ts";
import { wrapLines } from "../../../source/text/wrap.ts";
import { explanations } from "../../compiled/explanations.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CodeFlag, type CommonOptions, ruleImport, settingsOf } from "../../options.ts";
import { isExisting } from "../../project/find-path.ts";
import { type OpenedProject, open } from "../../project/open.ts";
import { projectsAt } from "../../project/projects-beneath.ts";
import { print, printJson, styleOf } from "../../report/print.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";
import { runRules } from "../rules/run.ts";

/**
 * Prints the section of docs/diagnostics about a code: its meaning, its consequences and how to fix the finding, with examples. For the name
 * of an assertion or of a rule in a file of the project in the working directory, it prints what they say. Without a code, or for the path of a project, it
 * lists all codes with their severities in the project.
 */
export async function runExplain(given: string | undefined, options: CommonOptions & CodeFlag): Promise<number> {
  if (given === undefined) return runRules(".", options);
  // As it is copied from a report: `error[unknown-field]`.
  const code = /^(?:error|warning|note)\[(.*)\]:?$/.exec(given)?.[1] ?? given;
  const { format } = options;
  const kind = diagnosticCodes.find((each) => each.code === code);
  const explanation = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  if (kind !== undefined && explanation !== undefined) {
    const { severity, errorIn = null, help } = kind;
    const rule = rules.find((each) => each.code === code);
    const profile = (rule && profileOf(rule)) ?? null;
    if (format === "json") printJson({ formatVersion: "1.0", code, severity, errorIn, help, profile, explanation });
    else print(proseLines(explanation));
    return exitCodes.clean;
  }
  const projects = await projectsHere();
  const [own] = (await Promise.all(projects.map((each) => ownExplanation(code, each, options)))).flatMap((each) => each ?? []);
  if (own === undefined && isExisting(code)) return runRules(code, options);
  if (own === undefined) throw unknownCode(code, [...diagnosticCodes, ...projects.flatMap(({ config }) => ownCodesOf(config))]);
  const { severity, help, text } = own;
  if (format === "json") printJson({ formatVersion: "1.0", code, severity, errorIn: null, help, profile: null, explanation: text });
  else print(text);
  return exitCodes.clean;
}

/** Markdown with its prose, and what commands print, in the width of the terminal. Code stays as it is. */
function proseLines(markdown: string): string {
  const { width } = styleOf(terminal().stdout);
  const parts = markdown.split(/^(```(?!text)[\s\S]*?^```)$/m);
  return parts.map((part) => (part.startsWith("```") ? part : wrapLines(part, width, 2))).join("");
}

function unknownCode(code: string, codes: readonly Code<never>[]): UsageError {
  const near = nearest(
    code,
    codes.map((each) => each.code),
  );
  const hint = near === undefined ? "A finding has its code in brackets, as in error[unknown-field]." : `Did you mean "${near}"?`;
  return new UsageError(`There is no diagnostic code "${code}". ${hint}`);
}

/** A project, and its configuration. */
interface ReadProject {
  readonly opened: OpenedProject;
  readonly config: Config;
}

/** The projects in the working directory. */
async function projectsHere(): Promise<readonly ReadProject[]> {
  const projects = (await projectsAt(".", {})).map((path) => open(path, {}));
  return Promise.all(
    projects.map(async (opened) => ({ opened, config: (await read(opened.host, settingsOf({}, opened))).project.config })),
  );
}

interface OwnExplanation {
  readonly severity: Severity;
  readonly help: string;
  readonly text: string;
}

/** The explanation of a code that the configuration of a project defines. */
async function ownExplanation(name: string, { opened, config }: ReadProject, flags: CodeFlag): Promise<OwnExplanation | undefined> {
  const assertion = config.assertions.find((each) => each.name === name);
  if (assertion !== undefined) return { severity: assertion.severity, help: assertion.message, text: textOf(assertion) };
  const file = config.ruleFiles.find(({ code }) => code === name);
  if (file === undefined) return undefined;
  const { severity } = codeOfRuleFile(file);
  const imported = await ruleImport(flags, opened).importRule?.(file);
  const { summary, help } = describedRule(imported);
  const parts = [`# ${name}`, `${capitalized(severity)}, unless \`rules\` says otherwise: the rule in ${file.path}.`, summary, help];
  return { severity, help, text: `${parts.filter((part) => part !== "").join("\n\n")}\n` };
}

/** What a rule in a file says of itself; if its code may not run, how to read it. */
function describedRule(imported: ImportedRule | undefined): { readonly summary: string; readonly help: string } {
  if (imported === undefined)
    return { summary: "", help: "What it finds is in the file. With --allow-code, its code runs, and its text is shown." };
  const problem = problemOfRule(imported);
  if (problem !== undefined || imported === "absent" || "problem" in imported)
    return { summary: "", help: `The file is not a rule: ${problem}.` };
  // `problemOfRule` has checked it.
  const { summary, help } = imported.exported as FileRule;
  return { summary: `It finds ${summary}.`, help };
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

function textOf({ name, severity, message, each, where, must, origin }: ProjectAssertion): string {
  const conditions = Object.keys(where).length === 0 ? [] : [`where: ${JSON.stringify(where)}`];
  const parts = [
    `# ${name}`,
    `${capitalized(severity)}, unless \`rules\` says otherwise: an assertion in ${origin.tree.source.path}.`,
    ...(message === "" ? [] : [message]),
    [`each: ${each}`, ...conditions, `must: ${JSON.stringify(must)}`].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}
