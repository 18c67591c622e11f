import type { Diagnostic } from "../../../diagnostic/diagnostic.ts";
import type { JsonObject } from "../../../source/json.ts";
import type { Path, Tree, TreeLocation } from "../../../source/tree.ts";
import type { OpenApiVersion } from "../operation.ts";
import type { Repair } from "../repair.ts";

/** What the standard allows at one place. The tables of each version are made of these; `walk` holds a document against them. */
export type Shape = ScalarShape | ChoiceShape | EitherShape | ListShape | MapShape | ObjectShape;

/** `test` says what is wrong with a value of the right type, to follow "This value". */
export interface ScalarShape {
  readonly kind: "any" | "text" | "flag" | "number" | "integer";
  readonly test: ((value: string | number) => string | undefined) | undefined;
}

export interface ChoiceShape {
  readonly kind: "choice";
  readonly values: readonly (string | boolean)[];
}

/** One value of a shape or a list of them, such as JSON Schema's `type`. */
export interface EitherShape {
  readonly kind: "either";
  readonly of: Shape;
  readonly many: ListShape;
}

export interface ListShape {
  readonly kind: "list";
  readonly of: Shape;
  readonly least: number;
  /** Whether an item may stand there twice. */
  readonly items: "any" | "unique";
}

export interface MapShape {
  readonly kind: "map";
  readonly of: Shape;
  readonly extensions: "allowed" | "none";
  /** Why a key cannot be one; such an entry is walked all the same. */
  readonly testKey: ((key: string) => string | undefined) | undefined;
}

export interface ObjectShape {
  readonly kind: "object";
  /** The standard's name for it, such as "Parameter Object". */
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly required: readonly { readonly name: string; readonly need: Field["need"] }[];
  /** Fields whose names are not fixed, such as status codes; `undefined` where one is not a field. */
  readonly pattern: ((name: string) => Field | undefined) | undefined;
  /** `extended`: only `x-` members may be added; `open`: any; `closed`: none. */
  readonly others: "extended" | "open" | "closed";
  /** Says something of a name that the table does not have, other than that it is unknown; gives whether it did. */
  readonly checkOther: ((name: string, visit: Visit) => boolean) | undefined;
  /** Whether a `$ref` may stand there: in its place (`instead`), or as one keyword beside others (`beside`). */
  readonly reference: "none" | "instead" | "beside";
  /** Whether `true` and `false` are values of it, as of a JSON Schema. */
  readonly boolean: "allowed" | "refused";
  /** What the table cannot say. It sees the value before its fields are walked. */
  readonly check: ((value: JsonObject, visit: Visit) => void) | undefined;
  /** The same for a Reference Object that stands in its place. */
  readonly checkBeside: ((value: JsonObject, visit: Visit) => void) | undefined;
}

export interface Field {
  readonly shape: Shape;
  /** Whether a call can be made, or its answer understood, without it. A fault in what is vital makes what holds it unusable. */
  readonly need: "vital" | "minor";
}

/** What a message calls a value of a shape. */
export function shapeName(shape: Shape): string {
  switch (shape.kind) {
    case "object":
      return shape.name;
    case "map":
      return `map of ${shapeName(shape.of)}s`;
    case "list":
      return `list of ${shapeName(shape.of)}s`;
    case "either":
    case "choice":
      return "value";
    default:
      return shape.kind === "any" ? "value" : shape.kind === "integer" ? "number" : shape.kind;
  }
}

export const anything: Shape = { kind: "any", test: undefined };
export const string: Shape = { kind: "text", test: undefined };
export const nonEmptyString: Shape = { kind: "text", test: (value) => (value === "" ? "must not be empty" : undefined) };
export const boolean: Shape = { kind: "flag", test: undefined };
export const numeric: Shape = { kind: "number", test: undefined };
export const count: Shape = { kind: "integer", test: (value) => (Number(value) < 0 ? "is below 0" : undefined) };

export function stringThat(test: (value: string) => string | undefined): Shape {
  return { kind: "text", test: (value) => test(String(value)) };
}

/** RFC 3986 §4.1: what stands for a URI or part of one. `{}` are let be, since templates are common and harmless. */
export const uri: Shape = stringThat((value) =>
  /[\s<>"\\^`|\x00-\x1f]|%(?![0-9A-Fa-f]{2})/.test(value) ? "is not an address" : undefined,
);

export const email: Shape = stringThat((value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "is not an e-mail address"));

export function choice(...values: readonly (string | boolean)[]): ChoiceShape {
  return { kind: "choice", values };
}

export function listOf(of: Shape, limits: Partial<Pick<ListShape, "least" | "items">> = {}): ListShape {
  return { kind: "list", of, least: 0, items: "any", ...limits };
}

export function mapOf(of: Shape, limits: Partial<Pick<MapShape, "extensions" | "testKey">> = {}): MapShape {
  return { kind: "map", of, extensions: "none", testKey: undefined, ...limits };
}

/** A field without which a call can be made all the same: an error in it costs nothing but itself. */
export function minor(shape: Shape): Field {
  return { shape, need: "minor" };
}

export interface ShapeFields {
  readonly [name: string]: Shape | Field;
}

type Options = Partial<Omit<ObjectShape, "kind" | "name" | "fields" | "required">>;

export function either(of: Shape): EitherShape {
  return { kind: "either", of, many: listOf(of, { least: 1, items: "unique" }) };
}

/**
 * An object of the standard. A name with `!` behind it is required, and where it is vital its absence is a fault;
 * with `!?` behind it its absence is an error that costs nothing. The fields are a function, since objects hold each other.
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
    boolean: "refused",
    check: undefined,
    checkBeside: undefined,
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

/** The file part of a `$ref`, from the file that it stands in. */
export type FindTree = (from: Tree, uri: string) => Tree | undefined;

/** What a check gathers. Only `complain` and `refuse` add to it. */
export interface ValidationSession {
  readonly version: OpenApiVersion;
  /** Of the document that is checked; a file that it refers to has none of its own. */
  readonly root: Tree;
  readonly find: FindTree;
  readonly diagnostics: Diagnostic[];
  readonly faults: Map<Tree, Path[]>;
  /** The trees that are checked. */
  readonly files: Set<Tree>;
  readonly references: PendingReference[];
  /** Whether the values that are not as the standard has them were repaired before; what is left of them cannot be. */
  readonly isRepaired: boolean;
  readonly repairs: Repair[];
  /** Links, discriminators and the like, which are checked once everything has been read. */
  readonly deferredChecks: (() => void)[];
  /** The `operationId`s that links lead to, and where they say so. */
  readonly links: { readonly tree: Tree; readonly path: Path; readonly name: string }[];
}

/** A `$ref` that was met, and what the standard wants it to lead to; or a value that one led to before it was repaired. */
export interface PendingReference {
  readonly tree: Tree;
  /** Of the object that holds it. */
  readonly path: Path;
  readonly to: string | TreeLocation;
  readonly shape: Shape;
  readonly need: "vital" | "minor";
  /** Whether the standard has no reference there. */
  readonly isMisplaced: boolean;
}

/** Where a walk is. It moves with the walk; a path is copied only when something is said about it. */
export interface Visit {
  readonly session: ValidationSession;
  readonly tree: Tree;
  readonly path: (string | number)[];
  /** Whether what stands here is needed; see `Field.need`. */
  need: "vital" | "minor";
}
