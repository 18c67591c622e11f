import { isArray, type Json, type JsonObject } from "../../../../source/json/json.ts";
import { valueKey } from "../../../../source/json/value-key.ts";
import { keywordsOf, keywordsOfKind, typeNames } from "../assertion-keywords.ts";
import { assertionsIn, typesOf } from "../assertions-in.ts";
import { type Assertion, anyType, type NormalSchema, typeBitOf, typeBits } from "../normal-schema.ts";

/** A part of a schema that rejects some value that the same part of another schema accepts. */
export interface Narrowing {
  /** The path of the part in a value: names of members and indices of items, and `*` for any other member or item. */
  readonly path: readonly string[];
  /** The kind of the assertion that rejects the value. */
  readonly kind: Assertion["kind"];
  /** The name of the required member, if `kind` is `required`. */
  readonly required: string | undefined;
  /**
   * Whether the other schema only lists more than this part does: values of the types that this part lists, or alternatives beside all
   * alternatives of this part.
   */
  readonly isAddition: boolean;
  /** The keywords of this part of the schema and of the other one that decide; empty if the assertions contain schemas. */
  readonly wide: JsonObject;
  readonly narrow: JsonObject;
  /** A value that this part of the schema rejects, but the other schema accepts; `undefined` if the comparison was undecided. */
  readonly value: Json | undefined;
}

export interface Narrowings {
  readonly found: readonly Narrowing[];
  /** Whether the search ended at a limit, so that there may be more. */
  readonly isCut: boolean;
}

/** A narrowing with a key of the schemas that it is about. */
export interface Found extends Narrowing {
  readonly schemas: string;
}

/** The keywords of an assertion, and those of `sub` of the same kind. */
export function keywordsOfBoth(assertion: Assertion, sub: NormalSchema): Pick<Narrowing, "wide" | "narrow"> {
  const types = typesOf(sub);
  const narrow = assertion.kind === "types" && types !== anyType ? { type: typeNames(types) } : keywordsOfKind(sub, assertion.kind);
  return { wide: keywordsOf(assertion), narrow };
}

/** How many narrowings count for a limit. What is only new takes no place of others. */
export function breaksIn(found: Iterable<Found>): number {
  return [...found].filter(({ isAddition }) => !isAddition).length;
}

/** The additions, and as many of the other narrowings as are listed. */
export function listedOf(found: Iterable<Found>, most: number): readonly Found[] {
  let count = 0;
  return [...found].filter(({ isAddition }) => isAddition || count++ < most);
}

/**
 * Removes the narrowings that a recursive schema repeats. A repeated narrowing has the same schemas as another narrowing, and its path ends
 * with the path of the other.
 */
export function withoutRepetitions(found: readonly Found[]): Narrowing[] {
  const isRepeated = ({ path, schemas }: Found) =>
    found.some(
      (other) =>
        other.schemas === schemas &&
        other.path.length < path.length &&
        other.path.every((step, index) => step === path[path.length - other.path.length + index]),
    );
  return found.filter((each) => !isRepeated(each)).map(({ schemas: _schemas, ...narrowing }) => narrowing);
}

/** Whether a list of values got one of the types that `sup` allows. */
export function hasNewValue({ wide, narrow }: Found, sup: NormalSchema): boolean {
  const [former, next] = [wide.enum, narrow.enum].map((values) => (isArray(values) ? values : undefined));
  const known = new Set(former?.map(valueKey));
  return (
    former === undefined ||
    next === undefined ||
    next.some((value) => !known.has(valueKey(value)) && (typeBitOf(value) & allowedTypes(sup)) !== 0)
  );
}

/** The bit of null if `type` names it. Beside it, authors list the other values alone and mean that null is one of them. */
export function nullIn(schema: NormalSchema): number {
  const types = allowedTypes(schema);
  return types === anyType ? 0 : types & typeBits.null;
}

/** The types that `type` allows, whatever values are listed. */
function allowedTypes(schema: NormalSchema): number {
  return assertionsIn(schema).reduce((types, each) => (each.kind === "types" ? types & each.types : types), anyType);
}
