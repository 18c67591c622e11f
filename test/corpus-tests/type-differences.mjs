// Why two types differ, found by walking into both, and who is right by the standard.
import ts from "typescript";

// A cause that is not listed is open: read an example of it, then say here who is right and why.
const verdicts = {
  "theirs: what has a default is required": "ours: `default` requires nothing (JSON Schema validation 9.2)",
  "theirs: an object of which nothing is said has no members":
    "ours: without `additionalProperties` any member is valid (JSON Schema core 10.3.2.3)",
  "theirs: null is allowed":
    "ours: OpenAPI 3.1 has no `nullable` (`ignored-nullable` says so), and a value of `enum` has to be of its `type` too",
  "theirs: a name of a schema in place of the values that it lists":
    "ours: a discriminator does not change what is valid (OpenAPI 3.1 4.8.25)",
  "theirs: a value of a discriminator where there is none":
    "ours: the discriminator belongs to the union, not to the schema wherever it is used",
  "theirs: required, optional here": "ours: the discriminator belongs to the union, not to the schema wherever it is used",
  "ours: required, optional there":
    "ours: `required` also names members of other parts of `allOf` and requires by alternatives (JSON Schema validation 6.5.3)",
  "theirs: a read-only member in an input": "ours: a request should not have it (OpenAPI 3.0, Schema Object, `readOnly`)",
  "ours: a member is missing": "ours: it is write-only, and an answer should not have it (OpenAPI 3.0, Schema Object, `writeOnly`)",
  "theirs: a member that is only required is missing": "ours: `required` does not need `properties` (JSON Schema validation 6.5.3)",
  "theirs: never": "theirs: `enum: []` has no value; ours takes it as not written, since nobody could call the tool",
  "theirs: never, since a discriminator requires two values":
    "ours: the values that the schemas list are valid; theirs also requires the names of the schemas, which none of them list",
  "ours: the value that a mapping names": "both: a discriminator does not change what is valid, and the author means this value",
  "ours: null is allowed": "ours: the schema lists null; theirs puts a name of a schema in the place of the list",
  "ours: an array, since `items` is beside alternatives": "theirs: `items` says nothing of a text (JSON Schema core 10.3.1.2)",
  "theirs: unknown": "both: keywords without a `type` also let values of other types pass; ours has the type that they speak of",
  "theirs: a named member is only in the index signature":
    "ours: `properties` and `anyOf` beside it both hold (JSON Schema core 10.2.1); theirs makes them alternatives",
  "ours: unknown": "theirs: only what the patterns list is valid; ours leaves answers open to more members",
  "ours: unknown, since the schema is broken": "theirs: the rest of the schema can be read; `broken-output-schema` says what is lost",
  "ours: a file is given as bytes": "both: ours takes the bytes, theirs the text that stands for them",
  "ours: an index signature takes in the optional members beside it": "both: TypeScript wants undefined in it, JSON has none",
};

/** Who is right, and why; `undefined`: open. */
export function verdictOf(cause) {
  return verdicts[cause];
}

/** Whether each can be assigned to the other. */
export function isSame(a, b, checker) {
  return checker.isTypeAssignableTo(a, b) && checker.isTypeAssignableTo(b, a);
}

/** Whether it has no value; an intersection without one does not have the flag. */
export function isNever(type, checker) {
  return checker.isTypeAssignableTo(type, checker.getNeverType());
}

/** The type without null and undefined; `unknown` stays what it is. */
export function withoutNull(type, checker) {
  return type.flags & ts.TypeFlags.Unknown ? type : checker.getNonNullableType(type);
}

