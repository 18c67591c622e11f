import type { Finding } from "../../../findings/finding.ts";

/** The findings of a project, without those that its base has too and that do not fail the run. */
export interface NewFindings {
  readonly shown: readonly Finding[];
  /** How many findings are not shown. */
  readonly hidden: number;
  /** How many of the shown findings the base has too. */
  readonly failing: number;
}

/** Separates findings by the fingerprints of those of the base. What fails the run is shown, also if it was there before. */
export function newFindings(
  findings: readonly Finding[],
  base: ReadonlySet<string>,
  { all = false, failOn = "error" }: { readonly all?: boolean; readonly failOn?: "error" | "warning" },
): NewFindings {
  const fails = ({ severity }: Finding) => severity === "error" || severity === failOn;
  const former = findings.filter(({ fingerprint }) => base.has(fingerprint));
  const hidden = all ? [] : former.filter((finding) => !fails(finding));
  return {
    shown: hidden.length === 0 ? findings : findings.filter((finding) => !hidden.includes(finding)),
    hidden: hidden.length,
    failing: former.filter(fails).length,
  };
}

/** Sentences about the findings that were there before: how many are not shown, and how many fail the run. */
export function formerTexts({ hidden, failing }: NewFindings): string[] {
  return [
    ...(hidden === 0 ? [] : [`${count(hidden)} there before; --all shows ${hidden === 1 ? "it" : "them"}.`]),
    ...(failing === 0
      ? []
      : [
          `${count(failing)} there before, but ${failing === 1 ? "fails" : "fail"} the run. A baseline can list ${failing === 1 ? "it" : "them"}.`,
        ]),
  ];
}

function count(findings: number): string {
  return findings === 1 ? "1 finding was" : `${findings} findings were`;
}
