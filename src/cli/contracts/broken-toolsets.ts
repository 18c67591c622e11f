import type { Compilation } from "../../compile.ts";
import type { Finding } from "../../findings/finding.ts";
import { severityIn } from "../../findings/severities.ts";
import type { ToolsetOwner } from "../../findings/toolset-owners.ts";
import { sanitizeName } from "../../source/text/sanitize-name.ts";
import { exitCodes } from "../exit-codes.ts";
import { exitCodeOf } from "../report/print.ts";
import { errorsOfCompiling } from "../report/shown-findings.ts";

/** The toolsets of a project that did not compile, or of which a part did not. Nothing is known of the tools that they lack. */
export interface BrokenToolsets {
  /** One name of each that did not compile, for messages. */
  readonly titles: readonly string[];
  /** All names of those that did not compile. */
  readonly refused: ReadonlySet<string>;
  /** The names of the contracts of those that compiled in part. */
  readonly incomplete: ReadonlySet<string>;
  /** All names of all, also those that their contracts would have. */
  readonly names: ReadonlySet<string>;
  /** Whether the name of each refused one is known. A definition that cannot be parsed may have another name than its file. */
  readonly areNamed: boolean;
}

/** Finds the toolsets whose contracts do not exist or may lack tools, which must not be reported as removed or added. */
export function brokenToolsets({ project, refused, diagnostics, owners }: Compilation): BrokenToolsets {
  const severityOf = severityIn(project.config);
  const failing = diagnostics.filter((found) => severityOf(found) === "error").map((found) => ({ ...found, severity: "error" as const }));
  const withErrors = new Set(errorsOfCompiling(failing, { project }).flatMap((found) => owners.of(found)));
  const trees = new Set(refused.map(({ tree }) => tree));
  const isRefused = ({ tree }: ToolsetOwner) => trees.has(tree);
  const isBroken = (owner: ToolsetOwner) => isRefused(owner) || withErrors.has(owner) || (owner.toolset?.account.failed ?? 0) > 0;
  const broken = owners.all.filter((owner) => project.requested.has(owner.tree) && isBroken(owner));
  const withoutContract = broken.filter(isRefused);
  const withContract = broken.filter((owner) => !isRefused(owner));
  return {
    titles: [...new Set(withoutContract.map(({ names: [title = ""] }) => title))],
    refused: namesOf(withoutContract),
    incomplete: new Set(withContract.flatMap(({ toolset }) => toolset?.name ?? [])),
    names: namesOf(broken),
    areNamed: withoutContract.every(({ isNamed }) => isNamed),
  };
}

function namesOf(owners: readonly ToolsetOwner[]): ReadonlySet<string> {
  return new Set(owners.flatMap(({ names }) => [...names, ...names.map(sanitizeName)]));
}

/**
 * Whether errors are about the whole project, or nothing compiled, so that nothing can be compared. Otherwise, only the toolsets with errors
 * are not.
 */
export function isNothingComparable(compilation: Compilation, findings: readonly Finding[]): boolean {
  const errors = errorsOfCompiling(findings, compilation);
  const { names } = brokenToolsets(compilation);
  return errors.length > 0 && (compilation.summary.toolsets.length === 0 || errors.some((error) => !isOf(error, names)));
}

/**
 * The exit code of a command that looks at what compiles. Errors of toolsets that did not compile mean that nothing else is known of these,
 * if other toolsets did.
 */
export function exitCodeOfSeen(compilation: Compilation, findings: readonly Finding[]): number {
  const exitCode = exitCodeOf(findings);
  if (exitCode !== exitCodes.findings || compilation.summary.toolsets.length === 0) return exitCode;
  const { refused } = brokenToolsets(compilation);
  const isSeen = findings.some((finding) => finding.severity === "error" && !isOf(finding, refused));
  return isSeen ? exitCode : exitCodes.unchecked;
}

function isOf({ toolsets }: Finding, names: ReadonlySet<string>): boolean {
  return toolsets.length > 0 && toolsets.every((name) => names.has(name));
}
