import { isRecord, ownMember } from "../json.ts";
import { segmentsOf } from "../schema/location.ts";

/** A JSON Schema, or any other object that a server sent in its place. */
type Schema = { readonly [keyword: string]: unknown };

/**
 * Compares `ours`, the schema of a compiled tool, with `theirs`, the server's current schema. Each returned sentence describes why `theirs`
 * may reject a value that matches `ours`, or interpret it differently, at one location. Only definite differences are reported.
 * Descriptions are ignored. Constraints that only `theirs` has, such as a pattern or a length, are ignored if a conversion (for example to
 * a schema of CES) may have dropped them from `ours`; the server then rejects a value that violates them.
 */
export function compareSchemas(ours: unknown, theirs: unknown): string[] {
  const differences: string[] = [];
  // The schemas with which each schema was compared. Schemas may be recursive, so each two schemas are compared only once.
  const visited = new Map<unknown, Set<unknown>>();
  compare({ ours, theirs, path: "" });
  return differences;

  function compare({ ours: ourSchema, theirs: theirSchema, path }: Pair): void {
    const isLimitReached = differences.length >= maxDifferences || path.split("/").length > maxDepth;
    if (isLimitReached || !isRecord(ourSchema) || theirSchema === true || theirSchema === undefined) return;
    if (visited.get(ourSchema)?.has(theirSchema) === true) return;
    visited.set(ourSchema, (visited.get(ourSchema) ?? new Set()).add(theirSchema));
    if (!isRecord(theirSchema)) {
      if (theirSchema === false) report(path, "is no longer accepted");
      return;
    }
    const our = viewOf(ourSchema, ours);
    const their = viewOf(theirSchema, theirs);
    // Unions are not compared, since it is not known which alternatives correspond.
    if (our.alternatives.length > 0 || their.alternatives.length > 0) return;
    compareTypes(our, their, path);
    compareBounds(our, their, path);
    compareMembers(our, their, path);
    if (our.items !== undefined && their.items !== undefined) compare({ ours: our.items, theirs: their.items, path: `${path}/*` });
  }

  function compareTypes(our: View, their: View, path: string): void {
    const rejected = our.types?.filter((type) => their.types !== undefined && !accepts(their.types, type)) ?? [];
    if (rejected.length > 0) report(path, `no longer accepts the type ${rejected.join(" or ")}`);
    else if (our.types === undefined && their.types !== undefined && our.values === undefined)
      report(path, `now accepts only the type ${their.types.join(" or ")}`);
    if (their.values === undefined) return;
    const accepted = new Set(their.values.map((value) => JSON.stringify(value)));
    if (our.values === undefined) report(path, "now accepts only certain values");
    else if (!our.values.every((value) => accepted.has(JSON.stringify(value)))) report(path, "no longer accepts all of its former values");
  }

  function compareBounds(our: View, their: View, path: string): void {
    for (const { keyword, isUpper } of bounds) {
      const was = our.bounds.get(keyword);
      const is = their.bounds.get(keyword);
      if (is === undefined || (was !== undefined && (isUpper ? was <= is : was >= is))) continue;
      // If only the server's schema has the bound, a conversion may have dropped it from our schema. Such a difference is not reported.
      if (was !== undefined || keptByConversions.has(keyword)) report(path, `has a stricter "${keyword}"`);
    }
  }

  function compareMembers(our: View, their: View, path: string): void {
    for (const name of their.required) if (!our.required.has(name)) report(`${path}/${name}`, "is now required");
    for (const [name, schema] of our.properties) {
      const now = their.properties.get(name);
      if (now !== undefined) compare({ ours: schema, theirs: now, path: `${path}/${name}` });
      else if (their.properties.size > 0 && their.rest !== "described") report(`${path}/${name}`, "is no longer in the schema");
      else if (their.rest === "closed") report(`${path}/${name}`, "is no longer accepted");
    }
  }

  function report(path: string, difference: string): void {
    if (differences.length < maxDifferences)
      differences.push(`${path === "" ? "The input" : `Parameter "${path.slice(1)}"`} ${difference}.`);
  }
}

