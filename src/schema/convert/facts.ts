import type { Code } from "../../diagnostic/diagnostic.ts";
import { isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { type Origin, originOfValue, type Path, pointerOf, type Tree } from "../../source/tree.ts";
import { tooManyReferences } from "../codes.ts";
import { components } from "../components.ts";
import { createChainFinder, type InPlaceEdge, maxInPlace } from "../in-place.ts";
import { eachSubschema, isInPlace } from "../keywords.ts";
import type { PatternCheck } from "../patterns/pattern.ts";
import { type ReferencedSchema, referenceIn, referenceKeyword, type SchemaTable } from "../schema-table.ts";
import type { Direction, SchemaPlace } from "./converted.ts";
import type { Grammar } from "./dialect.ts";
import { invalidByPointer, originsIn, sound } from "./invalid-values.ts";
import type { Report } from "./values.ts";

/** Facts about a schema and all schemas that it refers to, directly or indirectly. */
export interface Facts {
  /** Whether the input schema differs from the authored schema, since some `readOnly` member is omitted. */
  readonly changesInput: boolean;
  /** Whether the output schema differs from the authored schema, since some `writeOnly` member is omitted or a closed object is opened. */
  readonly changesOutput: boolean;
  /** Whether some object schema is closed. */
  readonly hasClosed: boolean;
  /** The first pattern that the conversion omits. */
  readonly omittedPattern: OmittedPattern | undefined;
  /** The origins of invalid values and of references without a target, in the schema and all schemas that it refers to. */
  readonly broken: readonly Origin[];
}

/** A pattern that cannot be executed, in a keyword of the schema at `place`. */
export interface OmittedPattern {
  readonly place: SchemaPlace;
  readonly keyword: "pattern" | "patternProperties";
  readonly pattern: string;
  readonly code: Code<{ pattern: string }>;
}

export interface FactsOptions {
  readonly table: SchemaTable;
  readonly grammar: Grammar;
  readonly invalidPaths: ReadonlyMap<Tree, readonly Path[]>;
  readonly opened: boolean;
  readonly checkPattern: (pattern: string) => PatternCheck;
  readonly reportAt: (place: () => SchemaPlace) => Report;
}

export interface FactFinder {
  /** The facts of a schema that others refer to. */
  readonly of: (entry: ReferencedSchema) => Facts;
  /** The facts of any schema, by its place. */
  readonly at: (node: Json, place: () => SchemaPlace) => Facts;
  /** Whether a property is `readOnly` in an input, or `writeOnly` in an output. */
  readonly isOmitted: (property: Json, place: () => SchemaPlace, direction: Direction) => boolean;
  /** The origins of the invalid values at a location, inside the value there, or around it. */
  readonly invalidAt: (place: SchemaPlace) => readonly Origin[];
  /** Whether the reference of this schema would not terminate, since it leads back to the schema for the same value. */
  readonly isEndless: (schema: JsonObject) => boolean;
}

/** Facts about a schema alone, without the schemas that it refers to. */
interface OwnFacts extends Facts {
  readonly edges: readonly ReferencedSchema[];
  readonly inPlace: readonly InPlaceEdge[];
}

export function createFacts({ table, grammar, invalidPaths, opened, checkPattern, reportAt }: FactsOptions): FactFinder {
  const owns = new Map<ReferencedSchema, OwnFacts>();
  const settled = new Map<ReferencedSchema, Facts>();
  const endless = new Set<JsonObject>();
  const findLongChain = createChainFinder((from) => ownOf(from).inPlace.filter(({ schema }) => !endless.has(schema)));
  const invalidOf = invalidByPointer(invalidPaths);

  /** Finds the facts of a schema and of all schemas that it refers to. The facts of each schema are computed once. */
  function of(entry: ReferencedSchema): Facts {
    const known = settled.get(entry);
    if (known !== undefined) return known;
    const edgesOf = (from: ReferencedSchema) => (settled.has(from) ? [] : ownOf(from).edges);
    const found = components([entry], edgesOf).filter((members) => members.every((member) => !settled.has(member)));
    for (const members of found) cutEndless(members);
    for (const members of found) {
      const facts = withLongChain(join(members), findLongChain(members));
      for (const member of members) settled.set(member, facts);
    }
    return settled.get(entry) ?? join([entry]);
  }

  function at(node: Json, place: () => SchemaPlace): Facts {
    const own = findOwn({ node, place: place() });
    return joined([own, ...own.edges.map(of)]);
  }

  /** A schema at which a chain of schemas becomes too long is broken, unless a schema that it refers to was already reported. */
  function withLongChain(facts: Facts, end: ReferencedSchema | undefined): Facts {
    if (end === undefined || facts.broken.length > 0) return facts;
    reportAt(() => end.place)(tooManyReferences, { most: maxInPlace }, undefined);
    return { ...facts, broken: [originOfValue(end.place.tree, end.place.path)] };
  }

  function join(members: readonly ReferencedSchema[]): Facts {
    const all = members.map(ownOf);
    const reached = all.flatMap((own) => own.edges.flatMap((target) => settled.get(target) ?? []));
    return joined([...all, ...reached]);
  }

  function ownOf(entry: ReferencedSchema): OwnFacts {
    let own = owns.get(entry);
    if (own === undefined) {
      own = findOwn(entry);
      owns.set(entry, own);
    }
    return own;
  }

  function findOwn({ place: { tree, path }, node: root }: Pick<ReferencedSchema, "place" | "node">): OwnFacts {
    const edges = new Set<ReferencedSchema>();
    const inPlaceEdges: InPlaceEdge[] = [];
    const broken: Origin[] = [...invalidAt({ tree, path })];
    const steps: (string | number)[] = [...path];
    const here = () => ({ tree, path: [...steps] });
    let changesInput = false;
    let changesOutput = false;
    let hasClosed = false;
    let omittedPattern: OmittedPattern | undefined;

    // `inPlace` is the number of schemas up to `node` that apply to the same value; 0 if `node` applies to a part of the value.
    const walk = (node: Json, inPlace: number, inAllOf: boolean): void => {
      if (!isObject(node)) return;
      if (referenceIn(node, grammar) !== undefined) {
        const target = table.target(node, tree, here);
        if (target === undefined) broken.push(originOfValue(tree, [...steps, referenceKeyword(node, grammar)]));
        else {
          edges.add(target);
          if (inPlace > 0) inPlaceEdges.push({ target, schema: node, inAllOf, levels: inPlace });
        }
        if (!grammar.appliesReferenceSiblings) return;
      }
      hasClosed ||= isClosed(node);
      if (opened && hasClosed) changesOutput = true;
      omittedPattern ??= findOmittedPattern(node, here);
      eachSubschema(node, (child, keyword, step) => {
        steps.push(keyword);
        if (step !== undefined) steps.push(step);
        if (keyword === "properties") {
          changesInput ||= isOmitted(child, here, "input");
          changesOutput ||= isOmitted(child, here, "output");
        }
        walk(child, inPlace > 0 && isInPlace(keyword) ? inPlace + 1 : 0, inAllOf || keyword === "allOf");
        steps.pop();
        if (step !== undefined) steps.pop();
      });
    };
    walk(root, 1, false);
    return { edges: [...edges], inPlace: inPlaceEdges, changesInput, changesOutput, hasClosed, omittedPattern, broken };
  }

  /**
   * Marks references that would not terminate: cycles of references that all apply to the same value. First, the references in `allOf` are
   * marked. This is enough for inheritance, where the alternatives of a union have an `allOf` with the union itself. If a cycle remains,
   * all of its references are marked.
   */
  function cutEndless(members: readonly ReferencedSchema[]): void {
    const [only] = members;
    if (members.length === 1 && only !== undefined && !ownOf(only).inPlace.some(({ target }) => target === only)) return;
    const edgesOf = (from: ReferencedSchema) => ownOf(from).inPlace.filter(({ schema }) => !endless.has(schema));
    for (const keep of [(edge: InPlaceEdge) => edge.inAllOf, () => true]) {
      for (const cycle of components(members, (from) => edgesOf(from).map(({ target }) => target))) {
        const inCycle = new Set(cycle);
        const edges = cycle.flatMap((from) => edgesOf(from).filter(({ target }) => inCycle.has(target)));
        for (const edge of edges) if (keep(edge)) endless.add(edge.schema);
      }
    }
  }

  /** The first pattern that the conversion omits from the keywords of one schema. */
  function findOmittedPattern({ pattern, patternProperties }: JsonObject, here: () => SchemaPlace): OmittedPattern | undefined {
    const find = (keyword: OmittedPattern["keyword"], patterns: readonly string[]): OmittedPattern | undefined => {
      for (const each of patterns) {
        const result = checkPattern(each);
        if (result.kind !== "safe") return { place: here(), keyword, pattern: each, code: result.code };
      }
      return undefined;
    };
    return (
      find("pattern", typeof pattern === "string" ? [pattern] : []) ??
      find("patternProperties", isObject(patternProperties) ? Object.keys(patternProperties) : [])
    );
  }

  /** Whether a property is omitted: `readOnly` or `writeOnly` may be in the property's schema or in a schema that it refers to. */
  function isOmitted(property: Json, place: () => SchemaPlace, direction: Direction): boolean {
    const mark = direction === "input" ? "readOnly" : "writeOnly";
    let node = property;
    let here = place;
    // The number of links is limited, since a chain of references may be a cycle. No chain in practice has a hundred links.
    for (let links = 0; links < 100 && isObject(node); links++) {
      if (node[mark] === true) return true;
      if (referenceIn(node, grammar) === undefined) return false;
      const target = table.target(node, here().tree, here);
      if (target === undefined) return false;
      node = target.node;
      here = () => target.place;
    }
    return false;
  }

  function invalidAt({ tree, path }: SchemaPlace): readonly Origin[] {
    const index = invalidOf.get(tree);
    if (index === undefined) return sound;
    const within = index.within.get(pointerOf(path)) ?? [];
    const around = path.flatMap((_, length) => index.exact.get(pointerOf(path.slice(0, length))) ?? []);
    return within.length + around.length === 0 ? sound : [...around, ...within];
  }

  return { of, at, isOmitted, invalidAt, isEndless: (schema) => endless.size > 0 && endless.has(schema) };
}

function joined(all: readonly Facts[]): Facts {
  return {
    changesInput: all.some((each) => each.changesInput),
    changesOutput: all.some((each) => each.changesOutput),
    hasClosed: all.some((each) => each.hasClosed),
    omittedPattern: all.find((each) => each.omittedPattern !== undefined)?.omittedPattern,
    broken: originsIn(all.map((each) => each.broken)),
  };
}

/** Whether the conversion for a direction makes a schema wider: it omits members or patterns, or opens objects. */
export function widens(facts: Facts, direction: Direction): boolean {
  return changesIn(facts, direction) || facts.omittedPattern !== undefined;
}

export function changesIn(facts: Facts, direction: Direction): boolean {
  return direction === "input" ? facts.changesInput : facts.changesOutput;
}

function isClosed(schema: JsonObject): boolean {
  return schema.additionalProperties === false || schema.unevaluatedProperties === false;
}
