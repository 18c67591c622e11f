import { sha256 } from "../../source/text/hash.ts";
import { type Contracts, comparableContracts } from "../compare/comparable-contracts.ts";
import { type ChangedText, changedTexts, textsDigest } from "./changed-texts.ts";

/** What a model reads otherwise of a toolset whose texts others wrote. */
export interface TextReview {
  readonly toolset: string;
  /**
   * `source`: the document of the others changed, so that a person must read the texts. `compiler`: only another version of the compiler made
   * other texts, or made a contract that does not say from which document.
   */
  readonly cause: "source" | "compiler";
  readonly texts: readonly ChangedText[];
  /** A hash of all texts of the toolset. To accept it accepts exactly these texts. */
  readonly fingerprint: string;
}

/**
 * The changed texts of a toolset whose document others wrote. Without one, the author of the change wrote them. A new toolset is reviewed
 * together with its definition.
 */
export function reviewTexts(name: string, former: Contracts, next: Contracts): TextReview[] {
  const { was, is } = comparableContracts(name, former, next);
  const [before, after] = [former.sources.get(name), next.sources.get(name)];
  // Others still wrote the texts if the change that brought them also removes where they came from.
  if (was === undefined || is === undefined || (before ?? after) === undefined) return [];
  // Locks of toolsetc before 0.3 contain neither who uses the tools nor a digest of the document.
  const isKnown = before !== undefined || former.uses.has(name);
  const isOfOther = former.compilers.get(name) !== next.compilers.get(name);
  if (before === after && !isOfOther) return [];
  const cause = isOfOther && (before === after || !isKnown) ? "compiler" : "source";
  const texts = changedTexts(was, is);
  // Not shortened as other fingerprints are: who writes both texts could find two with the same beginning.
  const fingerprint = sha256(["texts", name, textsDigest(is)].join("\0"));
  return texts.length === 0 ? [] : [{ toolset: name, cause, texts, fingerprint }];
}
