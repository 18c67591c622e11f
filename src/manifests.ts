import type { Program } from "./ir/ir.ts";
import type { Manifest } from "./runtime/manifest.ts";
import { layOut } from "./targets/layout.ts";
import { manifestFile } from "./targets/manifest.ts";

/** The manifest of each toolset of a program, as its file has it, for who carries tools out without generated code. */
export function manifestsOf(program: Program): Manifest[] {
  return layOut(program).map((layout) => JSON.parse(manifestFile(layout).text) as Manifest); // Read from what was just written as one.
}
