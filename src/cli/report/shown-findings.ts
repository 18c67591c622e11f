import { resolve } from "node:path";
import { isInternal } from "../../diagnostic/internal-error.ts";
import type { Finding } from "../../findings/finding.ts";
import { type AllFindings, allFindingsOf } from "../../findings/findings-of.ts";
import { ruleCodes } from "../../rules/index.ts";
import type { Tree } from "../../source/tree.ts";
import { exitCodes } from "../exit-codes.ts";
import type { OpenedProject } from "../project/open.ts";
import { relativePath, terminal } from "../terminal.ts";
import { today } from "../today.ts";
import { withPaths } from "./with-paths.ts";

type Found = Parameters<typeof allFindingsOf>[0];

/**
 * The findings of a project, and separately those that a comment or the baseline suppresses. Their paths and their order are those of the
 * project; `fromWorkingDirectory` converts the paths once all findings are there.
 */
export function projectFindings(found: Found, baseline?: Tree): AllFindings {
  const all = allFindingsOf(found, { today: today(), baseline });
  // Every command gets its findings here, also one whose exit code does not depend on them.
  if (all.findings.some(isInternal)) terminal().exitCode = exitCodes.bug;
  return all;
}

/** Findings with paths relative to the working directory. */
export function fromWorkingDirectory(all: AllFindings, { root }: Pick<OpenedProject, "root">): AllFindings {
  const seen = (file: string) => fromHere(file, root);
  return {
    ...all,
    findings: all.findings.map((finding) => withPaths(finding, seen)),
    suppressed: all.suppressed.map((finding) => withPaths(finding, seen)),
  };
}

/** The findings of a project that are not suppressed, with paths relative to the working directory. */
export function shownFindings(found: Found, opened: Pick<OpenedProject, "root">): Finding[] {
  return allShownFindings(found, opened).findings;
}

/**
 * The errors that prevent tools from compiling. Errors of rules and assertions are omitted: they do not prevent tools from compiling, and `validate`
 * reports them.
 */
export function compileErrors(found: Found, opened: Pick<OpenedProject, "root">): Finding[] {
  const ofRules = new Set([...ruleCodes, ...found.project.config.assertions.map(({ name }) => name)]);
  return shownFindings(found, opened).filter(({ severity, code }) => severity === "error" && !ofRules.has(code));
}

/** All findings of a project, with paths relative to the working directory. */
export function allShownFindings(found: Found, opened: Pick<OpenedProject, "root">, baseline?: Tree): AllFindings {
  return fromWorkingDirectory(projectFindings(found, baseline), opened);
}

/** Converts the path of a project file to one relative to the working directory. */
export function fromHere(file: string, root: string): string {
  return relativePath(resolve(root, file));
}
