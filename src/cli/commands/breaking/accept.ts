import { type AcceptedChange, withAcceptance } from "../../../contract/changes/accepted.ts";
import type { Change } from "../../../contract/changes/change.ts";
import type { TextReview } from "../../../contract/texts/review-texts.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import { writeTexts } from "../../../host/write-texts.ts";
import type { ComparedProject } from "../../contracts/compare-with-base.ts";
import type { Accepted } from "../../contracts/find-changes.ts";
import { fullTexts } from "../../contracts/text-findings.ts";
import { exitCodes } from "../../exit-codes.ts";
import { print } from "../../report/print.ts";
import { fromHere } from "../../report/with-paths.ts";
import { UsageError } from "../../usage-error.ts";

interface Request {
  /** The fingerprints of changes. */
  readonly accept: readonly string[];
  /** The names of toolsets whose new texts are accepted. */
  readonly acceptTexts: readonly string[];
  readonly reason: string;
}

/** Records all that is requested, or nothing if a fingerprint is unknown or a toolset has no new texts. Prints each text in full. */
export function accept({ next, changes, reviews }: ComparedProject, accepted: Accepted, request: Request): number {
  const { accept: fingerprints, acceptTexts: toolsets, reason } = request;
  const breaking = changes.filter(({ grade }) => grade !== "compatible");
  const ofOthers = reviews.filter(({ cause }) => cause === "source");
  const unknown = [
    ...fingerprints
      .filter((one) => !breaking.some(({ fingerprint }) => fingerprint === one))
      .map((one) => unknownFingerprint(one, breaking)),
    ...toolsets.filter((one) => !ofOthers.some(({ toolset }) => toolset === one)).map((one) => withoutTexts(one, ofOthers)),
  ];
  if (unknown.length > 0) throw new UsageError(unknown.join("\n"));
  const texts = ofOthers.filter(({ toolset }) => toolsets.includes(toolset));
  const requested = [
    ...breaking.filter(({ fingerprint }) => fingerprints.includes(fingerprint)).map((change) => entryOf(change, reason)),
    ...texts.map((review) => entryOfTexts(review, reason)),
  ];
  const known = new Set(accepted.entries.map(({ fingerprint }) => fingerprint));
  const added = requested.filter(({ fingerprint }) => !known.has(fingerprint));
  const { path, text } = accepted;
  if (added.length > 0) writeTexts(next.root, new Map([[path, added.reduce(withAcceptance, text)]]));
  for (const review of texts) print(fullTexts(review));
  for (const entry of requested)
    print(
      added.includes(entry)
        ? `Accepted in ${fromHere(path, next.root)}: ${entry.change}\n`
        : `This change is already accepted: ${entry.change}\n`,
    );
  return exitCodes.clean;
}

function entryOf({ fingerprint, toolset, tool, message }: Change, reason: string): AcceptedChange {
  return { fingerprint, tool: tool ?? toolset, change: message, reason };
}

function entryOfTexts({ fingerprint, toolset, texts }: TextReview, reason: string): AcceptedChange {
  const { length } = texts;
  return { fingerprint, tool: toolset, change: `${length === 1 ? "1 text" : `${length} texts`} of "${toolset}" changed.`, reason };
}

function unknownFingerprint(fingerprint: string, changes: readonly Change[]): string {
  const near = nearest(
    fingerprint,
    changes.map((each) => each.fingerprint),
  );
  const help = near === undefined ? "`toolsetc breaking` prints the fingerprints." : `Did you mean "${near}"?`;
  return `No change has the fingerprint "${fingerprint}". ${help}`;
}

function withoutTexts(toolset: string, reviews: readonly TextReview[]): string {
  const near = nearest(
    toolset,
    reviews.map((each) => each.toolset),
  );
  return `No text that others wrote for the toolset "${toolset}" is new.${near === undefined ? "" : ` Did you mean "${near}"?`}`;
}
