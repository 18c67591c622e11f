import { type Acceptance, acceptedFile, readAcceptances } from "../../contract/changes/accepted.ts";
import { type Change, type SemverStep, semverStep } from "../../contract/changes/change.ts";
import { changeOrigin, toolsetChangeOrigin } from "../../contract/changes/change-origin.ts";
import { changeCodes, unusedAcceptance } from "../../contract/changes/codes.ts";
import { severities } from "../../contract/changes/grades.ts";
import type { TextReview } from "../../contract/texts/review-texts.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { originOfValue, type Tree } from "../../source/tree.ts";
import { fromHere } from "../report/with-paths.ts";
import { UsageError } from "../usage-error.ts";
import { type ComparedProject, isAllKnown, placeOfToolset } from "./compare-with-base.ts";
import type { PresentVersion } from "./compared-version.ts";
import { instructionsIn, textFindings } from "./text-findings.ts";

/** The changes of a project, and the diagnostics that `breaking` reports for them. */
export interface FoundChanges {
  readonly diagnostics: readonly Diagnostic[];
  /** The changes that are not accepted. */
  readonly open: readonly Change[];
  /** The reviews of changed texts that are not accepted. */
  readonly openReviews: readonly TextReview[];
  readonly accepted: Accepted;
  readonly data: ChangesData;
}

/** The changes in JSON output. */
export interface ChangesData {
  readonly base: string;
  readonly changes: readonly (Change & { readonly isAccepted: boolean })[];
  /** The changed texts of the toolsets whose texts others wrote. */
  readonly texts: readonly (TextReview & { readonly isAccepted: boolean })[];
  readonly versions: readonly { readonly toolset: string; readonly step: SemverStep }[];
}

/** Finds the changes that are not accepted, and the accepted changes that no longer exist. */
export async function findChanges(compared: ComparedProject): Promise<FoundChanges> {
  const { changes, reviews, next, base } = compared;
  const accepted = await readAccepted(next);
  const known = new Set(accepted.entries.map(({ fingerprint }) => fingerprint));
  const open = changes.filter((change) => !known.has(change.fingerprint));
  // Each of these texts is in the review of its toolset, which is open or accepted.
  const reviewed = new Set(reviews.map(({ toolset }) => toolset));
  const others = open.filter(({ kind, toolset }) => !reviewed.has(toolset) || (kind !== "changed-text" && kind !== "cautious-hint"));
  const openReviews = reviews.filter(({ fingerprint }) => !known.has(fingerprint));
  const toolsetOf = (name: string) => next.toolsets.find((toolset) => toolset.name === name);
  const diagnostics = [
    ...compared.diagnostics,
    ...others.flatMap((change) => diagnosticOf(change, compared)),
    ...openReviews.flatMap((review) => textFindings(review, toolsetOf(review.toolset))),
    ...(isAllKnown(compared) && next.isWhole ? unusedAcceptances(accepted, [...changes, ...reviews]) : []),
  ];
  const toolsets = new Set([...next.toolsets.map(({ name }) => name), ...changes.map(({ toolset }) => toolset)]);
  const data = {
    base: base.name,
    changes: changes.map((change) => ({ ...change, isAccepted: known.has(change.fingerprint) })),
    texts: reviews.map((review) => ({ ...review, isAccepted: known.has(review.fingerprint) })),
    versions: [...toolsets]
      .sort()
      .map((toolset) => ({ toolset, step: semverStep(changes.filter((change) => change.toolset === toolset)) })),
  };
  return { diagnostics, open, openReviews, accepted, data };
}

/** The diagnostic for a change. A compatible change has none. */
function diagnosticOf(change: Change, compared: ComparedProject): Diagnostic[] {
  const { kind, toolset, tool, message, uses } = change;
  const severity = severities[change.grade];
  if (severity === undefined || !(kind in changeCodes)) return [];
  const code = changeCodes[kind as keyof typeof changeCodes]; // The condition above checks that `kind` is a key.
  const own = compared.next.toolsets.find(({ name }) => name === toolset);
  const ownTool = own?.tools.find(({ name }) => name === (tool ?? uses[0]?.tool));
  const place =
    own === undefined
      ? placeOfToolset(toolset, compared)
      : ownTool === undefined
        ? toolsetChangeOrigin(change, own)
        : changeOrigin(change, { ...ownTool, shared: own.schemas });
  const owner = { toolset, ...(tool === undefined ? {} : { tool }) };
  const instructions = kind === "changed-text" ? instructionsIn(change.texts?.after ?? "", place, owner) : [];
  return [{ ...diagnostic(code, { what: message }, place, owner), severity }, ...instructions];
}

/** The file of the accepted changes, which `breaking --accept` writes. */
export interface Accepted {
  /** The path relative to the project's root. */
  readonly path: string;
  readonly text: string;
  readonly tree: Tree;
  readonly entries: readonly Acceptance[];
}

async function readAccepted({ host, root, lock }: PresentVersion): Promise<Accepted> {
  const path = `${lock}${acceptedFile}`;
  const content = await host.read(path);
  const text = typeof content === "string" ? "" : new TextDecoder().decode(content);
  const tree = parseTree({ path, text });
  const isEmpty = text.trim() === "";
  const entries = isEmpty ? [] : readAcceptances(tree.data);
  if (entries === undefined || (!isEmpty && tree.problems.length > 0))
    throw new UsageError(
      `${fromHere(path, root)} is not a list of accepted changes as \`toolsetc breaking --accept\` writes it. Each entry must have a fingerprint and a reason.`,
    );
  return { path, text, tree, entries };
}

function unusedAcceptances({ tree, entries }: Accepted, changes: readonly Pick<Change, "fingerprint">[]): Diagnostic[] {
  const needed = new Set(changes.map(({ fingerprint }) => fingerprint));
  return entries.flatMap(({ fingerprint }, index) =>
    needed.has(fingerprint) ? [] : [diagnostic(unusedAcceptance, { fingerprint }, originOfValue(tree, [index, "fingerprint"]))],
  );
}
