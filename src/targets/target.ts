import type { Code, Outcome } from "../diagnostic/diagnostic.ts";
import type { Program, ProgramSummary, ToolsetSummary } from "../ir/ir.ts";
import type { JsonObject } from "../source/json/json.ts";
import { layOut, type ToolsetLayout } from "./layout.ts";

/**
 * A target turns a program (all toolsets together) into files. It is a pure function: equal input gives equal bytes. Its diagnostics report
 * what its files cannot express.
 */
export interface Target<Options = JsonObject, Prepared = unknown> {
  readonly name: string;
  /** What the target emits, in one sentence that editors show. */
  readonly description: string;
  /** The page of the target, from `docs/targets`; several targets may have one page. */
  readonly page: string;
  /** The codes that only this target and others with the same codes report. */
  readonly codes: readonly Code<never>[];
  /** The options of the target by name, for the JSON Schema of the configuration and the validation of `toolsetc.yaml`. */
  readonly options: { readonly [Name in keyof Options]: TargetOption };
  /** Whether all files of a toolset, and no others, are in a folder `toolsets/<toolset>`. This folder then has a record of its own. */
  readonly hasToolsetFolders?: true;
  /** Loads data that `emit` needs for some values of the options. */
  prepare?(options: Options): Promise<Prepared>;
  /** `options` has a valid value for each option. `prepared` is the result of `prepare`. */
  // A method instead of a property, since TypeScript compares the parameters of methods bivariantly. So a `Target` with other options is
  // assignable to `Target<JsonObject>`, the type of the items of `targets`.
  emit(program: Program, options: Options, prepared?: Prepared): Outcome<File[]>;
  /**
   * The two functions that `emit` consists of; absent if the files of a toolset depend on other toolsets in more than their paths and
   * names.
   */
  readonly steps?: EmitSteps<Options, Prepared>;
}

/**
 * The two steps of a target: the files of each toolset, then the files about all toolsets together. The files of a toolset depend only on
 * this toolset and its layout. So files that a former run emitted are valid until the toolset or its layout changes.
 */
export interface EmitSteps<Options, Prepared> {
  // A method instead of a property, so that its parameters are compared bivariantly, as those of `emit` in `Target`.
  emitToolset(layout: ToolsetLayout, program: Pick<Program, "folder">, options: Options, prepared?: Prepared): Outcome<File[]>;
  /**
   * What `emitToolset` returns, without the texts: all that a run without output needs, such as `validate`. Absent if this would not be
   * much faster.
   */
  summarizeToolset?(layout: ToolsetLayout, program: Pick<Program, "folder">, options: Options, prepared?: Prepared): Outcome<FileSummary[]>;
  /**
   * Whether the files about all toolsets together depend on no more than the names of toolsets and of standalone tools. Then a toolset is
   * compiled without reading the documents of the others. `given` has the options in the configuration.
   */
  needsOnlyNames?(given: JsonObject): boolean;
  /** Emits the files about all toolsets together. */
  emitProgram?(outline: ProgramOutline, options: Options, prepared?: Prepared): File[];
}

/** The input of `emitProgram`: everything that files about all toolsets together may depend on. */
export interface ProgramOutline extends Pick<ProgramSummary, "agents" | "folder"> {
  readonly layouts: readonly ToolsetLayout<ToolsetSummary>[];
  /** The files that belong to toolsets, without their texts. */
  readonly files: readonly FileSummary[];
}

/** Makes the members `emit` and `steps` of a target from its steps. */
export function inSteps<Options, Prepared>(
  steps: EmitSteps<Options, Prepared>,
): Required<Pick<Target<Options, Prepared>, "emit" | "steps">> {
  return {
    steps,
    emit: (program, options, prepared) =>
      emitInSteps(steps, { program, summary: program, restored: [], readsTexts: true }, options, prepared),
  };
}

/**
 * Emits the files of the compiled toolsets, those of `program`, and the files about all toolsets together, those of `summary`. `restored` has
 * the files that a former run emitted for the others. Unless `readsTexts`, texts are made when they are first read.
 */
export function emitInSteps<Options, Prepared>(
  steps: EmitSteps<Options, Prepared>,
  {
    program,
    summary,
    restored,
    readsTexts,
  }: {
    readonly program: Program;
    readonly summary: ProgramSummary;
    readonly restored: readonly FileSummary[];
    readonly readsTexts: boolean;
  },
  options: Options,
  prepared?: Prepared,
): Outcome<File[]> {
  const emitted = layOut(program, summary).map((layout) => {
    const emitToolset = () => steps.emitToolset(layout, program, options, prepared);
    const summarized = readsTexts ? undefined : steps.summarizeToolset?.(layout, program, options, prepared);
    return summarized === undefined ? emitToolset() : { ...summarized, value: withTexts(summarized.value, emitToolset) };
  });
  const files = emitted.flatMap(({ value }) => value);
  const { agents, folder } = summary;
  const outline = { layouts: layOut(summary), agents, folder, files: [...files, ...restored] };
  return {
    value: [...files, ...(steps.emitProgram?.(outline, options, prepared) ?? [])],
    diagnostics: emitted.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Files whose texts are made when one of them is first read. */
function withTexts(summaries: readonly FileSummary[], emitToolset: () => Outcome<File[]>): File[] {
  let texts: ReadonlyMap<string, string> | undefined;
  const textOf = (path: string): string => {
    texts ??= new Map(emitToolset().value.map((file) => [file.path, file.text]));
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${path} is in the summary of a toolset, but is not emitted.`);
    return text;
  };
  return summaries.map((summary) => ({
    ...summary,
    get text() {
      return textOf(summary.path);
    },
  }));
}

/** An option of a target: its type, its default and what it changes. */
export type TargetOption = Choice | ArrayOfChoices | StringOption;

interface OptionBase {
  /** What the option changes, in one sentence that editors show. */
  readonly description: string;
  /** Another option, and the value that it must have for this option to have an effect. */
  readonly needs?: { readonly option: string; readonly value: string };
}

interface Choice extends OptionBase {
  readonly kind: "choice";
  readonly values: readonly (string | number | boolean)[];
  readonly default: string | number | boolean;
}

interface ArrayOfChoices extends OptionBase {
  readonly kind: "array";
  /** The values that the array may contain. */
  readonly values: readonly string[];
  readonly default: readonly string[];
}

interface StringOption extends OptionBase {
  readonly kind: "string";
  /** A regular expression for valid strings, and a description of valid strings for messages; `undefined` if any string is valid. */
  readonly form: { readonly pattern: string; readonly name: string } | undefined;
  readonly default: string;
  /** Whether the target emits nothing if this option has no value. */
  readonly isRequired?: true;
}

/** A file that a target has made, as text. */
export interface File extends FileSummary {
  readonly text: string;
}

/** A file without its text. */
export interface FileSummary {
  /** The path relative to the target's output folder, with `/` as separator. */
  readonly path: string;
  /** The name of the toolset that the file belongs to; absent for a file about all toolsets together. */
  readonly toolset?: string;
  /** The exported names of the tools that programs import from this module; absent for all other files. */
  readonly tools?: readonly string[];
  /**
   * The entries of the run-time library that the files of the toolset import in addition to the core, if the library is copied. Of the
   * files of a toolset, only one has this member.
   */
  readonly libraryEntries?: readonly string[];
}
