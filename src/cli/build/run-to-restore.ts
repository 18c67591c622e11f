import { resolve } from "node:path";
import type { FolderOutput } from "../../host/output/plan.ts";
import type { Written } from "../../host/output/write.ts";
import type { ToolsetsOfRun, WrittenFolder } from "../../host/output/written-run.ts";
import type { StoredToolset } from "../../incremental/stored-toolsets.ts";
import { outputPath } from "../project/open.ts";
import type { BuiltProject } from "./compile-project.ts";
import type { PreparedCompile } from "./prepare-compile.ts";

/** The toolsets of a build that the next build may restore, and the files that the build wrote. */
export function runToRestore(
  { compilation, toStore, shown, outputs, written }: BuiltProject,
  { opened, flags }: PreparedCompile,
): ToolsetsOfRun<StoredToolset> & { readonly outputs: readonly WrittenFolder[] } {
  return {
    outputs: written.map((each) => ({ folder: each.folder, ...filesOf(each, outputs), hashes: each.hashes })),
    folders: compilation.outputs.map(({ out }) => outputPath(flags.out, out, opened)),
    toolsets: toStore(shown.byDiagnostic),
  };
}

function filesOf({ folder, kept }: Written, outputs: readonly FolderOutput[]): Pick<WrittenFolder, "files" | "restored"> {
  const own = outputs.filter(({ out }) => resolve(out) === folder);
  return {
    files: [...own.flatMap(({ files }) => files.map(({ path }) => path)), ...kept],
    restored: own.flatMap(({ restored }) => restored?.paths ?? []),
  };
}
