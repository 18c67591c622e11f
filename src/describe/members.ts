import type { Schema, Toolset } from "../ir/ir.ts";
import { closure } from "../schema/closure.ts";
import { sharedSchemaName } from "../schema/references.ts";
import { type Json, member } from "../source/json/json.ts";
import { withoutCircularAliases } from "../targets/types/declarations.ts";
import { declarationText } from "../targets/types/declare-type.ts";
import type { TypeNode } from "../targets/types/type-node.ts";
import { typeOfSchema } from "../targets/types/type-of-schema.ts";

/** A property of an input or output, or of an object nested in it. */
export interface OverviewMember {
  /** The path of the property, such as `address.city` or `items[].id`. */
  readonly name: string;
  /** The type in short form. The type of a nested object is only `object` or the name of its schema. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** The maximum nesting of the objects whose properties are listed. */
const maxDepth = 3;
/** The maximum number of properties that are listed. */
const maxMembers = 200;

/**
 * The properties of an object schema, each followed by the properties of the object that it contains. Empty if the schema is not an object
 * schema.
 */
export function membersOfSchema(schema: Schema, { schemas }: Pick<Toolset, "schemas">): OverviewMember[] {
  const context = { schemas, onWidened: () => undefined };
  const members: OverviewMember[] = [];

  function resolved(type: TypeNode): TypeNode {
    const target = type.kind === "reference" ? schemas.get(type.name)?.json : undefined;
    return target === undefined ? type : typeOfSchema(target, context);
  }

  function target(of: Json): Json {
    const name = sharedSchemaName(member(of, "$ref"));
    return (name === undefined ? undefined : schemas.get(name)?.json) ?? of;
  }

  function add(type: TypeNode, prefix: string, depth: number): void {
    if (type.kind !== "object" || depth > maxDepth) return;
    for (const [name, each] of type.members) {
      if (members.length >= maxMembers) return;
      const own = withoutNull(resolved(each.type));
      const item = own.kind === "array" ? withoutNull(resolved(own.item)) : own;
      const shown = isPlain(own) ? summaryOf(own, target(each.schema)) : summaryOf(each.type, each.schema);
      members.push({ name: prefix + name, type: shown, required: !each.optional, description: descriptionOf(each.schema) });
      add(item, `${prefix}${name}${own.kind === "array" ? "[]" : ""}.`, depth + 1);
    }
  }

  function descriptionOf(of: Json): string {
    const text = member(of, "description") ?? member(of, "title");
    return typeof text === "string" ? text.trim() : "";
  }

  add(resolved(typeOfSchema(schema.json, context)), "", 1);
  return members;
}

/** TypeScript declarations of the input and output of a tool, and of the types that they refer to. */
export function typescriptOf(input: Schema, output: Schema, { schemas }: Pick<Toolset, "schemas">): string {
  const context = { schemas, onWidened: () => undefined };
  const names = [...closure(schemas, [input.json, output.json])].filter((name) => schemas.has(name));
  const declared = new Map(names.map((name) => [name, schemas.get(name)?.json ?? true]));
  const types = withoutCircularAliases(new Map([...declared].map(([name, schema]) => [name, typeOfSchema(schema, context)])));
  return [
    declarationText(freeName("Input", schemas), typeOfSchema(input.json, context), input.json),
    declarationText(freeName("Output", schemas), typeOfSchema(output.json, context), output.json),
    ...[...types].map(([name, type]) => declarationText(name, type, declared.get(name) ?? true)),
  ].join("\n\n");
}

/** A type name that no shared schema has: `Input`, or else `ToolInput`, `ToolToolInput` and so on. */
function freeName(name: string, schemas: Toolset["schemas"]): string {
  return schemas.has(name) ? freeName(`Tool${name}`, schemas) : name;
}

function withoutNull(type: TypeNode): TypeNode {
  if (type.kind !== "union") return type;
  const others = type.members.filter((each) => !(each.kind === "keyword" && each.name === "null"));
  const [only] = others;
  return only !== undefined && others.length === 1 ? only : type;
}

/** Whether a type is so simple that the overview shows it instead of the name of its schema. */
function isPlain(type: TypeNode): boolean {
  return type.kind === "keyword" || type.kind === "literal" || (type.kind === "union" && type.members.every(isPlain));
}

/** A type in short form. The schema says whether a number is an integer, for which TypeScript has no type. */
function summaryOf(type: TypeNode, schema: Json): string {
  switch (type.kind) {
    case "keyword":
      if (type.name === "number" && isInteger(schema)) return "integer";
      return type.name === "(string & {})" ? "string" : type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "reference":
      return type.name;
    case "array":
      return type.item.kind === "union" ? `(${itemOf(type.item, schema)})[]` : `${itemOf(type.item, schema)}[]`;
    case "tuple":
      return `[${type.elements.map((each) => summaryOf(each, {})).join(", ")}]`;
    case "object":
    case "intersection":
      return "object";
    case "union":
      return [...new Set(type.members.map((each) => summaryOf(each, schema)))].join(" | ");
  }
}

function isInteger(schema: Json): boolean {
  const types = [member(schema, "type")].flat();
  return types.includes("integer") && !types.includes("number");
}

function itemOf(type: TypeNode, array: Json): string {
  return summaryOf(type, member(array, "items") ?? {});
}
