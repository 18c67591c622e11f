import { flatten, rememberParts } from "./flatten.ts";
import { overLimit } from "./limits.ts";
import { rename } from "./names.ts";
import { type Plan, wrapper } from "./plan.ts";
import { type ProfileName, profiles } from "./profile.ts";
import { projectPlain } from "./project-node.ts";
import { projectOpen } from "./project-open.ts";
import { type Loss, type Projected, type Projecting, refuse } from "./projecting.ts";
import { requiredCircle } from "./recursion.ts";
import { type Path, type Schema, type SchemaObject, schemasByName, schemasIn, without } from "./schema.ts";
import { annotations } from "./table.ts";
import { words } from "./words.ts";

/** A tool's input schema as a provider takes it. */
export interface Projection {
  readonly profile: ProfileName;
  /** JSON Schema 2020-12; see `spelling.ts` for the one form that is not. */
  readonly schema: SchemaObject;
  /** How arguments are turned back. */
  readonly plan: Plan | undefined;
  /** Those of the shared schemas, by name. */
  readonly plans: ReadonlyMap<string, Plan>;
  readonly losses: readonly Loss[];
  /** Why it cannot be given in this form; empty where it can. */
  readonly refusals: readonly Loss[];
}

/** What one projection may come to: written out, a schema may be much larger than it was, or have no end. */
const mostParts = 20_000;
const mostDepth = 100;

/** What a provider gets of `schema`, an object schema that holds all that it refers to under `$defs`. */
export function project(schema: SchemaObject, name: ProfileName): Projection {
  const profile = profiles[name];
  const projecting: Projecting = {
    profile,
    definitions: new Map(schemasByName(schema["$defs"])),
    shared: new Map(),
    names: rename(schema, profile.names),
    losses: [],
    places: new WeakMap(),
    budget: { parts: mostParts, depth: mostDepth },
    project: (part, at) => within(projecting, at, () => (profile.isPlain ? projectPlain : projectOpen)(part, at, projecting)),
  };
  const root = projectRoot(without(schema, ["$defs", "$schema"]), projecting);
  const shared = [...projecting.shared].flatMap(([key, each]) => (each === undefined ? [] : [[key, each] as const]));
  const definitions = Object.fromEntries(shared.map(([key, each]) => [key, each.schema]));
  const whole = shared.length === 0 ? root.schema : { ...root.schema, $defs: definitions };
  checkWhole(whole, projecting);
  return {
    profile: name,
    schema: whole,
    plan: root.plan,
    plans: new Map(shared.flatMap(([key, { plan }]) => (plan === undefined ? [] : [[key, plan]]))),
    losses: projecting.losses.filter(({ effect }) => effect !== "refused"),
    refusals: projecting.losses.filter(({ effect }) => effect === "refused"),
  };
}

/** Makes a part unless the whole has grown too large. */
function within(projecting: Projecting, at: Path, make: () => Projected): Projected {
  const { budget } = projecting;
  if (budget.parts <= 0 || budget.depth <= 0) return refuse({ at, keyword: "$ref", reason: "written out, it is too large" }, projecting);
  budget.parts -= 1;
  budget.depth -= 1;
  const made = make();
  budget.depth += 1;
  return made;
}

function checkWhole(schema: SchemaObject, projecting: Projecting): void {
  const { limits, recursion } = projecting.profile;
  const over = limits && overLimit(schema, limits);
  if (over !== undefined) refuse({ at: [], keyword: "properties", reason: over }, projecting);
  const definitions = new Map(schemasByName(schema["$defs"]));
  const circle = recursion === "optional" ? requiredCircle(definitions) : undefined;
  if (circle !== undefined)
    refuse({ at: ["$defs", circle], keyword: "$ref", reason: "the schema contains itself in a required member" }, projecting);
}

/** The root has to be an object, and no union. */
function projectRoot(schema: SchemaObject, projecting: Projecting): Projected {
  const flat = flatten(schema, [], projecting);
  if (typeof flat === "boolean") return refuse({ at: [], keyword: "type", reason: "no value matches it" }, projecting);
  rememberParts(flat, [], projecting);
  const { root, unsaid } = withoutRootUnion(flat, projecting);
  const projected = projecting.project(root, []);
  if (isUnion(projected.schema)) return wrapped(projected);
  const { type, properties, required, ...rest } = projected.schema;
  if (type !== "object" && type !== undefined) return wrapped(projected);
  const said = unsaid.size === 0 ? rest : { ...rest, ...words(rest, unsaid) };
  return { ...projected, schema: { type: "object", properties: properties ?? {}, required: required ?? [], ...said } };
}

/** Input that cannot stand at the root becomes the one member of an object. */
function wrapped({ schema, plan }: Projected): Projected {
  return {
    schema: { type: "object", properties: { [wrapper]: schema }, required: [wrapper], additionalProperties: false },
    plan: { kind: "wrapped", plan },
  };
}

/** Keywords that no provider takes at the root, and that are worth more as words than a root that is wrapped. */
const neverAtRoot = ["not", "enum", "const"];

function withoutRootUnion(root: SchemaObject, projecting: Projecting): { root: SchemaObject; unsaid: Map<string, unknown> } {
  const leaving = [...neverAtRoot, "anyOf", "oneOf"].filter(
    (keyword) => root[keyword] !== undefined && (neverAtRoot.includes(keyword) || schemasIn(root[keyword]).every(isAboutPresence)),
  );
  for (const keyword of leaving) say(keyword, [], projecting);
  return { root: without(root, leaving), unsaid: new Map(leaving.map((keyword) => [keyword, root[keyword]])) };
}

/** Whether a schema only says which members have to be there. */
function isAboutPresence(schema: Schema): boolean {
  return typeof schema === "object" && Object.keys(schema).every((keyword) => keyword === "required" || annotations.has(keyword));
}

function isUnion(schema: SchemaObject): boolean {
  return schema["anyOf"] !== undefined || schema["oneOf"] !== undefined;
}

function say(keyword: string, at: Path, { losses }: Projecting): void {
  losses.push({ at, keyword, effect: "described", reason: "it is not allowed at the root, and only the description says so" });
}
