import type { AcceptFlags, CiFlags, CompileFlags, ExportFlags, ListFlags, MinScoreFlags, ValidateFlags } from "./options.ts";

// What the flags of `compile` mean for everything that depends on them. It is loaded by runs that only repeat the last one, so it imports
// no code. A flag that changes the output of a toolset is a setting, and `keyedSettings` decides whether it is in the key of the toolset.

/** The flags of a command that its user gives. `collect` is set by a run on several projects. */
type FlagName<Flags> = Exclude<keyof Flags, "collect">;

interface ProjectFlag {
  /**
   * What a run on several projects does with the flag. `each`: it applies to each project. `input`: it names what is read, so no projects are
   * searched. Otherwise, with more than `most` projects, it is a usage error.
   */
  readonly severalProjects: "each" | "input" | { readonly most: number; readonly problem: (first: string) => string };
  /**
   * Whether a run with the flag may be repeated from the cache: it writes nothing but the output, and reads nothing but the files of the
   * project.
   */
  readonly cached: boolean;
}

export interface CompileFlag extends ProjectFlag {
  readonly short?: `-${string}`;
  /** Whether the flag decides what is written, so that the command that `--check` suggests has it too. */
  readonly repeated: boolean;
  /** What `--save` does with the flag: writes it into the project, applies it to this run alone, or refuses it with a message. */
  readonly saved: "written" | "applied" | { readonly refused: string };
  /** Whether the value is a path that is written. Any other value may be a path whose surroundings decide what is read. */
  readonly isOutput: boolean;
}

type CompileFlagTable = { readonly [Name in FlagName<CompileFlags>]-?: CompileFlag };

const writesOne = {
  most: 1,
  problem: () => "--out is the output folder of one project. Set `out` under `targets` in each toolsetc.yaml.",
};
const acceptsInOne = {
  most: 1,
  problem: (first: string) => `changes are accepted in the lock of one project. Name a project, such as "${first}".`,
};
const exportsOne = (flag: string) => ({
  most: 1,
  problem: (first: string) => `${flag} is about one project. Name a project, such as "${first}".`,
});
const noCheck = { refused: "--check writes nothing, so it cannot be given with --save." };
const noToolset = { refused: "--save cannot save --toolset. Omit --toolset: a document becomes one toolset." };
const noSet = { refused: "--save cannot save --set. Write the value into an environment file, and name the file with --env." };

/** The flags of `compile`, in the order in which suggested commands repeat them. Of several errors, the first in this order is reported. */
export const compileFlags = {
  check: { repeated: false, saved: noCheck, severalProjects: "each", cached: false, isOutput: false },
  watch: { short: "-w", repeated: false, saved: "applied", severalProjects: "each", cached: false, isOutput: false },
  save: { repeated: false, saved: "applied", severalProjects: "each", cached: false, isOutput: false },
  openapi: { short: "-i", repeated: true, saved: "written", severalProjects: "input", cached: true, isOutput: false },
  include: { repeated: true, saved: "written", severalProjects: "each", cached: true, isOutput: false },
  exclude: { repeated: true, saved: "written", severalProjects: "each", cached: true, isOutput: false },
  toolset: { repeated: true, saved: noToolset, severalProjects: "each", cached: true, isOutput: false },
  out: { short: "-o", repeated: true, saved: "written", severalProjects: writesOne, cached: true, isOutput: true },
  force: { repeated: true, saved: "applied", severalProjects: "each", cached: true, isOutput: false },
  env: { repeated: true, saved: "written", severalProjects: "each", cached: true, isOutput: false },
  set: { repeated: true, saved: noSet, severalProjects: "each", cached: true, isOutput: false },
  profile: { repeated: true, saved: "written", severalProjects: "each", cached: true, isOutput: false },
  allowRoot: { repeated: true, saved: "applied", severalProjects: "each", cached: true, isOutput: false },
  allowCode: { repeated: false, saved: "applied", severalProjects: "each", cached: false, isOutput: false },
  baseline: { repeated: false, saved: "applied", severalProjects: "each", cached: true, isOutput: false },
  failOn: { repeated: false, saved: "applied", severalProjects: "each", cached: true, isOutput: false },
  maxWarnings: { repeated: false, saved: "applied", severalProjects: "each", cached: true, isOutput: false },
  quiet: { short: "-q", repeated: false, saved: "applied", severalProjects: "each", cached: true, isOutput: false },
  format: { repeated: false, saved: "applied", severalProjects: "each", cached: true, isOutput: false },
  report: { repeated: false, saved: "applied", severalProjects: "each", cached: false, isOutput: true },
} satisfies CompileFlagTable;

type OtherFlagName = Exclude<FlagName<ValidateFlags & CiFlags & ListFlags & AcceptFlags & MinScoreFlags & ExportFlags>, keyof CompileFlags>;

const otherFlags: { readonly [Name in OtherFlagName]-?: ProjectFlag } = {
  target: { severalProjects: "each", cached: true },
  importResponse: { severalProjects: "each", cached: true },
  updateBaseline: { severalProjects: "each", cached: false },
  fix: { severalProjects: "each", cached: false },
  unsafe: { severalProjects: "each", cached: false },
  // The base is another folder, or a revision that moves.
  against: { severalProjects: "each", cached: false },
  all: { severalProjects: "each", cached: true },
  tag: { severalProjects: "each", cached: true },
  search: { severalProjects: "each", cached: true },
  tokens: { severalProjects: "each", cached: true },
  accept: { severalProjects: acceptsInOne, cached: false },
  acceptTexts: { severalProjects: acceptsInOne, cached: false },
  reason: { severalProjects: acceptsInOne, cached: false },
  min: { severalProjects: "each", cached: false },
  to: { severalProjects: exportsOne("--to"), cached: false },
  createRequest: { severalProjects: exportsOne("--create-request"), cached: false },
  parent: { severalProjects: exportsOne("--parent"), cached: false },
  toolsetId: { severalProjects: exportsOne("--toolset-id"), cached: false },
  extensions: { severalProjects: "each", cached: false },
  dryRun: { severalProjects: "each", cached: false },
};

/** The flags of the commands that may run on several projects. Those of `lock` are among them. */
export const projectFlags: { readonly [Name in keyof CompileFlagTable | OtherFlagName]: ProjectFlag } = { ...compileFlags, ...otherFlags };

/** Flags of which each is in the table, which says what it means for several projects and for the cache. */
export type ProjectFlags = { readonly [Name in keyof typeof projectFlags]?: unknown };

/** The flags that `--save` writes into the project. */
export type SavedFlag = {
  [Name in keyof typeof compileFlags]: (typeof compileFlags)[Name]["saved"] extends "written" ? Name : never;
}[keyof typeof compileFlags];

/** The entries of a table whose flags are given, in the order of the table. */
export function givenFlags<Flag>(
  table: { readonly [name: string]: Flag },
  flags: object,
): (Flag & { readonly name: string; readonly value: unknown })[] {
  const values = new Map<string, unknown>(Object.entries(flags));
  return Object.entries(table).flatMap(([name, flag]) => {
    const value = values.get(name);
    const isGiven = value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
    return isGiven ? [{ ...flag, name, value }] : [];
  });
}

/** A flag as it is written on the command line: `--max-warnings` for `maxWarnings`. */
export function longFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