interface Pair {
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly path: string;
}

const maxDepth = 30;
const maxDifferences = 20;

const bounds = [
  { keyword: "minimum", isUpper: false },
  { keyword: "maximum", isUpper: true },
  { keyword: "minItems", isUpper: false },
  { keyword: "maxItems", isUpper: true },
  { keyword: "minLength", isUpper: false },
  { keyword: "maxLength", isUpper: true },
] as const;

/** The schemas of CES support these keywords, so no conversion drops them. */
const keptByConversions: ReadonlySet<string> = new Set(["minimum", "maximum", "minItems", "maxItems"]);

/** The constraints of a schema, merged with those of the schemas in its `$ref` and `allOf`. */
interface View {
  readonly types: readonly string[] | undefined;
  readonly values: readonly unknown[] | undefined;
  readonly bounds: ReadonlyMap<string, number>;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** Whether members that are not in `properties` are allowed (`open`), forbidden (`closed`), or must match a schema (`described`). */
  readonly rest: "open" | "closed" | "described";
  readonly items: unknown;
  readonly alternatives: readonly unknown[];
}

function viewOf(schema: Schema, root: unknown): View {
  const parts = partsOf(schema, root);
  const members = (keyword: string) => parts.flatMap((part) => (isRecord(part[keyword]) ? Object.entries(part[keyword]) : []));
  const lists = (keyword: string) => parts.flatMap((part): unknown[] => (Array.isArray(part[keyword]) ? part[keyword] : []));
  const typed = parts.find(({ type }) => type !== undefined)?.["type"];
  const type = Array.isArray(typed) ? typed : [typed];
  const types = type.filter((each) => typeof each === "string").map((each) => each.toLowerCase());
  const constant = parts.find((part) => Object.hasOwn(part, "const"));
  const enumeration = parts.find((part) => Array.isArray(part["enum"]))?.["enum"];
  const values: readonly unknown[] | undefined =
    constant === undefined ? (Array.isArray(enumeration) ? enumeration : undefined) : [constant["const"]];
  const rest = parts.map((part) => part["additionalProperties"] ?? part["unevaluatedProperties"]).find((each) => each !== undefined);
  return {
    types: types.length === 0 ? undefined : types,
    values,
    bounds: new Map(
      bounds.flatMap(({ keyword }) => {
        const bound = parts.map((part) => part[keyword]).find((each) => typeof each === "number");
        return bound === undefined ? [] : [[keyword, bound] as const];
      }),
    ),
    properties: new Map(members("properties")),
    required: new Set(lists("required").filter((name) => typeof name === "string")),
    rest: rest === false ? "closed" : isRecord(rest) || members("patternProperties").length > 0 ? "described" : "open",
    items: parts.map((part) => part["items"]).find((each) => isRecord(each)),
    alternatives: [...lists("anyOf"), ...lists("oneOf")],
  };
}

/** The schema itself, and all schemas that apply through its `$ref` and `allOf`. */
function partsOf(schema: Schema, root: unknown): Schema[] {
  const parts = new Set<Schema>();
  const open: unknown[] = [schema];
  while (open.length > 0 && parts.size < 100) {
    const part = open.pop();
    if (!isRecord(part) || parts.has(part)) continue;
    parts.add(part);
    if (typeof part["$ref"] === "string") open.push(targetOf(part["$ref"], root));
    if (Array.isArray(part["allOf"])) for (const each of part["allOf"]) open.push(each);
  }
  return [...parts];
}

function targetOf(reference: string, root: unknown): unknown {
  return reference.startsWith("#") ? segmentsOf(reference).reduce(ownMember, root) : undefined;
}

function accepts(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}
