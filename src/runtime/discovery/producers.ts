import type { Entry } from "./entry.ts";
import { partsOf, remembering, wordsOf } from "./words.ts";

/** An id that a tool requires. */
export interface RequiredId {
  readonly parameter: string;
  /** The word for what it identifies, as a stem. */
  readonly thing: string;
  /** The path of the list that it is an id in, such as `/movies` of `/movies/{movie_id}`; empty if it is not in the path. */
  readonly collection: string;
  /** Whether nobody knows it by heart, other than a name or the number of an issue. */
  readonly isOpaque: boolean;
}

/** A tool that returns such ids, by its place in the list of entries. */
export interface Producer {
  readonly index: number;
  /** Up to 1; less if the tool requires other ids itself. */
  readonly strength: number;
  readonly isSearch: boolean;
}

export interface Producers {
  /** The ids that the tool at `index` requires, each with the tools that return it, the best first. */
  readonly of: (index: number) => readonly { readonly id: RequiredId; readonly producers: readonly Producer[] }[];
}

/** Finds out which tools return the ids that others require: by names of parameters, by paths, and by what the answers contain. */
export function findProducers(entries: readonly Entry[]): Producers {
  const required = entries.map(requiredIds);
  const { byThing, byPath } = returnedThings(entries);
  const known = new Map<string, readonly Producer[]>();

  function producersOf({ thing, collection }: RequiredId): readonly Producer[] {
    const key = `${thing} ${collection}`;
    const found = known.get(key) ?? find(thing, collection);
    known.set(key, found);
    return found;
  }

  function find(thing: string, collection: string): readonly Producer[] {
    const own = byPath.get(collection);
    const all = new Set([...(own === undefined ? [] : [own]), ...(byThing.get(thing) ?? [])]);
    return [...all]
      .filter((index) => required[index]?.every((id) => id.thing !== thing))
      .map((index) => {
        // What the consumer requires too is known by then.
        const more = required[index]?.filter(({ parameter }) => !collection.includes(`{${parameter}}`)).length ?? 0;
        const { name = "", path = "" } = entries[index] ?? {};
        return { index, strength: index === own ? 1 : 1 / (1 + more / 2), isSearch: /search|find|lookup|query/i.test(`${name} ${path}`) };
      })
      .sort((a, b) => b.strength - a.strength || Number(b.isSearch) - Number(a.isSearch) || a.index - b.index);
  }

  return { of: (index) => (required[index] ?? []).map((id) => ({ id, producers: producersOf(id) })) };
}

/** Words at the end of the name of an id. */
const idWords = wordSet("guid handle id ids key keys login number ref sha slug uuid uuids");
const opaqueIdWords = wordSet("guid id ids uuid uuids");

/** Words at the end of a schema's name that do not say what it describes. */
const formWords = wordSet(
  "base collection data detail details dto full info item list minimal model object page paging response result schema simple summary",
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** The ids that a tool requires, by the names of its required parameters and what stands before them in the path. */
function requiredIds({ path, parameters }: Entry): readonly RequiredId[] {
  const segments = segmentsOf(path);
  const lastThing = thingOf(segments.findLast((segment) => !isTemplate(segment)) ?? "");
  return parameters.flatMap(({ name, isRequired }): RequiredId[] => {
    if (!isRequired) return [];
    const at = segments.indexOf(`{${name}}`);
    const before = segments[at - 1] ?? "";
    // `/albums?ids=1,2` requires ids of albums.
    const holder = at === -1 ? lastThing : isTemplate(before) ? "" : thingOf(before);
    const thing = identifiedBy(name) || holder;
    // `{branch}` after `branches` is one too.
    if (thing === "" || !(isId(name) || (at !== -1 && thing === holder))) return [];
    const collection = at === -1 || holder === "" ? "" : `/${segments.slice(0, at).join("/")}`;
    return [{ parameter: name, thing, collection, isOpaque: isOpaqueId(name) }];
  });
}

/** The tools that return lists of things with ids, by the thing, and by the path of the list. */
function returnedThings(entries: readonly Entry[]) {
  const byThing = new Map<string, Set<number>>();
  const byPath = new Map<string, number>();
  for (const [index, { actions, path, returned }] of entries.entries()) {
    if ((actions.length > 0 && !actions.includes("read")) || path.endsWith("}")) continue;
    byPath.set(path, index);
    const lists = returned.filter(({ isListed, members }) => isListed && members.some(isId));
    const names = lists.flatMap((list) => list.names);
    // An answer of an unknown form may be such a list; then the path says of what.
    if (lists.length > 0 || returned.length === 0)
      names.push(
        ...segmentsOf(path)
          .filter((segment) => !isTemplate(segment))
          .slice(-2),
      );
    for (const name of names) {
      const thing = thingOf(name);
      byThing.set(thing, (byThing.get(thing) ?? new Set()).add(index));
    }
  }
  return { byThing, byPath };
}

const isId = remembering((name) => idWords.has(lastPart(name)));
const isOpaqueId = remembering((name) => opaqueIdWords.has(lastPart(name)));

function lastPart(name: string): string {
  return partsOf(name).at(-1)?.toLowerCase() ?? "";
}

/** The word of a name that says what it is of, as a stem: `movie` of `MovieListResponse` and of `popular_movies`. */
const thingOf = remembering((name) => {
  const parts = partsOf(name).filter((part) => !formWords.has(part.toLowerCase()));
  return wordsOf(parts.join(" ")).at(-1) ?? "";
});

/** What a parameter identifies by its name: `movie` by `movie_id`, nothing by `id`. */
const identifiedBy = remembering((name) => {
  const parts = partsOf(name);
  return thingOf((isId(name) ? parts.slice(0, -1) : parts).join(" "));
});

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function isTemplate(segment: string): boolean {
  return segment.startsWith("{");
}
