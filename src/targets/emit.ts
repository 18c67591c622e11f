import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Program, ProgramSummary } from "../ir/ir.ts";
import type { JsonObject } from "../source/json/json.ts";
import { type EmittedFiles, removeClashes } from "./clashing-outputs.ts";
import { unknownTarget } from "./codes.ts";
import { targets } from "./index.ts";
import { layOut } from "./layout.ts";
import { originInEntry, type RequestedTarget, resolveOptions } from "./resolve-options.ts";
import type { File, FileSummary, Target } from "./target.ts";

/** The files that a target emits for one `RequestedTarget`. */
export interface Output {
  readonly target: string;
  /** The output folder, as written in the configuration. */
  readonly out: string;
  readonly files: readonly File[];
}

/** A requested target with its options and loaded data. */
export interface PreparedTarget {
  readonly entry: RequestedTarget;
  readonly target: Target;
  readonly options: JsonObject;
  /** The result of the target's `prepare`. */
  readonly resources: unknown;
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

/** Emits the files of each target. If two targets write different content to the same path, the files of the later target are omitted. */
export function emit(program: Program, prepared: readonly PreparedTarget[]): Outcome<Output[]> {
  const emitted: EmittedFiles[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { entry, target, options, resources } of prepared) {
    const outcome = target.emit(program, options, resources);
    emitted.push({ entry, files: outcome.value });
    diagnostics.push(...outcome.diagnostics);
  }
  const remaining = removeClashes(emitted);
  return {
    value: remaining.value.map(({ entry: { target, out }, files }) => ({ target, out, files })),
    diagnostics: [...diagnostics, ...remaining.diagnostics],
  };
}

/**
 * Emits the files of the compiled toolsets and the files about all toolsets together. `restored` has, for each target, the files of the
 * toolsets that were not compiled. The result is `undefined` if a target has no `steps`, or if two files would have the same path.
 */
export function emitBeside(
  { program, summary }: { readonly program: Program; readonly summary: ProgramSummary },
  prepared: readonly PreparedTarget[],
  restored: readonly (readonly FileSummary[])[],
): Outcome<Output[]> | undefined {
  const made: EmittedFiles[] = [];
  const diagnostics: Diagnostic[] = [];
  const layouts = layOut(program, summary);
  const outline = { layouts: layOut(summary), agents: summary.agents, folder: summary.folder };
  for (const [index, { entry, target, options, resources }] of prepared.entries()) {
    const { steps } = target;
    if (steps === undefined) return undefined;
    const emitted = layouts.map((layout) => steps.emitToolset(layout, program, options, resources));
    const files = emitted.flatMap(({ value }) => value);
    const others = restored[index] ?? [];
    const about = steps.emitProgram?.({ ...outline, files: [...files, ...others] }, options, resources) ?? [];
    made.push({ entry, files: [...files, ...about] });
    diagnostics.push(...emitted.flatMap((each) => each.diagnostics));
  }
  const together = removeClashes(made);
  const paths = new Set(restored.flatMap((files) => files.map(({ path }) => path)));
  const isClash = together.value.length < made.length || made.some(({ files }) => files.some(({ path }) => paths.has(path)));
  return isClash ? undefined : { value: made.map(({ entry: { target, out }, files }) => ({ target, out, files })), diagnostics };
}
