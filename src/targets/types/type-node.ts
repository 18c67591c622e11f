import type { Json } from "../../source/json/json.ts";

/** A TypeScript type before it is printed. */
export type TypeNode = KeywordType | LiteralType | ReferenceType | ArrayType | TupleType | ObjectType | UnionType | IntersectionType;

export interface KeywordType {
  readonly kind: "keyword";
  readonly name: "unknown" | "never" | "string" | "number" | "boolean" | "null" | "Blob" | "(string & {})";
}

export interface LiteralType {
  readonly kind: "literal";
  readonly value: Json;
}

/** A reference to a declared type. */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
}

export interface ArrayType {
  readonly kind: "array";
  readonly item: TypeNode;
}

export interface TupleType {
  readonly kind: "tuple";
  readonly elements: readonly TypeNode[];
  /** How many of `elements` are required, counted from the first. */
  readonly required: number;
  /** The type of the elements after `elements`; `undefined` if the tuple has no further elements. */
  readonly rest: TypeNode | undefined;
}

export interface ObjectType {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, Member>;
  /** The type of the index signature; `undefined` if the type has no index signature. */
  readonly index: TypeNode | undefined;
}

export interface Member {
  readonly type: TypeNode;
  readonly optional: boolean;
  /** The documentation comment of the member is generated from this schema. */
  readonly schema: Json;
}

export interface UnionType {
  readonly kind: "union";
  readonly members: readonly TypeNode[];
}

export interface IntersectionType {
  readonly kind: "intersection";
  readonly members: readonly TypeNode[];
}

export const unknownTypeNode: TypeNode = { kind: "keyword", name: "unknown" };
export const neverType: TypeNode = { kind: "keyword", name: "never" };
export const stringType: TypeNode = { kind: "keyword", name: "string" };
export const numberType: TypeNode = { kind: "keyword", name: "number" };
export const booleanType: TypeNode = { kind: "keyword", name: "boolean" };
export const nullType: TypeNode = { kind: "keyword", name: "null" };
export const blobType: TypeNode = { kind: "keyword", name: "Blob" };
/** Any string. TypeScript does not merge this type with the string literals of a union, so editors suggest the literals. */
export const anyStringType: TypeNode = { kind: "keyword", name: "(string & {})" };
/**
 * Any object: the type of a schema with `type: object` alone. In an intersection with another object type, `anyObjectType` has no effect.
 */
export const anyObjectType: TypeNode = { kind: "object", members: new Map(), index: unknownTypeNode };

export function literalType(value: Json): TypeNode {
  return value === null ? nullType : { kind: "literal", value };
}

/** Replaces `string` by `anyStringType`. */
export function keepStringSuggestions(type: TypeNode): TypeNode {
  if (type.kind === "union")
    return type.members.includes(stringType) ? { ...type, members: type.members.map(keepStringSuggestions) } : type;
  return type === stringType ? anyStringType : type;
}

/** The union of types. `unknown` absorbs all other types. `never` and duplicates are removed, and so is `"a"` from `"a" | string`. */
export function unionOf(types: readonly TypeNode[]): TypeNode {
  if (types.length === 1 && types[0] !== undefined) return types[0];
  const flat = types.some(({ kind }) => kind === "union")
    ? types.flatMap((type) => (type.kind === "union" ? type.members : [type]))
    : types;
  if (flat.includes(unknownTypeNode)) return unknownTypeNode;
  const seen = new Set<unknown>();
  for (const type of flat) if (type.kind === "keyword") seen.add(type);
  const isOpen = seen.has(anyStringType);
  const members: TypeNode[] = [];
  const once = new Set<unknown>();
  for (const type of flat) {
    if (type === neverType || (isOpen ? type === stringType : seen.has(keywordOf(type)))) continue;
    const identity = identityOf(type);
    if (once.has(identity)) continue;
    once.add(identity);
    members.push(type);
  }
  const [only] = members;
  if (only === undefined) return neverType;
  return members.length === 1 ? only : { kind: "union", members };
}

/** A key that is the same for equal simple types. Large types may have different keys although they are equal. */
export function identityOf(type: TypeNode): unknown {
  if (type.kind === "reference") return `reference ${type.name}`;
  if (type.kind === "array" && type.item.kind !== "array")
    return typeof identityOf(type.item) === "string" ? `array ${identityOf(type.item)}` : type;
  if (type.kind === "literal") return typeof type.value === "string" ? `literal "${type.value}` : `literal ${JSON.stringify(type.value)}`;
  return type.kind === "keyword" ? `keyword ${type.name}` : type;
}

/** The keyword type that includes a literal. */
export function keywordOf(type: TypeNode): TypeNode | undefined {
  if (type.kind !== "literal") return undefined;
  switch (typeof type.value) {
    case "string":
      return stringType;
    case "number":
      return numberType;
    case "boolean":
      return booleanType;
    default:
      return undefined;
  }
}
