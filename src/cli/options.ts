import { isAbsolute } from "node:path";
import type { Profile } from "../diagnostic/diagnostic.ts";
import type { FormatName } from "../findings/formats/format-names.ts";
import { importRule } from "../host/import-rule.ts";
import type { Scope } from "../project/scope.ts";
import { defaultSettings, type Settings } from "../settings.ts";
import { isCodeAllowed } from "./allowed-code.ts";
import { isExisting, isExistingFile, statsOfInput } from "./project/find-path.ts";
import { fromRoot, type InputFlags, type OpenedProject } from "./project/open.ts";
import { showStage } from "./report/progress.ts";
import type { CollectFlag } from "./report/report-files.ts";
import { today } from "./today.ts";
import { UsageError } from "./usage-error.ts";

/** The flags that most commands share, as commander returns them. */
export interface CommonOptions extends SettingFlags {
  readonly format: "text" | "json";
}

/** The flags that determine the settings of the compiler. */
export interface SettingFlags extends InputFlags {
  readonly env?: string;
  readonly set?: readonly string[];
  readonly profile?: Profile;
}

/** The flags that limit the number of warnings. With more warnings, a command fails although all tools compile. */
export interface LimitFlags {
  readonly failOn?: "error" | "warning";
  readonly maxWarnings?: number;
}

/** The flags for the printed report, and for the files that reports are written to. */
export interface ReportFlags extends CollectFlag {
  readonly format: FormatName;
  /** The files that reports are written to, each as `<format>=<file>`. */
  readonly report?: readonly string[];
  readonly quiet?: boolean;
}

/** The flags for the baseline, the file that lists known findings. Only `validate` updates it. */
export interface BaselineFlags {
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
}

/** The flag that allows rules in files to run. */
export interface CodeFlag {
  readonly allowCode?: boolean;
}

/** The flags of `ci`. */
export interface CiFlags extends LimitFlags, ReportFlags, CodeFlag, Pick<BaselineFlags, "baseline">, Pick<InputFlags, "allowRoot"> {
  readonly against?: string;
  readonly all?: boolean;
}

/** The flags of `validate`. */
export interface ValidateFlags extends SettingFlags, LimitFlags, ReportFlags, BaselineFlags, CodeFlag {
  readonly fix?: boolean;
  readonly unsafe?: boolean;
  readonly target?: readonly string[];
  readonly importResponse?: string;
}

/** The flags of `list`. */
export interface ListFlags extends CommonOptions {
  readonly tag?: string;
  readonly search?: string;
  readonly tokens?: true;
}

/** The flags with which `breaking` records that changes are intended. */
export interface AcceptFlags {
  readonly accept: readonly string[];
  readonly acceptTexts: readonly string[];
  readonly reason?: string;
}

/** The flags of `score` beside those that all commands have. */
export interface MinScoreFlags {
  readonly min?: number;
}

/** The flags of `export`. */
export interface ExportFlags extends CommonOptions {
  readonly to?: string;
  readonly extensions?: boolean;
  readonly createRequest?: boolean;
  readonly dryRun?: boolean;
  readonly parent?: string;
  readonly toolsetId?: string;
}

/** The flags of `compile`. What each means beside the compilation is in `compile-flags.ts`. */
export interface CompileFlags extends SettingFlags, LimitFlags, ReportFlags, CodeFlag, Pick<BaselineFlags, "baseline"> {
  readonly out?: string;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly watch?: boolean;
  readonly save?: boolean;
}

/** The settings of the compiler for these flags and the current day. `to` is the environment file that `export` writes. */
export function settingsOf({ env, to, set = [], profile }: SettingFlags & { readonly to?: string }, opened: OpenedProject): Settings {
  const chosen = env === undefined ? undefined : environment(env, opened);
  const written = to === undefined ? undefined : targetFile(to, opened);
  return {
    ...defaultSettings,
    input: opened.input,
    config: opened.config,
    files: [chosen?.file, written].flatMap((path) => path ?? []),
    environment: chosen?.name,
    set: new Map(set.map(assignment)),
    profile,
    today: today(),
    onStage: showStage,
  };
}

/** The setting for commands that run rules in files: with --allow-code, or where the environment allows it. */
export function ruleImport({ allowCode = false }: CodeFlag, { root }: Pick<OpenedProject, "root">): Pick<Settings, "importRule"> {
  return { importRule: allowCode || isCodeAllowed() ? ({ path }) => importRule(root, path) : undefined };
}

/** The requested part of the project, for commands with the flag --toolset. */
export function scopeOf({ toolset = [] }: SettingFlags, beside: Scope["beside"]): Scope {
  return { toolsets: toolset, named: [], beside };
}

/**
 * The environment that `--env` selects: by a name in the configuration, or by a file. An environment in a file is named by the path of the
 * file, relative to the root.
 */
function environment(given: string, opened: OpenedProject): { readonly name: string; readonly file: string | undefined } {
  const isPath = given.includes("/") || given.endsWith(".json");
  if (isPath && statsOfInput(given, "file").isDirectory())
    throw new UsageError(`--env: "${given}" is a folder. Name an environment file in this folder.`);
  return isPath || isExistingFile(given)
    ? { name: ownPath(given, opened), file: ownPath(given, opened) }
    : { name: given, file: undefined };
}

/** The path of the file that `--to` names, relative to the project's root. The file need not exist, since it is written. */
function targetFile(given: string, opened: OpenedProject): string {
  if (given === "" || (isExisting(given) && !isExistingFile(given)))
    throw new UsageError(`--to takes the path of the environment file to write, but "${given}" is ${given === "" ? "empty" : "a folder"}.`);
  return ownPath(given, opened);
}

/** The setting for commands with the flag --baseline. Without it, the configuration may name a baseline. */
export function baselineOf({ baseline }: BaselineFlags, opened: OpenedProject): Pick<Settings, "baseline"> {
  if (baseline === "" || (baseline !== undefined && isExisting(baseline) && !isExistingFile(baseline)))
    throw new UsageError(`--baseline takes the path of a file, but "${baseline}" is ${baseline === "" ? "empty" : "a folder"}.`);
  return { baseline: baseline === undefined ? "configured" : { path: ownPath(baseline, opened) } };
}

/** The path of the file of `--import-response`, relative to the project's root. */
export function importResponsePath({ importResponse }: ValidateFlags, opened: OpenedProject): string | undefined {
  if (importResponse === undefined) return undefined;
  if (!isExistingFile(importResponse))
    throw new UsageError(`--import-response takes the path of a file, but there is no file "${importResponse}".`);
  return ownPath(importResponse, opened);
}

function ownPath(given: string, opened: OpenedProject): string {
  const path = fromRoot(given, opened);
  if (path !== ".." && !path.startsWith("../") && !isAbsolute(path)) return path;
  throw new UsageError(
    `"${given}" is outside the project folder "${opened.root}". Files outside of this folder are neither read nor written. Name a file in the folder.`,
  );
}

function assignment(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--set takes <path>=<value>, such as toolsets.shop.openApiToolset.url=https://…, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}
