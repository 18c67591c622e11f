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
const anyStringType: TypeNode = { kind: "keyword", name: "(string & {})" };
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
function identityOf(type: TypeNode): unknown {
  if (type.kind === "reference") return `reference ${type.name}`;
  if (type.kind === "array" && type.item.kind !== "array")
    return typeof identityOf(type.item) === "string" ? `array ${identityOf(type.item)}` : type;
  if (type.kind === "literal") return typeof type.value === "string" ? `literal "${type.value}` : `literal ${JSON.stringify(type.value)}`;
  return type.kind === "keyword" ? `keyword ${type.name}` : type;
}

/** The keyword type that includes a literal. */
function keywordOf(type: TypeNode): TypeNode | undefined {
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

/** The intersection of two types: merged where that is simple, else `A & B`. */
export function intersectionOf(a: TypeNode, b: TypeNode): TypeNode {
  if (a === unknownTypeNode || a === b) return b;
  if (b === unknownTypeNode) return a;
  if (a === neverType || b === neverType) return neverType;
  const [left, right] = [restrictTo(a, jsonKindOf(b)), restrictTo(b, jsonKindOf(a))];
  if (left !== a || right !== b) return intersectionOf(left, right);
  if (jsonKindOf(a) !== undefined && jsonKindOf(b) !== undefined && jsonKindOf(a) !== jsonKindOf(b)) return neverType;
  if (a === anyObjectType) return isWholly(b, isObjectLike) ? b : combine(a, b);
  if (b === anyObjectType) return isWholly(a, isObjectLike) ? a : combine(a, b);
  if (isAnyArray(a) && b.kind === "array") return b;
  if (isAnyArray(b) && a.kind === "array") return a;
  if (a.kind === "object" && b.kind === "object") return mergeObjects(a, b);
  if (isWholly(a, isScalar) && isWholly(b, isScalar)) return commonScalars(a, b);
  if (a.kind === "reference" && b.kind === "reference" && a.name === b.name) return a;
  return combine(a, b);
}

type JsonKind = "scalar" | "array" | "object";

/** The kind of JSON value that a type describes; `undefined` if the type has values of several kinds, or if its kind is unknown. */
function jsonKindOf(type: TypeNode): JsonKind | undefined {
  if (isScalar(type)) return type === blobType ? "object" : "scalar";
  if (type.kind === "array" || type.kind === "tuple") return "array";
  if (type.kind === "object") return "object";
  if (type.kind !== "union") return undefined;
  const [first, ...others] = type.members.map(jsonKindOf);
  return others.every((other) => other === first) ? first : undefined;
}

/** Removes from a union the alternatives that have no values of a kind. */
function restrictTo(type: TypeNode, kind: JsonKind | undefined): TypeNode {
  if (type.kind !== "union" || kind === undefined) return type;
  const members = type.members.filter((member) => (jsonKindOf(member) ?? kind) === kind);
  return members.length === type.members.length ? type : unionOf([neverType, ...members]);
}

function isScalar(type: TypeNode): boolean {
  return type.kind === "keyword" || (type.kind === "literal" && (typeof type.value !== "object" || type.value === null));
}

function isAnyArray(type: TypeNode): boolean {
  return type.kind === "array" && type.item === unknownTypeNode;
}

function isObjectLike({ kind }: TypeNode): boolean {
  return kind === "object" || kind === "reference" || kind === "intersection";
}

function isWholly(type: TypeNode, test: (type: TypeNode) => boolean): boolean {
  return type.kind === "union" ? type.members.every((member) => isWholly(member, test)) : test(type);
}

function commonScalars(a: TypeNode, b: TypeNode): TypeNode {
  const right = membersOf(b);
  const keywords = right.filter(({ kind }) => kind === "keyword");
  const identities = new Set(right.map(identityOf));
  // A union may have thousands of literals, so literals are looked up by their identity instead of compared with each other.
  const common = membersOf(a).flatMap((one) => {
    if (one.kind === "keyword") return right.flatMap((other) => commonScalar(one, other));
    return identities.has(identityOf(one)) || keywords.some((keyword) => includesType(keyword, one)) ? [one] : [];
  });
  return unionOf(common.length === 0 ? [neverType] : common);
}

function commonScalar(a: TypeNode, b: TypeNode): TypeNode[] {
  if (identityOf(a) === identityOf(b) || includesType(b, a)) return [a];
  return includesType(a, b) ? [b] : [];
}

function includesType(keyword: TypeNode, type: TypeNode): boolean {
  const own = keywordOf(type);
  if (keyword === stringType && type === anyStringType) return true;
  return own !== undefined && own === (keyword === anyStringType ? stringType : keyword);
}

function membersOf(type: TypeNode): readonly TypeNode[] {
  return type.kind === "union" ? type.members : [type];
}

function mergeObjects(a: ObjectType, b: ObjectType): TypeNode {
  // An index signature of one type also applies to the members of the other type. So the types are not merged if an index signature is
  // narrower than `unknown`.
  if ((a.index ?? unknownTypeNode) !== unknownTypeNode && b.members.size > 0) return combine(a, b);
  if ((b.index ?? unknownTypeNode) !== unknownTypeNode && a.members.size > 0) return combine(a, b);
  const members = new Map(a.members);
  for (const [name, member] of b.members) {
    const other = members.get(name);
    members.set(name, other === undefined ? member : mergeMembers(other, member));
  }
  const index = a.index === undefined ? b.index : b.index === undefined ? a.index : intersectionOf(a.index, b.index);
  return { kind: "object", members, index };
}

function mergeMembers(a: Member, b: Member): Member {
  return {
    type: intersectionOf(a.type, b.type),
    optional: a.optional && b.optional,
    schema: a.type === unknownTypeNode ? b.schema : a.schema,
  };
}

/** The intersection `A & B`, in which object types without index signatures are merged. */
function combine(a: TypeNode, b: TypeNode): TypeNode {
  const members: TypeNode[] = a.kind === "intersection" ? [...a.members] : [a];
  for (const type of b.kind === "intersection" ? b.members : [b]) {
    const at = members.findIndex((member) => canMerge(member, type));
    const found = members[at];
    if (found === undefined) members.push(type);
    else members[at] = intersectionOf(found, type);
  }
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { kind: "intersection", members };
}

function canMerge(a: TypeNode, b: TypeNode): boolean {
  if (a.kind === "reference" && b.kind === "reference") return a.name === b.name;
  return a.kind === "object" && b.kind === "object" && a.index === undefined && b.index === undefined;
}
