import type { Part } from "../call.ts";
import { allKeywords } from "../schema/keywords/all.ts";

/** What every tool had before it was a part: `defineTool` adds it, so that modules that were generated then work as before. */
export const formerParts: Part = allKeywords;
