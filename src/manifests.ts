import type { Program } from "./ir/ir.ts";
import type { Manifest } from "./runtime/manifest.ts";
import { layOut } from "./targets/layout.ts";
import { manifestOf } from "./targets/manifest.ts";

/** The manifest of each toolset of a program, as in `toolset.json`, for programs that run tools without generated code. */
export function manifestsOf(program: Program): Manifest[] {
  // A test validates it against the published schema of manifests, from which the type is generated.
  return layOut(program).map(({ toolset }) => manifestOf(toolset) as object as Manifest);
}
