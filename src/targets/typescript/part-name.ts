import type * as library from "../../runtime/parts.ts";

/** The names of the parts of the run-time library that a module can import. */
export type PartName = Exclude<keyof typeof library, "allParts">;
