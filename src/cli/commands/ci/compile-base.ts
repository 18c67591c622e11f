import { recordReads } from "../../../host/reads.ts";
import { compileChanged } from "../../../incremental/compile-changed.ts";
import type { StoredToolset } from "../../../incremental/stored-toolsets.ts";
import type { Settings } from "../../../settings.ts";
import type { CompileBase } from "../../contracts/read-base.ts";

/**
 * Compiles the base of a pull request with its findings, except for the toolsets that the pull request does not change: their contracts and
 * findings are those of the pull request, which is compiled already with these `settings`. `known` returns its toolsets, as a later run
 * could restore them.
 */
export function compileBase(
  { baseline, targetDefaults, importRule }: Pick<Settings, "baseline" | "targetDefaults" | "importRule">,
  known: () => readonly StoredToolset[],
): CompileBase {
  return async (host, given) => {
    const byKey = new Map(
      known()
        .filter(hasNoErrors)
        .map((toolset) => [toolset.key, toolset]),
    );
    const recording = recordReads(host);
    // The pull request was compiled with the baseline among its files, so it belongs to the keys of its toolsets.
    if (typeof baseline === "object") await recording.read(baseline.path);
    // The rules of the pull request run over the tools of the base, too: no code of another revision runs.
    const options = { ...given, targetDefaults, importRule, readsTexts: () => false };
    return (await compileChanged(recording, options, (key) => byKey.get(key))).compilation;
  };
}

/** A toolset with errors may not be comparable, which only its diagnostics say. */
function hasNoErrors({ findings }: StoredToolset): boolean {
  return findings.every(({ severity }) => severity !== "error");
}
