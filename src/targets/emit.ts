import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Program, ToolsetSummary } from "../ir/ir.ts";
import type { RequestedTarget } from "../project/config.ts";
import type { JsonObject } from "../source/json/json.ts";
import { type EmittedFiles, removeClashes } from "./clashing-outputs.ts";
import { unknownTarget } from "./codes.ts";
import { targets } from "./index.ts";
import { originInEntry, resolveOptions } from "./resolve-options.ts";
import { type Emission, emitInSteps, type File, type FileSummary, type Target } from "./target.ts";

/** The valid names for `Settings.targets`. */
export const targetNames: readonly string[] = targets.map(({ name }) => name);

/** The files that a target emits for one `RequestedTarget`. */
export interface Output {
  readonly target: string;
  /** The output folder, as written in the configuration. */
  readonly out: string;
  readonly files: readonly File[];
  /** The files of the restored toolsets, which a former run emitted. */
  readonly restored: readonly FileSummary[];
}

/** A requested target with its options and loaded data. */
export interface PreparedTarget {
  readonly entry: RequestedTarget;
  readonly target: Target;
  readonly options: JsonObject;
  /** The result of the target's `prepare`. */
  readonly resources: unknown;
}

/**
 * The entries of the configuration for the targets with these names; all entries if there are no names. A target that the configuration
 * does not contain has default options.
 */
export function selectTargets(configured: readonly RequestedTarget[], names: readonly string[]): readonly RequestedTarget[] {
  if (names.length === 0) return configured;
  return names.flatMap((target) => {
    const entries = configured.filter((entry) => entry.target === target);
    return entries.length > 0 ? entries : [{ target, out: "generated", options: {}, origin: undefined }];
  });
}

/** Resolves the options of the requested targets and loads their data. `defaults` returns the default options for an output folder. */
export async function prepareTargets(
  requested: readonly RequestedTarget[],
  defaults: (out: string, options: JsonObject) => JsonObject,
): Promise<Outcome<PreparedTarget[]>> {
  const value: PreparedTarget[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of requested) {
    const target = targets.find(({ name }) => name === entry.target);
    if (target === undefined) {
      const known = targets.map(({ name }) => name);
      const params = { name: entry.target, known, near: nearest(entry.target, known) };
      diagnostics.push(diagnostic(unknownTarget, params, originInEntry(entry, ["target"])));
      continue;
    }
    const options = resolveOptions(target, entry, { targets, defaults: defaults(entry.out, entry.options) });
    diagnostics.push(...options.diagnostics);
    if (options.value !== undefined)
      value.push({ entry, target, options: options.value, resources: await target.prepare?.(options.value) });
  }
  return { value, diagnostics };
}

/** The files that targets emitted. */
export interface Emitted extends Outcome<Output[]> {
  /**
   * Whether a file has the path of a file of a restored toolset, or has another content than a file of another target with the same path.
   * The files are then those of no run that compiles all toolsets.
   */
  readonly hasClashes: boolean;
}

/**
 * Emits the files of each target. If two targets write different content to the same path, the files of the later target are omitted.
 * `restored` are the toolsets of `summary` that are not in `program`, with their files for each target, which are not emitted again.
 */
export function emit(
  { program, summary }: Pick<Emission, "program" | "summary">,
  prepared: readonly PreparedTarget[],
  restored: readonly { readonly files: readonly (readonly FileSummary[])[] }[],
): Emitted {
  const made: EmittedFiles[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, { entry, target, options, resources }] of prepared.entries()) {
    const known = restored.flatMap(({ files }) => files[index] ?? []);
    const emission = { program, summary, restored: known };
    const outcome = target.steps ? emitInSteps(target.steps, emission, options, resources) : target.emit(program, options, resources);
    made.push({ entry, files: outcome.value, restored: known });
    diagnostics.push(...outcome.diagnostics);
  }
  const remaining = removeClashes(made);
  const paths = new Set(made.flatMap(({ restored }) => restored.map(({ path }) => path)));
  return {
    value: remaining.value.map(({ entry: { target, out }, files, restored }) => ({ target, out, files, restored })),
    diagnostics: [...diagnostics, ...remaining.diagnostics],
    hasClashes: remaining.value.length < made.length || made.some(({ files }) => files.some(({ path }) => paths.has(path))),
  };
}

/**
 * Emits the files of the requested toolsets, and the files about several toolsets, which list the requested toolsets and those whose files
 * already exist. `all` has all toolsets: file names depend on all of them, so the files of all toolsets that are not restored are emitted and
 * then filtered.
 */
export function emitPart(
  all: Pick<Emission, "program" | "summary"> & { readonly restored: readonly EmittedToolset[] },
  requested: Program,
  prepared: readonly PreparedTarget[],
  isThere: (out: string, path: string) => boolean,
): Emitted {
  const emitOf = ({ program, summary, restored }: typeof all) => emit({ program, summary }, prepared, restored);
  const whole = emitOf(all);
  const known = whole.value.flatMap(({ out, files, restored }) =>
    [...files, ...restored].flatMap(({ path, toolset }) => (toolset !== undefined && isThere(out, path) ? [toolset] : [])),
  );
  const names = new Set(requested.toolsets.map(({ name }) => name));
  const present = new Set([...names, ...known]);
  const toolsets = all.summary.toolsets.filter(({ name }) => present.has(name));
  const emitted =
    toolsets.length === all.summary.toolsets.length
      ? whole
      : emitOf({
          program: { ...all.program, toolsets: all.program.toolsets.filter(({ name }) => present.has(name)) },
          summary: { ...all.summary, toolsets },
          restored: all.restored.filter(({ summary: { name } }) => present.has(name)),
        });
  const isOfPart = ({ toolset }: FileSummary) => toolset === undefined || names.has(toolset);
  return {
    ...emitted,
    hasClashes: whole.hasClashes || emitted.hasClashes,
    value: emitted.value.map((output) => ({ ...output, files: output.files.filter(isOfPart), restored: [] })),
  };
}

/** A toolset whose files a former run emitted, for each target. */
interface EmittedToolset {
  readonly summary: Pick<ToolsetSummary, "name">;
  readonly files: readonly (readonly FileSummary[])[];
}
