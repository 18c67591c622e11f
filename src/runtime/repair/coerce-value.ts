import type { JsonSchema } from "../schema/schema.ts";
import { createMatcher } from "../schema/validate.ts";

type Node = { readonly [keyword: string]: unknown };

/** Values nested deeper stay unchanged. */
const maxDepth = 64;

/** The maximum union alternatives that are tried, and schema nodes that one trial visits: both grow exponentially with the value's depth for a recursive union. */
const maxTrials = 200;
const maxVisits = 2_000;

/** The maximum schemas that apply to one value; this ends a cycle of references. */
const maxParts = 64;

/**
 * Converts the parts of `value` that the schema rejects, where the intended value is clear: a string that contains a number, a boolean,
 * an object or a list becomes that value; a number or a boolean becomes a string; a single item becomes a list; a string that differs
 * from an `enum` member only in case becomes that member; a null of an optional property is removed.
 */
export function coerceValue(value: unknown, schema: JsonSchema): unknown {
  const shared = typeof schema === "object" ? schema["$defs"] : undefined;
  const matchers = new Map<Node, (value: unknown) => boolean>();
  let trials = 0;

  function coerce(given: unknown, node: unknown, depth: number): unknown {
    if (depth > maxDepth || !isNode(node)) return given;
    const parts = partsOf(node, shared);
    const coerced = parts.reduce((each, part) => coerceEnum(coerceType(each, part), part), given);
    const chosen = parts.flatMap(branchesOf).reduce<unknown>((each, branches) => coerceToBranch(each, branches, depth), coerced);
    if (Array.isArray(chosen)) {
      const items = parts.map((part) => part["items"]).find(isNode);
      return items === undefined ? chosen : chosen.map((item) => coerce(item, items, depth + 1));
    }
    return isNode(chosen) ? coerceMembers(chosen, parts, depth) : chosen;
  }

  function coerceToBranch(given: unknown, branches: readonly unknown[], depth: number): unknown {
    if (branches.some((branch) => accepts(branch, given))) return given;
    for (const branch of branches) {
      if (trials > maxTrials) break;
      const candidate = coerce(given, branch, depth + 1);
      if (accepts(branch, candidate)) return candidate;
    }
    return given;
  }

  function coerceMembers(given: Node, parts: readonly Node[], depth: number): Node {
    const required = new Set(parts.flatMap((part) => listOf(part["required"])));
    const members = Object.entries(given).flatMap(([name, member]): [string, unknown][] => {
      const node = memberSchema(parts, name);
      if (member === null && !required.has(name) && isNode(node) && accepts(node, null) === false) return [];
      return [[name, coerce(member, node, depth + 1)]];
    });
    return Object.fromEntries(members);
  }

  /** `undefined`: unknown, since there were too many trials. */
  function accepts(node: unknown, given: unknown): boolean | undefined {
    if (typeof node === "boolean") return node;
    trials += 1;
    if (!isNode(node) || trials > maxTrials) return undefined;
    const matches = matchers.get(node) ?? createMatcher(shared === undefined ? node : { ...node, $defs: shared }, "asserted", maxVisits);
    matchers.set(node, matches);
    return matches(given);
  }

  return coerce(value, schema, 0);
}

/** All schemas that apply to a value: the schema itself, its reference and its `allOf`. */
function partsOf(node: Node, shared: unknown): readonly Node[] {
  const parts = new Set([node]);
  for (const part of parts) {
    if (parts.size > maxParts) break;
    const reference = part["$ref"];
    const name = typeof reference === "string" && reference.startsWith("#/$defs/") ? reference.slice("#/$defs/".length) : undefined;
    const target = name !== undefined && isNode(shared) && Object.hasOwn(shared, name) ? shared[name] : undefined;
    for (const other of [target, ...listOf(part["allOf"])]) if (isNode(other)) parts.add(other);
  }
  return [...parts];
}

function branchesOf(part: Node): (readonly unknown[])[] {
  return [part["anyOf"], part["oneOf"]].filter(Array.isArray);
}

function memberSchema(parts: readonly Node[], name: string): unknown {
  for (const { properties } of parts) if (isNode(properties) && Object.hasOwn(properties, name)) return properties[name];
  return parts.map((part) => part["additionalProperties"]).find(isNode);
}

function coerceType(value: unknown, { type }: Node): unknown {
  const types = new Set(typeof type === "string" ? [type] : listOf(type));
  if (types.size === 0 || isOfType(value, types)) return value;
  if (typeof value === "string") {
    const read = readValue(value);
    if (read !== undefined && isOfType(read, types)) return read;
  }
  if ((typeof value === "number" || typeof value === "boolean") && types.has("string")) return String(value);
  return types.has("array") && value !== null ? [value] : value;
}

/** A string parsed as JSON; Python's `True` and `False` are accepted. Integers that are too large for a number stay strings. */
function readValue(text: string): unknown {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(/^(true|false)$/i.test(trimmed) ? trimmed.toLowerCase() : trimmed);
    return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function coerceEnum(value: unknown, part: Node): unknown {
  const members = listOf(part["enum"]);
  if (members.length === 0 || typeof value !== "string" || members.includes(value)) return value;
  const lowerCase = value.trim().toLowerCase();
  const matches = members.filter(
    (member) => ["string", "number", "boolean"].includes(typeof member) && String(member).toLowerCase() === lowerCase,
  );
  return matches.length === 1 ? matches[0] : value;
}

function isOfType(value: unknown, types: ReadonlySet<unknown>): boolean {
  if (value === null) return types.has("null");
  if (Array.isArray(value)) return types.has("array");
  if (typeof value === "number") return types.has("number") || (types.has("integer") && Number.isInteger(value));
  return types.has(typeof value);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
