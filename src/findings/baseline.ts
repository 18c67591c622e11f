import { diagnostic } from "../diagnostic/diagnostic.ts";
import { isInternal } from "../diagnostic/internal-error.ts";
import { printableJson } from "../diagnostic/printable.ts";
import type { Config } from "../project/config/config.ts";
import type { LoadSettings } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import { isArray, isObject, type Json, member } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { originOfValue, type Tree } from "../source/tree.ts";
import { unusedBaselineEntry } from "./codes.ts";
import type { Finding, SuppressedFinding } from "./finding.ts";
import type { RemainingFindings } from "./suppressed-findings.ts";

/** A finding in a baseline. Only its fingerprint is compared; the other members are for people who read the file. */
export interface BaselineEntry {
  /** The path of the file, relative to the root of the project. */
  readonly file: string;
  readonly code: string;
  readonly message: string;
  readonly fingerprint: string;
}

/** The baseline that a run uses; `undefined` if it uses none, or if the file does not exist. */
export function baselineIn({ files, config }: Project, chosen: LoadSettings["baseline"]): Tree | undefined {
  const path = baselinePath(config, chosen);
  return path === undefined ? undefined : files.get(path);
}

/** The path of the baseline that a run uses, relative to the project's root; `undefined` if it uses none. */
export function baselinePath({ baseline }: Pick<Config, "baseline">, chosen: LoadSettings["baseline"]): string | undefined {
  if (typeof chosen === "object") return chosen.path;
  return chosen === "configured" ? baseline?.value : undefined;
}

/** The entries of a baseline file; `undefined` if the file is not a baseline. */
export function baselineEntries({ data }: Tree): readonly BaselineEntry[] | undefined {
  const findings = member(data, "findings");
  return isArray(findings) && findings.every(isEntry) ? findings : undefined;
}

function isEntry(value: Json): value is Json & BaselineEntry {
  return isObject(value) && ["file", "code", "message", "fingerprint"].every((name) => typeof value[name] === "string");
}

/**
 * The text of a baseline file. The entries are sorted, and each is on one line, so that a diff shows which entries are added and removed.
 */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const lines = [...entries]
    .sort(
      (a, b) =>
        compareText(a.file, b.file) ||
        compareText(a.code, b.code) ||
        compareText(a.message, b.message) ||
        compareText(a.fingerprint, b.fingerprint),
    )
    .map(({ file, code, message, fingerprint }) => `    ${printableJson({ file, code, message, fingerprint }).replaceAll(/\n */g, " ")}`);
  return `{\n  "formatVersion": "1.0",\n  "findings": [${lines.length === 0 ? "" : `\n${lines.join(",\n")}\n  `}]\n}\n`;
}

/**
 * Suppresses the findings that a baseline contains. An entry that matches no finding is reported if this run has searched for findings with
 * the entry's diagnostic code.
 */
export function suppressByBaseline(findings: readonly Finding[], tree: Tree, searched: ReadonlySet<string>): RemainingFindings {
  const entries = baselineEntries(tree) ?? [];
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  const isKnown = (finding: Finding) => isBaselined(finding) && fingerprintsOf(finding).some((one) => known.has(one));
  const suppressed = findings
    .filter(isKnown)
    .map((finding): SuppressedFinding => ({ ...finding, suppression: { kind: "baseline", reason: "" } }));
  const found = new Set(suppressed.flatMap(fingerprintsOf));
  const unused = entries.flatMap((entry, index) =>
    searched.has(entry.code) && !found.has(entry.fingerprint) ? [{ ...entry, index }] : [],
  );
  const diagnostics = [...new Set(unused.map(({ file }) => file))].flatMap((file) => {
    const [first, ...others] = unused.filter((entry) => entry.file === file);
    if (first === undefined) return [];
    const params = { code: first.code, file, count: others.length + 1 };
    return [diagnostic(unusedBaselineEntry, params, originOfValue(tree, ["findings", first.index]))];
  });
  return { findings: findings.filter((finding) => !isKnown(finding)), suppressed, diagnostics };
}

/**
 * The fingerprints by which an entry can mean a finding: that of its cause, which a baseline lists once for all its places, and that of its
 * place, which baselines of toolsetc before 0.3 list.
 */
function fingerprintsOf({ cause, fingerprint }: Finding): readonly [string, ...string[]] {
  return cause === undefined ? [fingerprint] : [cause, fingerprint];
}

/**
 * Whether a baseline may hide a finding. It never hides a finding about a flag or the configuration, because the run did not do what was
 * requested, or about a bug of the compiler. It never hides a note, because a note does not fail a run.
 */
function isBaselined({ code, severity, isUsage }: Finding): boolean {
  return severity !== "note" && !isUsage && !isInternal({ code });
}

/**
 * The entries of a baseline after a run. An entry whose finding no longer exists is removed if the run has searched for findings with its
 * diagnostic code, or if there is no such code. New findings are added only if `mayGrow` is true.
 */
export function updatedEntries(
  entries: readonly BaselineEntry[],
  findings: readonly Finding[],
  { searched, codes, mayGrow }: { readonly searched: ReadonlySet<string>; readonly codes: ReadonlySet<string>; readonly mayGrow: boolean },
): BaselineEntry[] {
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  const baselined = findings.filter(isBaselined);
  // In reverse, so that the entry of a cause has the message of its first place.
  const present = new Map(
    [...baselined].reverse().flatMap((finding) => {
      const { mark, code, message } = finding;
      return fingerprintsOf(finding).map((fingerprint) => [fingerprint, { file: mark.file, code, message, fingerprint }]);
    }),
  );
  const isUnchecked = ({ code }: BaselineEntry) => codes.has(code) && !searched.has(code);
  const kept = entries.flatMap((entry) => present.get(entry.fingerprint) ?? (isUnchecked(entry) ? [entry] : []));
  const unknown = baselined.map(fingerprintsOf).filter((all) => !all.some((one) => known.has(one)));
  const added = mayGrow ? [...new Set(unknown.map(([first]) => first))].flatMap((fingerprint) => present.get(fingerprint) ?? []) : [];
  return [...kept, ...added];
}
