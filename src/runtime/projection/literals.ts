import { isEqual } from "./merge.ts";
import type { Plan } from "./plan.ts";
import type { Projecting } from "./projecting.ts";
import type { Path, SchemaObject } from "./schema.ts";

/** What a list of values comes to. `undefined`: it cannot be said; the values stand in the description. */
export interface Literals {
  readonly schema: SchemaObject;
  readonly plan: Plan | undefined;
  /** Null is among the values, and has to be said beside them. */
  readonly isNullable: boolean;
}

/** The values that `enum` and `const` leave, of the types that the schema takes; `undefined` where neither is there. */
export function valuesOf(node: SchemaObject, types: readonly string[] | undefined): readonly unknown[] | undefined {
  const listed: readonly unknown[] | undefined = Array.isArray(node["enum"]) ? node["enum"] : undefined;
  const values = Object.hasOwn(node, "const") ? (listed ?? [node["const"]]).filter((value) => isEqual(value, node["const"])) : listed;
  return values?.filter((value) => types === undefined || types.some((type) => isOfType(value, type)));
}

function isOfType(value: unknown, type: string): boolean {
  return type === typeOf(value) || (type === "number" && typeof value === "number");
}

/** The type that JSON Schema has for a value; `integer` where it is one. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** A schema and the values that it leaves. */
export interface Listed {
  readonly node: SchemaObject;
  readonly values: readonly unknown[];
}

/** The values of `enum` or `const`, as the form says them. */
export function projectLiterals({ node, values }: Listed, at: Path, projecting: Projecting): Literals | undefined {
  const { enums } = projecting.profile;
  const isConstant = Object.hasOwn(node, "const") && values.length === 1;
  const lose = (reason: string): undefined => {
    projecting.losses.push({ at, keyword: "enum", effect: "described", reason });
  };
  switch (enums) {
    case "any":
    case "primitive": {
      if (enums === "primitive" && values.some((value) => typeof value === "object" && value !== null)) {
        projecting.losses.push({
          at,
          keyword: "enum",
          effect: "refused",
          reason: "only strings, numbers, booleans and null are allowed in it",
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
        return lose("only texts and numbers can stand in it, and only the description says so");
      const types = new Set(
        others.map((value) => (typeof value === "number" && values.some((each) => typeOf(each) === "number") ? "number" : typeOf(value))),
      );
      const type = types.size === 1 ? [...types][0] : [...types];
      return { schema: { type, enum: others }, plan: undefined, isNullable };
    }
    case "text": {
      const others = values.filter((value) => value !== null && value !== "");
      if (values.includes(""))
        projecting.losses.push({ at, keyword: "enum", effect: "narrower", reason: "the empty string is not allowed in it" });
      const isNullable = values.includes(null);
      if (others.length === 0)
        return isNullable ? { schema: { type: "null" }, plan: undefined, isNullable: false } : lose("nothing of it can be said there");
      const texts = new Map(others.map((value) => [typeof value === "string" ? value : JSON.stringify(value), value]));
      const plan: Plan | undefined = others.every((value) => typeof value === "string") ? undefined : { kind: "literal", values: texts };
      return { schema: { type: "string", enum: [...texts.keys()] }, plan, isNullable };
    }
  }
}
