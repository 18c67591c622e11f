import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";

/** The smallest project that shows a code, and the same put right. A file here is `<group>/<code>.yaml`. */
export interface Example {
  readonly code: string;
  /** The group of the index that lists the code. */
  readonly group: string;
  /** The command that shows it. */
  readonly run: Sides<string>;
  /** Files of both projects. */
  readonly files: Files;
  readonly bad: Files;
  readonly good: Files;
  /** The name of the toolset for which the bad project meets a bug of the compiler; no project has one by itself. */
  readonly bug?: string;
}

export interface Sides<T> {
  readonly bad: T;
  readonly good: T;
}

export interface Files {
  readonly [path: string]: Content;
}

/**
 * A text; or one in another encoding, or a file that is too large to be written out, of a size in bytes; or a text of many similar parts,
 * in which `{n}` is the number of the part, and `{next}` the following one.
 */
export type Content = string | { readonly latin1: string } | { readonly size: number } | Repeated;

export interface Repeated {
  readonly start: string;
  readonly part: string;
  readonly count: number;
  readonly end: string;
}

/** The text of repeated parts, or only the first `shown` of them. */
export function repeatedText({ start, part, count, end }: Repeated, shown = count): string {
  const parts = Array.from({ length: shown }, (_, n) => part.replaceAll("{n}", String(n)).replaceAll("{next}", String(n + 1)));
  return start + parts.join("") + (shown < count ? `    # ${count - shown} more like these\n` : "") + end;
}

interface Written {
  readonly run?: string | Sides<string>;
  readonly files?: Files;
  readonly bad?: Files;
  readonly good?: Files;
  readonly bug?: string;
}

export function exampleFiles(): string[] {
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  return paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".yaml"))
    .sort();
}

export function readExample(path: string): Example {
  // The examples are ours.
  const { run = "toolsetc validate", ...files } = parse(readFileSync(join(import.meta.dirname, path), "utf8")) as Written;
  const [group = ""] = path.split("/");
  return {
    code: basename(path, ".yaml"),
    group,
    run: typeof run === "string" ? { bad: run, good: run } : run,
    files: {},
    bad: {},
    good: {},
    ...files,
  };
}
