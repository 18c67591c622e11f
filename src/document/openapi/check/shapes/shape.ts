import type { Diagnostic } from "../../../../diagnostic/diagnostic.ts";
import type { JsonObject } from "../../../../source/json/json.ts";
import type { Path, Tree, TreeLocation } from "../../../../source/tree.ts";
import type { OpenApiVersion } from "../../read/operation.ts";
import type { Repair } from "../repair.ts";

/** Describes the values that the standard allows in one place. `walk` checks a document against the shapes of its OpenAPI version. */
export type Shape = ScalarShape | ChoiceShape | EitherShape | ArrayShape | MapShape | ObjectShape;

/** `test` returns why a value of the right type is invalid, as the end of a sentence that begins with "This value". */
export interface ScalarShape {
  readonly kind: "any" | "string" | "boolean" | "number" | "integer" | "flag or number";
  readonly test: ((value: string | number) => string | undefined) | undefined;
}

export interface ChoiceShape {
  readonly kind: "choice";
  readonly values: readonly (string | boolean)[];
}

/** One value of the shape `of`, or an array of such values, as in JSON Schema's `type`. */
export interface EitherShape {
  readonly kind: "either";
  readonly of: Shape;
  readonly many: ArrayShape;
}

export interface ArrayShape {
  readonly kind: "array";
  readonly of: Shape;
  readonly least: number;
  /** `unique`: no item may occur twice. */
  readonly items: "any" | "unique";
}

export interface MapShape {
  readonly kind: "map";
  readonly of: Shape;
  readonly extensions: "allowed" | "none";
  /** Returns why a key is invalid; `undefined` if the key is valid. The value of an invalid key is still checked. */
  readonly testKey: ((key: string) => string | undefined) | undefined;
}

export interface ObjectShape {
  readonly kind: "object";
  /** The standard's name for the object, such as "Parameter Object". */
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly required: readonly { readonly name: string; readonly need: Field["need"] }[];
  /** Returns the field for a name that is not fixed, such as a status code; `undefined` if the name is not a field. */
  readonly pattern: ((name: string) => Field | undefined) | undefined;
  /** Which other members are allowed: only members that begin with `x-` (`extended`), all (`open`) or none (`closed`). */
  readonly others: "extended" | "open" | "closed";
  /** May report an unknown field with a more specific diagnostic. Returns false if the field is still to be reported as unknown. */
  readonly checkOther: ((name: string, visit: Visit) => boolean) | undefined;
  /** Whether a `$ref` is allowed: not at all (`none`), in place of the object (`instead`), or as one keyword beside its siblings (`with-siblings`). */
  readonly reference: "none" | "instead" | "with-siblings";
  /** Whether `true` and `false` are allowed in place of the object, as for a JSON Schema. */
  readonly boolean: "allowed" | "none";
  /** What null in place of the object means: nothing, or an object without members (`empty`), as for a schema that someone left out. */
  readonly null: "empty" | "none";
  /** The members of a value that have no meaning beside its others, so their values are not checked; absent if each has one. */
  readonly meaningless?: (value: JsonObject) => readonly string[];
  /** A check that `fields` cannot express. It runs before the fields are checked. */
  readonly check: ((value: JsonObject, visit: Visit) => void) | undefined;
  /** A check of a Reference Object that is in place of this object. */
  readonly checkSiblings: ((value: JsonObject, visit: Visit) => void) | undefined;
}

export interface Field {
  readonly shape: Shape;
  /**
   * `minor`: calls can be made, and their results read, without the field. An invalid value of a `vital` field makes the object that has
   * the field invalid too.
   */
  readonly need: "vital" | "minor";
}

/** The name of a shape in messages. */
export function shapeName(shape: Shape): string {
  switch (shape.kind) {
    case "object":
      return shape.name;
    case "map":
      return `map of ${shapeName(shape.of)}s`;
    case "array":
      return `array of ${shapeName(shape.of)}s`;
    case "either":
    case "choice":
      return "value";
    default:
      return shape.kind === "any" ? "value" : shape.kind === "integer" || shape.kind === "flag or number" ? "number" : shape.kind;
  }
}

export const anything: Shape = { kind: "any", test: undefined };
export const string: Shape = { kind: "string", test: undefined };
export const nonEmptyString: Shape = { kind: "string", test: (value) => (value === "" ? "must not be empty" : undefined) };
export const boolean: Shape = { kind: "boolean", test: undefined };
export const numeric: Shape = { kind: "number", test: undefined };
/** `exclusiveMinimum` and `exclusiveMaximum`: flags in draft-04, which later drafts made numbers. */
export const exclusiveBound: Shape = { kind: "flag or number", test: undefined };
export const count: Shape = { kind: "integer", test: (value) => (Number(value) < 0 ? "is below 0" : undefined) };

export function stringThat(test: (value: string) => string | undefined): Shape {
  return { kind: "string", test: (value) => test(String(value)) };
}

