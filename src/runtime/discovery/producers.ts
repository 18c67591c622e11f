import type { Entry } from "./entry.ts";
import { memoized, partsOf, wordOf } from "./words.ts";

/** An id that a tool requires as a parameter. */
export interface RequiredId {
  readonly parameter: string;
  /** The stem of the word for the kind of thing that the id identifies, such as `movie`. */
  readonly thing: string;
  /**
   * The path of the collection that contains the identified thing: `/movies` for `/movies/{movie_id}`; empty if the id is not in the path.
   */
  readonly collection: string;
  /** Whether people usually cannot know the id. Names and the numbers of issues are not opaque. */
  readonly isOpaque: boolean;
}

/** A tool that returns an id which another tool requires. `index` is its position among the entries. */
export interface Producer {
  readonly index: number;
  /** How well the tool suits as the source of the id, from 0 to 1. It is lower if the tool itself requires other ids. */
  readonly strength: number;
  readonly isSearch: boolean;
}

export interface Producers {
  /** The ids that the tool at `index` requires, each with the tools that return it, best first. */
  readonly of: (index: number) => readonly { readonly id: RequiredId; readonly producers: readonly Producer[] }[];
}

/** Finds the tools that return the ids that other tools require. It compares the names of parameters, the paths and the output schemas. */
export function findProducers(entries: readonly Entry[]): Producers {
  // Both are read when they are first needed: a search needs the ids of few tools.
  const required: (readonly RequiredId[] | undefined)[] = [];
  const requiredOf = (index: number): readonly RequiredId[] => {
    const entry = entries[index];
    const ids = required[index] ?? (entry === undefined ? [] : requiredIds(entry));
    required[index] = ids;
    return ids;
  };
  let things: ReturnType<typeof returnedThings> | undefined;
  const known = new Map<string, readonly Producer[]>();

  function producersOf({ thing, collection }: RequiredId): readonly Producer[] {
    const key = `${thing} ${collection}`;
    const found = known.get(key) ?? find(thing, collection);
    known.set(key, found);
    return found;
  }

  function find(thing: string, collection: string): readonly Producer[] {
    things ??= returnedThings(entries);
    const { byThing, byPath } = things;
    const own = byPath.get(collection);
    const all = new Set([...(own === undefined ? [] : [own]), ...(byThing.get(thing) ?? [])]);
    return [...all]
      .filter((index) => requiredOf(index).every((id) => id.thing !== thing))
      .map((index) => {
        // Ids in the path of the collection are not counted, since the tool that requires the id requires them too.
        const more = requiredOf(index).filter(({ parameter }) => !collection.includes(`{${parameter}}`)).length;
        return { index, strength: index === own ? 1 : 1 / (1 + more / 2), isSearch: searches(entries[index]) };
      })
      .sort((a, b) => b.strength - a.strength || Number(b.isSearch) - Number(a.isSearch) || a.index - b.index);
  }

  return { of: (index) => requiredOf(index).map((id) => ({ id, producers: producersOf(id) })) };
}

/** Whether a tool finds things by words, such as their names. */
export function searches(entry: Entry | undefined): boolean {
  return entry !== undefined && /search|find|lookup|query/i.test(`${entry.name} ${entry.path}`);
}

/** Words with which the name of an id ends. */
const idWords = wordSet("guid handle id ids key keys login number ref sha slug uuid uuids");
const opaqueIdWords = wordSet("guid id ids uuid uuids");

/** Words in the name of a schema that do not say which thing the schema describes. */
const formWords = wordSet(
  "base collection data detail details dto full info item list minimal model object page paging response result schema simple summary",
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** The ids that a tool requires, found by the names of its required parameters and the path segments before them. */
function requiredIds({ path, parameters }: Entry): readonly RequiredId[] {
  const segments = segmentsOf(path);
  const lastThing = thingOf(segments.findLast((segment) => !isTemplate(segment)) ?? "");
  return parameters.flatMap(({ name, isRequired }): RequiredId[] => {
    if (!isRequired) return [];
    const at = segments.indexOf(`{${name}}`);
    const before = segments[at - 1] ?? "";
    // An id in the query belongs to the last thing in the path: `/albums?ids=1,2` requires ids of albums.
    const owner = at === -1 ? lastThing : isTemplate(before) ? "" : thingOf(before);
    const thing = identifiedBy(name) || owner;
    // A path parameter is also an id if it has the name of the segment before it: `{branch}` after `branches`.
    if (thing === "" || !(isId(name) || (at !== -1 && thing === owner))) return [];
    const collection = at === -1 || owner === "" ? "" : `/${segments.slice(0, at).join("/")}`;
    return [{ parameter: name, thing, collection, isOpaque: isOpaqueId(name) }];
  });
}

/**
 * The tools that return arrays of things with ids. `byThing` finds them by the stem of the word for the thing, `byPath` by the path of the
 * collection.
 */
function returnedThings(entries: readonly Entry[]) {
  const byThing = new Map<string, Set<number>>();
  const byPath = new Map<string, number>();
  entries.forEach(({ actions, path, returned }, index) => {
    if ((actions.length > 0 && !actions.includes("read")) || path.endsWith("}")) return;
    byPath.set(path, index);
    const add = (name: string): void => {
      const thing = thingOf(name);
      const tools = byThing.get(thing);
      if (tools === undefined) byThing.set(thing, new Set([index]));
      else tools.add(index);
    };
    const lists = returned.filter(({ isListed, members }) => isListed && members.some(isId));
    for (const { names } of lists) names.forEach(add);
    // If the output schema is unknown, the output may be an array of things with ids, which the path names.
    if (lists.length > 0 || returned.length === 0)
      segmentsOf(path)
        .filter((segment) => !isTemplate(segment))
        .slice(-2)
        .forEach(add);
  });
  return { byThing, byPath };
}

const isId = memoized((name) => idWords.has(lastPart(name)));
const isOpaqueId = memoized((name) => opaqueIdWords.has(lastPart(name)));

function lastPart(name: string): string {
  return partsOf(name).at(-1)?.toLowerCase() ?? "";
}

/** The stem of the word for the thing in a name: `movie` for `MovieListResponse` and for `popular_movies`. */
const thingOf = memoized((name) => {
  const last = partsOf(name).findLast((part) => !formWords.has(part.toLowerCase()) && wordOf(part) !== "");
  return last === undefined ? "" : wordOf(last);
});

/** The stem of the word for the thing that a parameter identifies: `movie` for `movie_id`, an empty string for `id`. */
const identifiedBy = memoized((name) => {
  const parts = partsOf(name);
  return thingOf((isId(name) ? parts.slice(0, -1) : parts).join(" "));
});

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function isTemplate(segment: string): boolean {
  return segment.startsWith("{");
}
