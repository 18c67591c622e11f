import { findMissingCredentials } from "../auth/authenticate.ts";
import { otherKinds } from "../auth/other-schemes.ts";
import { referencedSecrets } from "../auth/references.ts";
import type { Part } from "../call.ts";
import { allKeywords } from "../schema/keywords/all.ts";
import { withAdvice } from "./uncertain-call.ts";

/** What tools had before it was a part: `defineTool` adds it, so that modules that were generated then work as before. */
export const formerParts: Part = {
  missingCredentials: findMissingCredentials,
  otherSchemes: otherKinds,
  secretReferences: referencedSecrets,
  advice: withAdvice,
  ...allKeywords,
};