/** The causes of a difference, each with the way from the whole to where it was first found. */
export function causesOf(ours, theirs, { checker, place, isBroken, theirNames = new Map() }) {
  const causes = new Map();
  const passed = new Set();
  walk(ours, theirs, []);
  if (causes.size === 0) causes.set("only the whole differs", "");
  return causes;

  function walk(ours, theirs, trail) {
    const key = `${ours.id} ${theirs.id}`;
    if (passed.has(key) || passed.size > 5000 || isSame(ours, theirs, checker)) return;
    passed.add(key);
    if (hasNull(ours) !== hasNull(theirs)) add(hasNull(ours) ? "ours: null is allowed" : "theirs: null is allowed", trail);
    const [one, other] = [withoutNull(ours, checker), withoutNull(theirs, checker)];
    // What is left may be undefined, of which the member has said whether it is optional.
    if (isSame(one, other, checker)) return;
    if (isNever(one, checker)) add("ours: never", trail);
    else if (isNever(other, checker)) add(neverOf(other), trail);
    else if (one.flags & ts.TypeFlags.Unknown) add(isBroken ? "ours: unknown, since the schema is broken" : "ours: unknown", trail);
    else if (other.flags & ts.TypeFlags.Unknown) add("theirs: unknown", trail);
    else if (isEmptyRecord(other) && !isEmptyRecord(one)) add("theirs: an object of which nothing is said has no members", trail);
    else if (isEmptyRecord(one) && !isEmptyRecord(other)) add("ours: an object has no members", trail);
    else if (checker.isTupleType(other) && !checker.isTupleType(one)) add("theirs: a count of items makes a tuple", trail);
    else if (checker.isArrayType(one) && checker.isArrayType(other))
      walk(checker.getTypeArguments(one)[0], checker.getTypeArguments(other)[0], [...trail, "[]"]);
    else if (one.isIntersection() && one.types.every((each) => checker.isArrayType(each)))
      add("ours: an array, since `items` is beside alternatives", trail);
    else if (one.isUnion() || other.isUnion()) alternatives(one, other, trail);
    else if (isObject(one) && isObject(other)) members(one, other, trail);
    else if (one.isStringLiteral() && other.flags & ts.TypeFlags.String) add("ours: the value that a mapping names", trail);
    else if (other.isStringLiteral())
      add(
        one.isStringLiteral()
          ? "theirs: a name of a schema in place of the values that it lists"
          : "theirs: a value of a discriminator where there is none",
        trail,
      );
    else add(`${kindOf(one)} against ${kindOf(other)}`, trail);
  }

  function add(cause, trail) {
    if (!causes.has(cause)) causes.set(cause, trail.join("."));
  }

  function members(a, b, trail) {
    const [left, right] = [a, b].map((type) => new Map(checker.getPropertiesOfType(type).map((each) => [each.name, each])));
    for (const [name, own] of left) {
      const within = [...trail, name];
      const their = right.get(name);
      const type = checker.getTypeOfSymbolAtLocation(own, place);
      if (their === undefined) {
        if (checker.getIndexTypeOfType(b, ts.IndexKind.String)) add("theirs: a named member is only in the index signature", within);
        else add(`theirs: a member ${type.flags & ts.TypeFlags.Unknown ? "that is only required is" : "is"} missing`, within);
        continue;
      }
      const [isOptional, isTheirOptional] = [own, their].map(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
      if (isOptional && !isTheirOptional)
        add(isDefaulted(their) ? "theirs: what has a default is required" : "theirs: required, optional here", within);
      if (!isOptional && isTheirOptional) add("ours: required, optional there", within);
      walk(type, checker.getTypeOfSymbolAtLocation(their, place), within);
    }
    for (const [name, their] of right)
      if (!left.has(name))
        add(isReadOnly(their) ? "theirs: a read-only member in an input" : "ours: a member is missing", [...trail, name]);
    const [index, theirIndex] = [a, b].map((type) => checker.getIndexTypeOfType(type, ts.IndexKind.String));
    if (index !== undefined && theirIndex !== undefined) {
      // The one beside members also has their types, and undefined.
      if (left.size > 0 && !(index.flags & ts.TypeFlags.Unknown) && checker.isTypeAssignableTo(theirIndex, index)) {
        if (!isSame(index, theirIndex, checker)) add("ours: an index signature takes in the optional members beside it", trail);
      } else walk(index, theirIndex, [...trail, "[key]"]);
    } else if (index !== undefined) add("ours: an index signature", trail);
    else if (theirIndex !== undefined) add("theirs: an index signature", trail);
  }

  function alternatives(a, b, trail) {
    const [left, right] = [a, b].map((type) => (type.isUnion() ? type.types : [type]));
    if (left.some(isBlob) || right.some(isBlob)) return add("ours: a file is given as bytes", trail);
    const alone = left.filter((type) => !right.some((each) => isSame(type, each, checker)));
    const theirAlone = right.filter((type) => !left.some((each) => isSame(type, each, checker)));
    // Where one side has nothing alone, its alternatives were found on the other, which has a variant of one more.
    const [ours, theirs] = [alone.length === 0 ? left : alone, theirAlone.length === 0 ? right : theirAlone];
    const pairs =
      alone.length === 0 ? theirs.map((type) => [nearest(type, ours), type]) : ours.map((type) => [type, nearest(type, theirs)]);
    for (const [one, other] of pairs) {
      if (pairs.length === 1 || likeness(one, other) >= 0) walk(one, other, trail);
      else add("alternatives that do not pair", trail);
    }
  }

  function nearest(type, others) {
    const points = others.map((other) => likeness(type, other));
    return others[points.indexOf(Math.max(...points))];
  }

  /**
   * By the names of the two, then by literals that are alike, then by the members that both have: zero where these are all, and no less
   * where the names or the literals are.
   */
  function likeness(a, b) {
    if (!isObject(a) || !isObject(b)) return isObject(a) === isObject(b) ? 0 : -1000;
    const [left, right] = [checker.getPropertiesOfType(a), checker.getPropertiesOfType(b)];
    const names = new Set(parts(a).flatMap(({ aliasSymbol, symbol }) => [aliasSymbol, symbol].map((each) => nameOf(each?.name))));
    let points = -left.length - right.length;
    if (parts(b).some((each) => theirNames.has(each) && names.has(nameOf(theirNames.get(each))))) points += 10_000;
    else if (isNever(b, checker)) return -1000;
    for (const own of left) {
      const their = checker.getPropertyOfType(b, own.name);
      if (their === undefined) continue;
      const [one, other] = [own, their].map((each) => checker.getTypeOfSymbolAtLocation(each, place));
      // In the place of a literal, theirs puts the name of the schema.
      const isNamed = other.isStringLiteral() && names.has(nameOf(other.value));
      points += 2 + (isNamed ? 10_000 : !isSame(one, other, checker) ? 0 : one.isLiteral() ? 100 : 1);
    }
    return points;
  }

  function neverOf(type) {
    return type.isIntersection() ? "theirs: never, since a discriminator requires two values" : "theirs: never";
  }

  function isEmptyRecord(type) {
    const index = isObject(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.String) : undefined;
    return index !== undefined && (index.flags & ts.TypeFlags.Never) !== 0;
  }

  function kindOf(type) {
    if (checker.isArrayType(type) || checker.isTupleType(type)) return "an array";
    if (isObject(type)) return "an object";
    return type.isLiteral() ? `a literal ${checker.typeToString(checker.getBaseTypeOfLiteralType(type))}` : checker.typeToString(type);
  }
}

/** A type and what it is made of: the parts of an intersection, and what `Omit` and such are given. */
function parts(type) {
  const within = [...(type.isIntersection() ? type.types : []), ...(type.aliasTypeArguments ?? [])];
  return [type, ...within.flatMap(parts)];
}

/** A name without what one of the two adds: `Input` for a schema as it is in requests, and how its words are set apart. */
function nameOf(name) {
  return name?.replaceAll(/[^\p{L}\p{N}]|Input$/gu, "").toLowerCase();
}

function hasNull(type) {
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.Null);
}

function isObject(type) {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}

function isBlob(type) {
  return type.symbol?.name === "Blob";
}

/** They write what a schema says as tags of the comment. */
function isDefaulted(symbol) {
  return symbol.getJsDocTags().some(({ name }) => name === "default");
}

/** They write `readOnly` as a modifier. */
function isReadOnly(symbol) {
  return symbol.declarations?.some((each) => ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Readonly) === true;
}
