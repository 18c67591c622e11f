import { type Code, type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { Config, RuleFile } from "../../project/config/config.ts";
import { configuredSeverities } from "../../project/config/configured-severities.ts";
import { originOf } from "../../schema/origin-of.ts";
import type { Place } from "../../source/tree.ts";
import { takenName } from "../assertions/codes.ts";
import { isEnabled } from "../is-enabled.ts";
import type { RuleEntry, RunnableRule, VisitedTool } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";
import { invalidRuleFile, rulesNotRun } from "./codes.ts";
import { type FileRule, type ImportedRule, problemOfRule, type RuleFinding } from "./file-rule.ts";
import { viewOf } from "./rule-view.ts";

/** What each file with a rule exports, in the order of the configuration; `undefined` if code may not run. */
export type ImportedRules = ReadonlyMap<RuleFile, ImportedRule> | undefined;

/** The rules in files of a project. */
export interface FileRules {
  readonly rules: readonly RunnableRule[];
  /** The findings about the rules themselves, after they ran: those that did not run, and those that failed. */
  readonly diagnostics: () => readonly Diagnostic[];
}

interface Failures {
  count: number;
  first: string;
  where: string | undefined;
}

/** Makes the rules in files runnable. A rule that throws, or tries to change what it sees, fails alone. */
export function fileRulesOf(config: Config, imported: ImportedRules): FileRules {
  const enabled = enabledRuleFiles(config);
  const [first] = enabled;
  if (imported === undefined) {
    const names = enabled.map(({ code }) => code);
    return { rules: [], diagnostics: () => (first === undefined ? [] : [diagnostic(rulesNotRun, { names }, first.origin)]) };
  }
  const rules: RunnableRule[] = [];
  const invalid: Diagnostic[] = [];
  const failures = new Map<RuleFile, Failures>();
  for (const file of enabled) {
    const found = imported.get(file) ?? "absent";
    // That it is absent was reported when the project was read.
    if (found === "absent" && !file.path.startsWith("../")) continue;
    const problem = problemOfRule(found);
    if (problem !== undefined) invalid.push(diagnostic(invalidRuleFile, { path: file.path, problem }, file.origin));
    // `problemOfRule` has checked it.
    else if (found !== "absent" && "exported" in found) rules.push(runnable(file, found.exported as FileRule, failures));
  }
  return { rules, diagnostics: () => [...invalid, ...[...failures].map(([file, each]) => failureOf(file, each))] };
}

/** Loads the rules in files of a project with `importRule`, which is `undefined` if code may not run. */
export async function importRules(
  config: Config,
  importRule: ((file: RuleFile) => Promise<ImportedRule>) | undefined,
): Promise<ImportedRules> {
  if (importRule === undefined) return undefined;
  const imported = enabledRuleFiles(config).map(async (file) => [file, await importRule(file)] as const);
  return new Map(await Promise.all(imported));
}

/** The files whose rules are not turned off. */
export function enabledRuleFiles(config: Config): RuleFile[] {
  return config.ruleFiles.filter(({ code }) => isEnabled({ set: "recommended", code }, undefined, config));
}

/** The files whose rules have an error as a severity, for the whole project or a part of it. */
export function ruleFilesWithErrors(config: Config): RuleFile[] {
  return enabledRuleFiles(config).filter(({ code }) => {
    const { project, parts } = configuredSeverities(config, code);
    return [project, ...parts, config.locked.get(code)?.severity].includes("error");
  });
}

/** The findings about the names of the files: `codes` are those that findings of other origin have. */
export function checkRuleFiles({ ruleFiles, assertions }: Config, codes: ReadonlySet<string>): Diagnostic[] {
  const isTaken = (code: string) => codes.has(code) || assertions.some(({ name }) => name === code);
  return ruleFiles.filter(({ code }) => isTaken(code)).map(({ code, origin }) => diagnostic(takenName, { name: code }, origin));
}

/** The code of the findings of a rule in a file, as far as it is known without the file. */
export function codeOfRuleFile({ code, path }: RuleFile): Code<RuleFinding> & RuleEntry {
  return {
    code,
    severity: "warning",
    set: "recommended",
    summary: `what the rule in \`${path}\` finds`,
    price: 0,
    message: ({ message }) => message,
    help: `This is the rule in "${path}".`,
  };
}

function runnable(file: RuleFile, rule: FileRule, failures: Map<RuleFile, Failures>): RunnableRule {
  const code = { ...codeOfRuleFile(file), summary: rule.summary, help: rule.help };

  /** The findings of one call. Those before a failure count. */
  function found(visited: Partial<VisitedTool>, visit: () => Iterable<RuleFinding> | undefined, placeOf: PlaceOf): Diagnostic[] {
    const findings: RuleFinding[] = [];
    try {
      for (const each of atOnce(visit()) ?? []) findings.push(checked(each));
    } catch (error) {
      const where = visited.tool?.name ?? visited.toolset?.name;
      const known = failures.get(file) ?? { count: 0, first: textOfError(error), where };
      failures.set(file, { ...known, count: known.count + 1 });
    }
    return findings.map((finding) => diagnostic(code, finding, placeOf(finding.at)));
  }

  const ofTool = (tool: Tool, toolset: Toolset) => {
    const view = viewOf(toolset);
    const seen = view.tools.get(tool);
    if (seen === undefined) throw new Error(`The view of "${toolset.name}" has no tool "${tool.id}".`);
    return { tool: seen, toolset: view.toolset };
  };
  const { toolset: ofToolset, tool: visitTool, parameter, text } = rule;
  return {
    ...code,
    visitors: {
      ...(ofToolset && {
        toolset: (toolset) =>
          found(
            { toolset },
            () => ofToolset(viewOf(toolset).toolset),
            (at) => placeInToolset(toolset, at),
          ),
      }),
      ...(visitTool && {
        tool: ({ tool, toolset }) =>
          found(
            { tool, toolset },
            () => visitTool(ofTool(tool, toolset)),
            (at) => placeInTool(tool, at ?? []) ?? tool.origin,
          ),
      }),
      ...(parameter && {
        parameter: ({ tool, toolset, name, schema, isRequired, place }) =>
          found(
            { tool, toolset },
            () => parameter({ ...ofTool(tool, toolset), name, schema, isRequired }),
            (at) => placeInTool(tool, at ?? []) ?? place(),
          ),
      }),
      ...(text && {
        text: ({ tool, toolset, text: written, subject, place }) => {
          const seen = tool === undefined ? { tool, toolset: viewOf(toolset).toolset } : ofTool(tool, toolset);
          return found({ ...(tool && { tool }), toolset }, () => text({ ...seen, text: written, subject: subject() }), place);
        },
      }),
    },
  };
}

type PlaceOf = (at: RuleFinding["at"]) => Place;

/** The place of a part of a tool that has one in the authored files; `undefined` for the other parts. */
function placeInTool(tool: Tool, [part, ...rest]: readonly (string | number)[]): Place | undefined {
  if (part === "input" || part === "output") return originOf(tool[part], rest);
  return part === "description" ? placeOfDescription(tool) : undefined;
}

function placeInToolset(toolset: Toolset, [part, name, ...rest]: readonly (string | number)[] = []): Place {
  const schema = part === "schemas" ? toolset.schemas.get(String(name)) : undefined;
  const tool = part === "tools" ? toolset.tools[Number(name)] : undefined;
  if (tool !== undefined) return placeInTool(tool, rest) ?? tool.origin;
  return schema === undefined ? toolset.origin : originOf(schema, rest);
}

/** What a rule has returned. A promise is not waited for, and its failure must not end the process. */
function atOnce(returned: Iterable<RuleFinding> | undefined): Iterable<RuleFinding> | undefined {
  const isPromise = returned instanceof Promise;
  if (isPromise) returned.catch(() => {});
  if (isPromise || (typeof returned === "object" && returned !== null && Symbol.asyncIterator in returned))
    throw new TypeError("the function is asynchronous, and rules are not waited for");
  return returned;
}

/** A finding as a rule has returned it, which is checked, since its file may have no types. */
function checked({ message, at }: RuleFinding): RuleFinding {
  if (typeof message !== "string") throw new TypeError("a finding without a `message` was returned");
  if (at === undefined) return { message };
  const isPath = Array.isArray(at) && at.every((step) => typeof step === "string" || typeof step === "number");
  if (!isPath) throw new TypeError("`at` of a finding is not a list of names and numbers");
  return { message, at };
}

function failureOf(file: RuleFile, { count, first, where }: Failures): Diagnostic {
  const of = where === undefined ? "" : ` for "${where}"${count > 1 ? ` and ${count - 1} more` : ""}`;
  const help = "Its other findings are shown. What a rule gets is frozen: it cannot change what is compiled. Correct the rule.";
  return diagnostic({ ...codeOfRuleFile(file), help }, { message: `The rule "${file.code}" failed${of}: ${first}` }, file.origin);
}

function textOfError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
