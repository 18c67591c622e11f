import { type Compilation, compile, type Reading, read } from "../../../compile.ts";
import type { Finding } from "../../../findings/finding.ts";
import { findingsOf } from "../../../findings/findings-of.ts";
import { keepUnchanged } from "../../../host/keep-unchanged.ts";
import type { Host } from "../../../project/load.ts";
import { ruleImport, settingsOf } from "../../options.ts";
import type { OpenedProject } from "../../project/open.ts";
import { today } from "../../today.ts";
import { changedFiles, earlyDiagnostics } from "./early-findings.ts";
import { type OpenDocuments, preferOpen } from "./open-documents.ts";

/** How long to wait for further changes before a project is read or compiled, in milliseconds. */
const delay = 20;

/** A project whose last compilation took less than this time, in milliseconds, is compiled after each change. */
const shortCompilation = 50;

/**
 * Any other project is compiled once nothing has changed for this time, in milliseconds. Until then, only the findings about changed files
 * are updated.
 */
const idle = 400;

/** Findings to show in the editor, and the project that they belong to. */
export interface ShownFindings {
  readonly project: Compilation["project"];
  readonly findings: readonly Finding[];
  /** The files whose findings are replaced, by path from the root; `undefined` for all files. */
  readonly files: ReadonlySet<string> | undefined;
}

/** A project that is edited: it is read and compiled again after each change. */
export interface ProjectSession {
  readonly opened: OpenedProject;
  /** Reads the files of the project, with the unsaved texts of open documents. */
  readonly host: Host;
  /** Must be called after each change of an open document or a file. */
  readonly update: () => void;
  /** Reads the current content of the project. Parses only files that have changed. */
  readonly read: () => Promise<Reading>;
  /** The last content of the project in which its configuration could be read. */
  readonly usable: () => Reading | undefined;
  /** The last compilation of the whole project. */
  readonly compilation: () => Compilation | undefined;
  readonly close: () => void;
}

interface Client {
  /** Whether the editor trusts the workspace, so that rules in files run. */
  readonly isTrusted: () => boolean;
  readonly documents: OpenDocuments;
  readonly show: (shown: ShownFindings) => void;
  /** Called with an error that prevents a compilation, such as a file without read permission. */
  readonly fail: (error: unknown) => void;
}

export function startSession(opened: OpenedProject, { documents, isTrusted, show, fail }: Client): ProjectSession {
  const host = preferOpen(keepUnchanged(opened.host, opened.root), opened.root, documents);
  const settings = () => ({
    ...settingsOf({}, opened),
    ...(isTrusted() && ruleImport({ allowCode: true }, opened)),
    readsTexts: () => false,
  });
  let last: { readonly compilation: Compilation; readonly milliseconds: number } | undefined;
  let usable: Reading | undefined;
  let timer: NodeJS.Timeout | undefined;

  const start = (work: () => Promise<void>, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => work().catch(fail), milliseconds);
  };

  async function compileAll(): Promise<void> {
    const started = performance.now();
    const compilation = await compile(host, settings());
    const { project, ungrouped: findings } = compilation;
    last = { compilation, milliseconds: performance.now() - started };
    show({ project, findings, files: undefined });
  }

  async function readChanged({ compilation }: { readonly compilation: Compilation }): Promise<void> {
    start(compileAll, idle);
    const reading = await read(host, settings());
    if (reading.isRefused) return;
    const { project } = reading;
    const files = changedFiles(project, compilation.project);
    const findings = findingsOf({ project, diagnostics: earlyDiagnostics(reading, compilation, files) }, today()).ungrouped;
    show({ project, findings, files });
  }

  return {
    opened,
    host,
    update: () => {
      const before = last;
      start(before === undefined || before.milliseconds < shortCompilation ? compileAll : () => readChanged(before), delay);
    },
    read: async () => {
      const reading = await read(host, settings());
      const { config } = reading.project;
      if (!reading.isRefused && (config.tree === undefined ? config.path === undefined : config.tree.data !== undefined)) usable = reading;
      return reading;
    },
    usable: () => usable,
    compilation: () => last?.compilation,
    close: () => clearTimeout(timer),
  };
}