/** A URI reference (RFC 3986 §4.1). Braces are allowed, since templates are common and harmless. */
export const uri: Shape = stringThat((value) =>
  /[\s<>"\\^`|\x00-\x1f]|%(?![0-9A-Fa-f]{2})/.test(value) ? "is not a valid URL" : undefined,
);

export const email: Shape = stringThat((value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "is not an e-mail address"));

export function choice(...values: readonly (string | boolean)[]): ChoiceShape {
  return { kind: "choice", values };
}

export function arrayOf(of: Shape, limits: Partial<Pick<ArrayShape, "least" | "items">> = {}): ArrayShape {
  return { kind: "array", of, least: 0, items: "any", ...limits };
}

export function mapOf(of: Shape, limits: Partial<Pick<MapShape, "extensions" | "testKey">> = {}): MapShape {
  return { kind: "map", of, extensions: "none", testKey: undefined, ...limits };
}

/** A field that no call needs. An error in the field makes no other value invalid. */
export function minor(shape: Shape): Field {
  return { shape, need: "minor" };
}

export interface ShapeFields {
  readonly [name: string]: Shape | Field;
}

type Options = Partial<Omit<ObjectShape, "kind" | "name" | "fields" | "required">>;

export function either(of: Shape): EitherShape {
  return { kind: "either", of, many: arrayOf(of, { least: 1, items: "unique" }) };
}

/**
 * The shape of an object of the standard. The suffix `!` of a name marks a required field: the absence of a vital field makes the object
 * invalid. The suffix `!?` marks a field whose absence is only reported. `fields` is a function, since shapes may be recursive.
 */
export function objectOf(name: string, fields: () => ShapeFields, options: Options = {}): ObjectShape {
  let table: Pick<ObjectShape, "fields" | "required"> | undefined;
  const read = () => (table ??= tableOf(fields()));
  return {
    kind: "object",
    name,
    get fields() {
      return read().fields;
    },
    get required() {
      return read().required;
    },
    pattern: undefined,
    others: "extended",
    checkOther: undefined,
    reference: "none",
    boolean: "none",
    null: "none",
    check: undefined,
    checkSiblings: undefined,
    ...options,
  };
}

function tableOf(fields: ShapeFields): Pick<ObjectShape, "fields" | "required"> {
  const named = Object.entries(fields).map(([key, value]) => {
    const field: Field = "need" in value ? value : { shape: value, need: "vital" };
    const [, name = key, mark = ""] = /^(.*?)(!\??)?$/.exec(key) ?? [];
    return { name, mark, field };
  });
  return {
    fields: new Map(named.map(({ name, field }) => [name, field])),
    required: named.flatMap(({ name, mark, field }) => (mark === "" ? [] : [{ name, need: mark === "!" ? field.need : "minor" }])),
  };
}

/** Finds the tree of the file that a `$ref` in another file refers to. */
export type FindTree = (from: Tree, uri: string) => Tree | undefined;

/** The state of the check of one document. Only `reportFinding` and `reject` add diagnostics. */
export interface ValidationSession {
  readonly version: OpenApiVersion;
  /** The tree of the document. Its OpenAPI version also applies to the files that it refers to. */
  readonly root: Tree;
  readonly find: FindTree;
  readonly diagnostics: Diagnostic[];
  readonly invalidPaths: Map<Tree, Path[]>;
  /** The trees that were checked: the document, and the files that it refers to. */
  readonly files: Set<Tree>;
  readonly references: PendingReference[];
  /** Whether the document was repaired before. If it was, remaining violations are not repaired. */
  readonly isRepaired: boolean;
  readonly repairs: Repair[];
  /** How many more names may be compared for suggestions; see `suggest`. */
  readonly comparisons: { left: number };
  /** How many more schemas may be searched for the descriptions of properties; see `schemasAround`. */
  readonly searches: { left: number };
  /** Checks of links and discriminators, which run after all references are resolved. */
  readonly deferredChecks: (() => void)[];
  /** The `operationId`s that links refer to, with their locations. */
  readonly links: { readonly tree: Tree; readonly path: Path; readonly name: string }[];
}

/**
 * A `$ref`, or a value that a repair has inserted, that is checked after the document. `shape` is what the standard expects in its place.
 */
export interface PendingReference {
  readonly tree: Tree;
  /** The path of the object that has the `$ref`, or the path of the inserted value in the repaired tree. */
  readonly path: Path;
  readonly to: string | TreeLocation;
  readonly shape: Shape;
  readonly need: "vital" | "minor";
  /** Whether the standard allows no reference at this location. */
  readonly isMisplaced: boolean;
}

/** The current position of a check. It changes during the walk, since a path is copied only for a diagnostic. */
export interface Visit {
  readonly session: ValidationSession;
  readonly tree: Tree;
  readonly path: (string | number)[];
  /** Whether calls need the value at the current position; see `Field.need`. */
  need: "vital" | "minor";
}
