import type { Diagnostic, Severity } from "../diagnostic/diagnostic.ts";
import { isInternal } from "../diagnostic/internal-error.ts";
import type { Config } from "../project/config.ts";
import { globOf } from "../source/text/glob.ts";
import { writtenTree } from "../source/tree.ts";

/**
 * Returns a function that finds the severity that the configuration sets for a finding: for its file, else for its toolset, else for the
 * project. If the configuration sets none, a finding with a code in `optional` is off, and any other finding keeps its severity. If a
 * finding concerns several toolsets, the highest of their severities applies. A bug of the compiler is always an error.
 */
export function severityIn(
  { severities, overrides, pathSeverities }: Config,
  optional: ReadonlySet<string>,
): (found: Diagnostic) => Severity | "off" {
  const paths = pathSeverities.map((entry) => ({ matches: globOf(entry.path), severities: entry.severities })).reverse();
  return (found) => {
    const { code, toolset, sharedBy = [], place } = found;
    if (isInternal(found)) return found.severity;
    const { path } = writtenTree(place.tree).source;
    const ofPath = paths.find(({ matches, severities }) => severities.has(code) && matches(path))?.severities.get(code)?.value;
    if (ofPath !== undefined) return ofPath;
    const ofProject = severities.get(code)?.value ?? (optional.has(code) ? "off" : found.severity);
    const ofToolsets = (toolset === undefined ? sharedBy : [toolset]).map(
      (name) => overrides.get(name)?.severities.get(code)?.value ?? ofProject,
    );
    return ofToolsets.length === 0 ? ofProject : highest(ofToolsets);
  };
}

const ascending = ["off", "note", "warning", "error"] as const;

function highest(severities: readonly (Severity | "off")[]): Severity | "off" {
  return ascending.findLast((severity) => severities.includes(severity)) ?? "off";
}
