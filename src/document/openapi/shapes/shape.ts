import type { Diagnostic } from "../../../diagnostic/diagnostic.ts";
import type { JsonObject } from "../../../source/json.ts";
import type { Path, Tree, TreeLocation } from "../../../source/tree.ts";
import type { OpenApiVersion } from "../operation.ts";
import type { Repair } from "../repair.ts";

/** What the standard allows at one place. The tables of each version consist of shapes; `walk` checks a document against them. */
export type Shape = ScalarShape | ChoiceShape | EitherShape | ListShape | MapShape | ObjectShape;

/** `test` returns what is wrong with a value of the right type, as the end of a sentence that begins with "This value". */
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
  /** Whether an item may occur twice. */
  readonly items: "any" | "unique";
}

export interface MapShape {
  readonly kind: "map";
  readonly of: Shape;
  readonly extensions: "allowed" | "none";
  /** Returns why a key is invalid. The value of such an entry is still checked. */
  readonly testKey: ((key: string) => string | undefined) | undefined;
}

export interface ObjectShape {
  readonly kind: "object";
  /** The standard's name for it, such as "Parameter Object". */
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly required: readonly { readonly name: string; readonly need: Field["need"] }[];
  /** Fields whose names are not fixed, such as status codes; `undefined` for a name that is not a field. */
  readonly pattern: ((name: string) => Field | undefined) | undefined;
  /** `extended`: only `x-` members may be added; `open`: any; `closed`: none. */
  readonly others: "extended" | "open" | "closed";
  /** Reports an unknown field by a more specific diagnostic; returns whether it did. */
  readonly checkOther: ((name: string, visit: Visit) => boolean) | undefined;
  /** Whether a `$ref` is allowed: in its place (`instead`), or as one keyword beside others (`beside`). */
  readonly reference: "none" | "instead" | "beside";
  /** Whether `true` and `false` are allowed, as in a JSON Schema. */
  readonly boolean: "allowed" | "refused";
  /** A check that the table cannot express. It runs before the fields are checked. */
  readonly check: ((value: JsonObject, visit: Visit) => void) | undefined;
  /** The same for a Reference Object in its place. */
  readonly checkBeside: ((value: JsonObject, visit: Visit) => void) | undefined;
}

export interface Field {
  readonly shape: Shape;
  /** Whether a call can be made, or its result understood, without it. An invalid value of a vital field makes its parent invalid too. */
  readonly need: "vital" | "minor";
}

/** The name of a shape in messages. */
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

/** RFC 3986 §4.1: a URI reference. `{}` are allowed, since templates are common and harmless. */
export const uri: Shape = stringThat((value) =>
  /[\s<>"\\^`|\x00-\x1f]|%(?![0-9A-Fa-f]{2})/.test(value) ? "is not an address" : undefined,
);

export const email: Shape = stringThat((value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "is not an e-mail address"));

export function choice(...values: readonly (string | boolean)[]): ChoiceShape {
  return { kind: "choice", values };
}

export function listShape(of: Shape, limits: Partial<Pick<ListShape, "least" | "items">> = {}): ListShape {
  return { kind: "list", of, least: 0, items: "any", ...limits };
}

export function mapOf(of: Shape, limits: Partial<Pick<MapShape, "extensions" | "testKey">> = {}): MapShape {
  return { kind: "map", of, extensions: "none", testKey: undefined, ...limits };
}

/** A field that no call needs: an error in it makes nothing else unusable. */
export function minor(shape: Shape): Field {
  return { shape, need: "minor" };
}

export interface ShapeFields {
  readonly [name: string]: Shape | Field;
}

type Options = Partial<Omit<ObjectShape, "kind" | "name" | "fields" | "required">>;

export function either(of: Shape): EitherShape {
  return { kind: "either", of, many: listShape(of, { least: 1, items: "unique" }) };
}

/**
 * An object of the standard. A name with the suffix `!` is required, and an object without it is invalid if the field is vital;
 * with the suffix `!?` its absence is only reported. The fields are a function, since objects contain each other.
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

/** Finds the tree of the file part of a `$ref`, from the file that has the reference. */
export type FindTree = (from: Tree, uri: string) => Tree | undefined;

/** The state of a check. Only `reportFinding` and `reject` add diagnostics. */
export interface ValidationSession {
  readonly version: OpenApiVersion;
  /** Of the document that is checked; a file that it refers to has none of its own. */
  readonly root: Tree;
  readonly find: FindTree;
  readonly diagnostics: Diagnostic[];
  readonly invalidPaths: Map<Tree, Path[]>;
  /** The trees that are checked. */
  readonly files: Set<Tree>;
  readonly references: PendingReference[];
  /** Whether the document was repaired before; remaining violations cannot be repaired. */
  readonly isRepaired: boolean;
  readonly repairs: Repair[];
  /** Links, discriminators and the like, which are checked once everything has been read. */
  readonly deferredChecks: (() => void)[];
  /** The `operationId`s that links refer to, with their places. */
  readonly links: { readonly tree: Tree; readonly path: Path; readonly name: string }[];
}

/** A `$ref` to check, and the shape that the standard expects of its target; or a value that was inserted by a repair. */
export interface PendingReference {
  readonly tree: Tree;
  /** Of the object that has it. */
  readonly path: Path;
  readonly to: string | TreeLocation;
  readonly shape: Shape;
  readonly need: "vital" | "minor";
  /** Whether the standard allows no reference there. */
  readonly isMisplaced: boolean;
}

/** The current position of a check. It changes during the walk; a path is copied only for a diagnostic. */
export interface Visit {
  readonly session: ValidationSession;
  readonly tree: Tree;
  readonly path: (string | number)[];
  /** Whether the current value is needed; see `Field.need`. */
  need: "vital" | "minor";
}
