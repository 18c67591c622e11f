import { dump } from "js-yaml";
import type { LoadInput } from "../../src/project/load-input.ts";
import { isArray, type Json, type JsonObject } from "../../src/source/json/json.ts";
import type { Path } from "../../src/source/tree.ts";

/** A project whose files are data, so that it can be changed anywhere. A file that is a text is taken as it stands. */
export interface FuzzedProject {
  /** What it was made from. */
  readonly from: string;
  readonly files: { readonly [path: string]: Json };
  readonly input: LoadInput;
}

/** Numbers that no JavaScript value is written as. They stand in the data as strings, and in the text as they are. */
export const oddNumbers = ["1e999", "-0", "1e21", "9007199254740993", "0.1e-400", "-1e999", "1.0", "123456789012345678901234567890"];

export function oddNumber(written: string): string {
  return `@@${written}@@`;
}

export function textsOf({ files }: FuzzedProject): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, data]) => [path, textOf(path, data)]));
}

function textOf(path: string, data: Json): string {
  if (typeof data === "string") return data;
  const text = path.endsWith(".json") ? JSON.stringify(data, null, 1) : dump(data, { noRefs: true });
  return text.replaceAll(/(["'])@@([-+.e\d]+)@@\1/g, "$2");
}

/** The tree with one value changed; `undefined` takes it away. */
export function changeAt(data: Json, path: Path, change: (value: Json) => Json | undefined): Json {
  return changed(data, path, change) ?? {};
}

function changed(data: Json, path: Path, change: (value: Json) => Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(data);
  if (isArray(data)) return data.flatMap((item, index) => (index === step ? (wrapped(changed(item, rest, change)) as Json[]) : [item]));
  return fromEntries(
    Object.entries(data as JsonObject).flatMap(([key, value]): [string, Json][] =>
      key === step ? wrapped(changed(value, rest, change)).map((next) => [key, next]) : [[key, value]],
    ),
  );
}

function wrapped(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value];
}

/** An object in which `__proto__` is a member like others. */
export function fromEntries(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(entries);
}

/** The path of every value below the root, parents first. */
export function pathsIn(data: Json): Path[] {
  const found: Path[] = [];
  const visit = (value: Json, path: Path): void => {
    if (path.length > 0) found.push(path);
    if (typeof value !== "object" || value === null) return;
    const isList = isArray(value);
    for (const [key, member] of Object.entries(value)) visit(member, [...path, isList ? Number(key) : key]);
  };
  visit(data, []);
  return found;
}
