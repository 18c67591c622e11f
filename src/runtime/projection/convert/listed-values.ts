import type { SchemaObject, SchemaPath } from "../schema.ts";
import { isEqual } from "./merge.ts";
import type { ProjectionContext } from "./projection-context.ts";
import type { RestorePlan } from "./restore-plan.ts";

/** The projection of an `enum` or a `const`. */
export interface ProjectedValues {
  readonly schema: SchemaObject;
  readonly plan: RestorePlan | undefined;
  /** Whether the schema also allows null, so that the caller must add it as an alternative. */
  readonly isNullable: boolean;
}

/** The values that `enum` and `const` allow and that have one of the types; `undefined` if the schema has neither keyword. */
export function allowedValues(node: SchemaObject, types: readonly string[] | undefined): readonly unknown[] | undefined {
  const listed: readonly unknown[] | undefined = Array.isArray(node["enum"]) ? node["enum"] : undefined;
  const values = Object.hasOwn(node, "const") ? (listed ?? [node["const"]]).filter((value) => isEqual(value, node["const"])) : listed;
  return values?.filter((value) => types === undefined || types.some((type) => isOfType(value, type)));
}

function isOfType(value: unknown, type: string): boolean {
  return type === typeOf(value) || (type === "number" && typeof value === "number");
}

/** The JSON Schema type of a value; `integer` for whole numbers. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** A schema and the values that it allows. */
export interface ListedValues {
  readonly node: SchemaObject;
  readonly values: readonly unknown[];
}

/**
 * Projects the values of `enum` or `const`; `undefined` if the provider's form of JSON Schema cannot express the values. The description
 * then lists them.
 */
export function projectListedValues(
  { node, values }: ListedValues,
  at: SchemaPath,
  context: ProjectionContext,
): ProjectedValues | undefined {
  const { enums } = context.profile;
  const isConstant = Object.hasOwn(node, "const") && values.length === 1;
  const moveToDescription = (reason: string): undefined => {
    context.losses.push({ at, keyword: "enum", effect: "described", reason });
  };
  switch (enums) {
    case "any":
    case "primitive": {
      if (enums === "primitive" && values.some((value) => typeof value === "object" && value !== null)) {
        context.losses.push({
          at,
          keyword: "enum",
          effect: "refused",
          reason: "only strings, numbers, booleans and null are allowed as values",
        });
        return undefined;
      }
      const types = [...new Set(values.map(typeOf))];
      const type = types.length === 1 ? types[0] : types.includes("number") ? types.filter((each) => each !== "integer") : types;
      const schema = isConstant ? { type, const: values[0] } : { type, enum: values };
      return { schema, plan: undefined, isNullable: false };
    }
    case "plain": {
      const others = values.filter((value) => value !== null);
      const isNullable = others.length < values.length;
      if (others.length === 0) return { schema: { type: "null" }, plan: undefined, isNullable: false };
      if (others.some((value) => typeof value !== "string" && typeof value !== "number"))
        return moveToDescription("an enum may contain only strings and numbers, so its values move to the description");
      const types = new Set(
        others.map((value) => (typeof value === "number" && values.some((each) => typeOf(each) === "number") ? "number" : typeOf(value))),
      );
      const type = types.size === 1 ? [...types][0] : [...types];
      return { schema: { type, enum: others }, plan: undefined, isNullable };
    }
    case "text": {
      const others = values.filter((value) => value !== null);
      const isNullable = others.length < values.length;
      if (others.length === 0) return { schema: { type: "null" }, plan: undefined, isNullable: false };
      // A value that is not a string is represented by its JSON text. The empty string is too, since Gemini rejects it in an `enum`.
      const texts = new Map(others.map((value) => [typeof value === "string" && value !== "" ? value : JSON.stringify(value), value]));
      const plan: RestorePlan | undefined = [...texts].every(([text, value]) => text === value)
        ? undefined
        : { kind: "literal", values: texts };
      return { schema: { type: "string", enum: [...texts.keys()] }, plan, isNullable };
    }
  }
}
