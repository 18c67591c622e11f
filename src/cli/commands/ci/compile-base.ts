import { recordReads } from "../../../host/reads.ts";
import { compileChanged } from "../../../incremental/compile-changed.ts";
import type { StoredToolset } from "../../../incremental/stored-toolsets.ts";
import type { CompileSettings } from "../../build/compile-settings.ts";
import type { CompileBase } from "../../contracts/read-base.ts";

interface Compiled extends Pick<CompileSettings, "settings" | "baseline"> {
  /** The toolsets of the pull request, as a later run could restore them. */
  readonly known: () => readonly StoredToolset[];
}

/**
 * Compiles the base of a pull request with its findings, except for the toolsets that the pull request does not change: their contracts and
 * findings are those of the pull request, which is compiled already.
 */
export function compileBase({ settings, baseline, known }: Compiled): CompileBase {
  return async (host, given) => {
    const byKey = new Map(
      known()
        .filter(hasNoErrors)
        .map((toolset) => [toolset.key, toolset]),
    );
    const recording = recordReads(host);
    // The pull request was compiled with the baseline among its files, so it belongs to the keys of its toolsets.
    if (baseline !== undefined) await recording.read(baseline);
    // The rules of the pull request run over the tools of the base, too: no code of another revision runs.
    const { targetDefaults, importRule } = settings;
    const cache = { reads: recording.reads, find: (key: string) => byKey.get(key) };
    return (await compileChanged(recording, { ...given, targetDefaults, importRule, readsTexts: () => false }, cache)).compilation;
  };
}

/** A toolset with errors may not be comparable, which only its diagnostics say. */
function hasNoErrors({ findings }: StoredToolset): boolean {
  return findings.every(({ severity }) => severity !== "error");
}
