import { isRecord, type UnknownRecord } from "../json.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { createMatcher } from "../schema/validate.ts";

/** The maximum nesting. Values that are nested deeper stay unchanged. */
const maxDepth = 64;

/**
 * The maximum number of checks of values against schemas; `maxVisits` is the maximum number of schema nodes that one check visits. Without
 * these limits, both numbers could grow exponentially with the value's depth for a recursive union.
 */
const maxTrials = 200;
const maxVisits = 2_000;

/** The number of schemas for one value after which no further references and `allOf` are followed. */
const maxParts = 64;

/**
 * Converts the parts of `value` that the schema rejects, if the intended value is clear: a string that contains a number, a boolean,
 * an object or an array becomes that value; a number or a boolean becomes a string; a single item becomes an array; a string that
 * differs from an `enum` value only in case becomes that value; a null for an optional property is removed.
 */
export function coerceValue(value: unknown, schema: JsonSchema): unknown {
  const shared = typeof schema === "object" ? schema["$defs"] : undefined;
  const matchers = new Map<UnknownRecord, (value: unknown) => boolean>();
  let trials = 0;

  function coerce(given: unknown, node: unknown, depth: number): unknown {
    if (depth > maxDepth || !isRecord(node)) return given;
    const parts = partsOf(node, shared);
    const coerced = parts.reduce((each, part) => coerceEnum(coerceType(each, part), part), given);
    const chosen = parts.flatMap(branchesOf).reduce<unknown>((each, branches) => coerceToBranch(each, branches, depth), coerced);
    if (Array.isArray(chosen)) {
      const items = parts.map((part) => part["items"]).find(isRecord);
      return items === undefined ? chosen : chosen.map((item) => coerce(item, items, depth + 1));
    }
    return isRecord(chosen) ? coerceMembers(chosen, parts, depth) : chosen;
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

  function coerceMembers(given: UnknownRecord, parts: readonly UnknownRecord[], depth: number): UnknownRecord {
    const required = new Set(parts.flatMap((part) => arrayOf(part["required"])));
    const members = Object.entries(given).flatMap(([name, member]): [string, unknown][] => {
      const node = memberSchema(parts, name);
      if (member === null && !required.has(name) && isRecord(node) && accepts(node, null) === false) return [];
      return [[name, coerce(member, node, depth + 1)]];
    });
    return Object.fromEntries(members);
  }

  /** Whether a schema accepts a value; `undefined` if `coerceValue` has made too many checks. */
  function accepts(node: unknown, given: unknown): boolean | undefined {
    if (typeof node === "boolean") return node;
    trials += 1;
    if (!isRecord(node) || trials > maxTrials) return undefined;
    const matches = matchers.get(node) ?? createMatcher(shared === undefined ? node : { ...node, $defs: shared }, "asserted", maxVisits);
    matchers.set(node, matches);
    return matches(given);
  }

  return coerce(value, schema, 0);
}

/** All schemas that apply to a value: the schema itself, and those in its `$ref` and `allOf`, recursively. */
function partsOf(node: UnknownRecord, shared: unknown): readonly UnknownRecord[] {
  const parts = new Set([node]);
  for (const part of parts) {
    if (parts.size > maxParts) break;
    const reference = part["$ref"];
    const name = typeof reference === "string" && reference.startsWith("#/$defs/") ? reference.slice("#/$defs/".length) : undefined;
    const target = name !== undefined && isRecord(shared) && Object.hasOwn(shared, name) ? shared[name] : undefined;
    for (const other of [target, ...arrayOf(part["allOf"])]) if (isRecord(other)) parts.add(other);
  }
  return [...parts];
}

function branchesOf(part: UnknownRecord): (readonly unknown[])[] {
  return [part["anyOf"], part["oneOf"]].filter(Array.isArray);
}

function memberSchema(parts: readonly UnknownRecord[], name: string): unknown {
  for (const { properties } of parts) if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name];
  return parts.map((part) => part["additionalProperties"]).find(isRecord);
}

function coerceType(value: unknown, { type }: UnknownRecord): unknown {
  const types = new Set(typeof type === "string" ? [type] : arrayOf(type));
  if (types.size === 0 || isOfType(value, types)) return value;
  if (typeof value === "string") {
    const read = readValue(value);
    if (read !== undefined && isOfType(read, types)) return read;
  }
  if ((typeof value === "number" || typeof value === "boolean") && types.has("string")) return String(value);
  return types.has("array") && value !== null ? [value] : value;
}

/**
 * Parses a string as JSON; Python's `True` and `False` are accepted. `undefined` for invalid JSON, and for integers that are too large for
 * a number.
 */
function readValue(text: string): unknown {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(/^(true|false)$/i.test(trimmed) ? trimmed.toLowerCase() : trimmed);
    return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function coerceEnum(value: unknown, part: UnknownRecord): unknown {
  const members = arrayOf(part["enum"]);
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

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
