import {
  anyObjectType,
  anyStringType,
  blobType,
  identityOf,
  keywordOf,
  type Member,
  neverType,
  type ObjectType,
  stringType,
  type TypeNode,
  unionOf,
  unknownTypeNode,
} from "./type-node.ts";

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
