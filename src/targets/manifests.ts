import type { Program, Toolset } from "../ir/ir.ts";
import type { Manifest } from "../runtime/manifest.ts";
import { layOut } from "./layout.ts";
import { manifestOf } from "./manifest.ts";

/** The manifest of each toolset in the IR, as in `toolset.json`, for programs that run tools without generated code. */
export function manifestsOf(program: Program): Manifest[] {
  return layOut(program).map(({ toolset }) => runnableManifest(toolset));
}

/** The manifest of a toolset in the type of the run-time library. */
export function runnableManifest(toolset: Toolset): Manifest {
  // A test validates manifests against the published schema, from which the type is generated.
  return manifestOf(toolset) as object as Manifest;
}
