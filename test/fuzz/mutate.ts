import { isArray, isObject, type Json, type JsonObject } from "../../src/source/json/json.ts";
import { type Path, pointerOf } from "../../src/source/tree.ts";
import { names, oddSchema, oddValue, payloads } from "./odd.ts";
import { changeAt, type FuzzedProject, fromEntries, pathsIn } from "./project.ts";
import type { Random } from "./random.ts";

/** The project with something in it changed. */
export function mutate(project: FuzzedProject, random: Random): FuzzedProject {
  const path = random.pick(Object.keys(project.files));
  const data = project.files[path] ?? null;
  const next = typeof data === "string" ? mutateText(data, random) : mutateData(data, random);
  return { ...project, files: { ...project.files, [path]: next } };
}

/** The project with a payload in the place of every description, and of one in three of all other strings. */
export function plant(project: FuzzedProject, random: Random): FuzzedProject {
  const planted = (value: Json, key: string): Json => {
    if (typeof value === "string")
      return /description|title|summary/.test(key) || random.chance(0.33) ? value + random.pick(payloads) : value;
    if (isArray(value)) return value.map((item) => planted(item, ""));
    return isObject(value) ? fromEntries(Object.entries(value).map(([name, member]) => [name, planted(member, name)])) : value;
  };
  const files = Object.entries(project.files).map(([path, data]): [string, Json] => [
    path,
    typeof data === "string" ? data : planted(data, ""),
  ]);
  return { ...project, files: Object.fromEntries(files) };
}

/** Lines out, twice or changed: faults of the text itself. */
function mutateText(text: string, random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  return lines
    .toSpliced(at, 1, ...random.pick([[], [line, line], [`${line}${random.pick(names)}`], [` ${line}`], [line.slice(1)]]))
    .join("\n");
}

function mutateData(data: Json, random: Random): Json {
  const paths = pathsIn(data);
  if (paths.length === 0) return oddValue(random);
  const path = random.pick(paths);
  const change = (make: (value: Json) => Json | undefined) => changeAt(data, path, make);
  return random.pick<() => Json>([
    () => change(() => undefined),
    () => change(() => oddValue(random)),
    () => change((value) => extended(value, random)),
    () => change((value) => renamed(value, random)),
    () => change((value) => (isArray(value) ? [...value, ...value] : [value])),
    () => swapped(data, path, random.pick(paths)),
    () => change(() => ({ $ref: anywhere(path, paths, random) })),
    () => redirected(data, paths, random),
    () => schemaChanged(data, paths, random),
    () => schemaChanged(data, paths, random),
    () => schemaChanged(data, paths, random),
  ])();
}

/** With one member more, perhaps another one's. */
function extended(value: Json, random: Random): Json {
  if (typeof value === "string") return value + random.pick(names);
  if (isArray(value)) return [...value, oddValue(random)];
  if (!isObject(value)) return oddValue(random);
  const members = Object.values(value);
  return fromEntries([
    ...Object.entries(value),
    [random.pick(names), members.length > 0 && random.chance(0.7) ? random.pick(members) : oddValue(random)],
  ]);
}

/** With one member by another name: an odd one, or one that differs in case. */
function renamed(value: Json, random: Random): Json {
  if (!isObject(value) || Object.keys(value).length === 0) return random.pick(names);
  const name = random.pick(Object.keys(value));
  const other = random.pick([random.pick(names), name.toUpperCase(), `${name} `, `${name}_`]);
  const isCopied = random.chance(0.5);
  return fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Json][] =>
      key !== name
        ? [[key, member]]
        : isCopied
          ? [
              [key, member],
              [other, member],
            ]
          : [[other, member]],
    ),
  );
}

function swapped(data: Json, one: Path, two: Path): Json {
  const isWithin = (path: Path, other: Path) => other.every((step, index) => path[index] === step);
  if (isWithin(one, two) || isWithin(two, one)) return data;
  const first = at(data, one);
  const second = at(data, two);
  return changeAt(
    changeAt(data, one, () => second),
    two,
    () => first,
  );
}

function at(data: Json, path: Path): Json {
  // The path was found in the data.
  return path.reduce<Json>((value, step) => (value as { readonly [step: string | number]: Json })[step] ?? null, data);
}

/** Itself, what holds it, something else, or nothing. */
function anywhere(path: Path, paths: readonly Path[], random: Random): string {
  const target = random.pick([path, path.slice(0, random.below(path.length)), random.pick(paths), random.pick(paths), [...path, "none"]]);
  return random.chance(0.1) ? random.pick(names) : `#${encoded(pointerOf(target))}`;
}

function encoded(pointer: string): string {
  return encodeURI(pointer.replaceAll(/\p{Surrogate}/gu, "x"));
}

function redirected(data: Json, paths: readonly Path[], random: Random): Json {
  const references = paths.filter((path) => path.at(-1) === "$ref");
  if (references.length === 0) return data;
  const path = random.pick(references);
  return changeAt(data, path, () => random.pick([anywhere(path.slice(0, -1), paths, random), at(data, random.pick(references))]));
}

const schemaKeys = new Set(["schema", "items", "additionalProperties", "not", "inputSchema", "outputSchema", "parameters", "response"]);
const schemaHolders = new Set(["properties", "schemas", "definitions", "allOf", "oneOf", "anyOf", "$defs"]);

/** A schema somewhere with keywords more, or another in its place. */
function schemaChanged(data: Json, paths: readonly Path[], random: Random): Json {
  const places = paths.filter((path) => schemaKeys.has(String(path.at(-1))) || schemaHolders.has(String(path.at(-2))));
  if (places.length === 0) return data;
  const shared = paths
    .filter((path) => /^(?:schemas|definitions|\$defs)$/.test(String(path.at(-2))))
    .map((path) => `#${encoded(pointerOf(path))}`);
  const schema = oddSchema(random, shared.length > 0 ? shared : ["#"]);
  const path = random.pick(places);
  return changeAt(data, path, (value) => (isObject(value) && isObject(schema) && random.chance(0.7) ? merged(value, schema) : schema));
}

function merged(one: JsonObject, two: JsonObject): JsonObject {
  return fromEntries([...Object.entries(one), ...Object.entries(two)]);
}
