import type { Definitions } from "../../src/definition/check-definitions.ts";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.ts";
import { load } from "../../src/project/load.ts";
import type { LoadInput } from "../../src/project/load-input.ts";
import type { Project } from "../../src/project/project.ts";
import { defaultSettings } from "../../src/settings.ts";
import { locate } from "../../src/source/locate.ts";
import { lineAt, lineStarts } from "../../src/source/source.ts";

export interface Loaded {
  readonly project: Project;
  readonly definitions: Definitions["accepted"];
  readonly diagnostics: readonly Diagnostic[];
}

/** A project of files in memory, loaded and checked. */
export async function loadTexts(
  texts: Readonly<Record<string, string>>,
  input: LoadInput = { kind: "project" },
  also: readonly string[] = [],
): Promise<Loaded> {
  const files = new Map(Object.entries(texts));
  const host = {
    read: async (path: string) => {
      const text = files.get(path);
      return text === undefined ? ("absent" as const) : new TextEncoder().encode(text);
    },
    list: async () => [...files.keys()],
  };
  return loadFrom(host, input, also);
}

export async function loadFrom(
  host: Parameters<typeof load>[0],
  input: LoadInput = { kind: "project" },
  also: readonly string[] = [],
): Promise<Loaded> {
  const { project, definitions, diagnostics } = await load(host, { ...defaultSettings, input, files: also });
  return { project, definitions: definitions.accepted, diagnostics };
}

/** `code file:line` of each, in order. */
export function summaryOf(diagnostics: readonly Diagnostic[]): string[] {
  const spans = locate(diagnostics.map(({ place }) => place));
  return diagnostics.map(({ code, severity, place }) => {
    const span = spans.get(place);
    if (span === undefined) throw new Error("every place has a span");
    const line = lineAt(lineStarts(span.source.text, span.start), span.start) + 1;
    return `${severity} ${code} ${span.source.path}:${line}`;
  });
}
