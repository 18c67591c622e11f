import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Program, ProgramSummary, ToolsetSummary } from "../ir/ir.ts";
import type { RequestedTarget } from "../project/config/config.ts";
import type { JsonObject } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { type EmittedFiles, removeClashes } from "./clashing-outputs.ts";
import { unknownTarget } from "./codes.ts";
import { targets } from "./index.ts";
import { layOut } from "./layout.ts";
import { originInEntry, resolveOptions } from "./resolve-options.ts";
import { emitInSteps, type File, type FileSummary, type Target } from "./target.ts";

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

/** Whether what targets emit about several toolsets can be made of the names of those that are not compiled. */
export function needOnlyNames(requested: readonly RequestedTarget[]): boolean {
  return requested.every(({ target, options }) => {
    const steps = targets.find(({ name }) => name === target)?.steps;
    return steps !== undefined && (steps.emitProgram === undefined || steps.needsOnlyNames?.(options) === true);
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
interface Emitted extends Outcome<Output[]> {
  /**
   * Whether a file has the path of a file of a restored toolset, or has another content than a file of another target with the same path.
   * The files are then those of no run that compiles all toolsets.
   */
  readonly hasClashes: boolean;
}

/** The toolsets to emit: those that were compiled, and those that were restored, whose files a former run emitted for each target. */
interface Emittable {
  readonly program: Program;
  /** All toolsets, restored ones included. */
  readonly summary: ProgramSummary;
  readonly restored: ReadonlyMap<
    unknown,
    { readonly summary: Pick<ToolsetSummary, "name">; readonly files: readonly (readonly FileSummary[])[] }
  >;
}

/**
 * Emits the files of each target. If two targets write different content to the same path, the files of the later target are omitted.
 * `readsTexts` says whether the texts of the files for an output folder are read. Else a text is made when it is first read.
 */
export function emit(
  { program, summary, restored }: Emittable,
  prepared: readonly PreparedTarget[],
  readsTexts: (out: string) => boolean,
): Emitted {
  const made: EmittedFiles[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, { entry, target, options, resources }] of prepared.entries()) {
    const known = [...restored.values()].flatMap(({ files }) => files[index] ?? []);
    const emission = { program, summary, restored: known, readsTexts: readsTexts(entry.out) };
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
 * already exist. `all` has all toolsets; of those `elsewhere`, only the names are known. Which of them exist shows in the paths of their
 * files, so the files of all toolsets that are not restored are emitted without their texts and then filtered, unless nothing exists, as in a
 * new clone.
 */
export function emitPart(
  all: Emittable & { readonly elsewhere: readonly ToolsetSummary[] },
  requested: Program,
  prepared: readonly PreparedTarget[],
  { filesIn, readsTexts }: { readonly filesIn: (out: string) => WrittenPaths; readonly readsTexts: (out: string) => boolean },
): Emitted {
  const { elsewhere } = all;
  // Of the other toolsets, only the paths are needed.
  const onDemand = () => false;
  const isEmpty = prepared.every(({ entry }) => filesIn(entry.out).size === 0);
  const whole = isEmpty ? undefined : emit(all, prepared, onDemand);
  const known = (whole?.value ?? []).flatMap(({ out, files, restored }) =>
    [...files, ...restored].flatMap(({ path, toolset }) => (toolset !== undefined && filesIn(out).has(path) ? [toolset] : [])),
  );
  const everyToolset = [...all.summary.toolsets, ...elsewhere].sort((a, b) => compareText(pathOf(a), pathOf(b)));
  const names = new Set(requested.toolsets.map(({ name }) => name));
  const folders = isEmpty ? new Set() : new Set(prepared.flatMap(({ entry }) => [...filesIn(entry.out).keys()].map(folderOf)));
  const unread = layOut({ toolsets: elsewhere }, { toolsets: everyToolset }).filter(({ path }) => folders.has(path));
  const present = new Set([...names, ...known, ...unread.map(({ toolset: { name } }) => name)]);
  const toolsets = everyToolset.filter(({ name }) => present.has(name));
  const emitted =
    whole !== undefined && elsewhere.length === 0 && toolsets.length === everyToolset.length
      ? whole
      : emit(
          {
            program: { ...all.program, toolsets: all.program.toolsets.filter(({ name }) => present.has(name)) },
            summary: { ...all.summary, toolsets },
            restored: new Map([...all.restored].filter(([, { summary }]) => present.has(summary.name))),
          },
          prepared,
          onDemand,
        );
  const isOfPart = ({ toolset }: FileSummary) => toolset === undefined || names.has(toolset);
  return {
    ...emitted,
    hasClashes: whole?.hasClashes === true || emitted.hasClashes,
    value: emitted.value.map((output) => {
      const files = output.files.filter(isOfPart);
      return { ...output, files: readsTexts(output.out) ? files.map((file) => ({ ...file, text: file.text })) : files, restored: [] };
    }),
  };
}

/** The paths of the files that former runs wrote to an output folder. */
export type WrittenPaths = Pick<ReadonlySet<string>, "size" | "has" | "keys">;

function pathOf({ origin }: ToolsetSummary): string {
  return origin.tree.source.path;
}

/** The first two folders of a path, which the layout of a toolset names. */
function folderOf(path: string): string {
  return path.split("/", 2).join("/");
}
