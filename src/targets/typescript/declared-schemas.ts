import { isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import {
  type CodeFragment,
  code,
  concatenate,
  identifier,
  onlyRuntime,
  type SchemaConstants,
  type SchemaExpression,
} from "../code/code.ts";
import { spellIdentifier } from "../code/identifiers.ts";
import type { ToolLayout } from "../layout.ts";

/** The constants of a module for schemas that occur several times in it. */
export interface DeclaredSchemas {
  /** The statement that declares the constants; empty if there are none. */
  readonly statements: readonly CodeFragment[];
  readonly constants: SchemaConstants;
}

/**
 * Makes a constant of each schema that several properties of the tools' inputs and outputs have, such as `ownerSchema` for the property
 * `owner` of hundreds of operations, and of each whole input or output that several tools have, in which these constants stand. Bundlers
 * remove the constants that no imported tool uses.
 */
export function declareSchemas(
  layouts: readonly ToolLayout[],
  expressionOf: (schema: JsonObject, constants: SchemaConstants) => SchemaExpression,
): DeclaredSchemas {
  const taken = new Set(layouts.map(({ exported }) => exported));
  const { properties, wholes } = repeatedSchemas(layouts);
  const ofProperties = nameSchemas(properties, taken);
  const ofWholes = nameSchemas(wholes, taken);
  const lines = [
    ...properties.map(({ schemas: [first] }) => declared(first, ofProperties, expressionOf(first, noConstants))),
    ...wholes.map(({ schemas: [first] }) => declared(first, ofWholes, expressionOf(first, ofProperties))),
  ];
  const text = concatenate(lines.map((line, index) => (index === 0 ? line : code`\n${line}`)));
  return { statements: lines.length === 0 ? [] : [onlyRuntime`${text}`], constants: new Map([...ofProperties, ...ofWholes]) };
}

const noConstants: SchemaConstants = new Map();

/** Gives each schema, and all that have its text, a name that is not taken. */
function nameSchemas(repeated: readonly RepeatedSchema[], taken: Set<string>): SchemaConstants {
  const names = new Map<Json, string>();
  for (const { role, schemas } of repeated) {
    const name = freeName(`${spellIdentifier(role).replace(/_$/, "")}Schema`, taken);
    taken.add(name);
    for (const schema of schemas) names.set(schema, name);
  }
  return names;
}

function declared(schema: JsonObject, names: SchemaConstants, expression: SchemaExpression): CodeFragment {
  return code`const ${identifier(names.get(schema) ?? "")} = ${expression};`;
}

/** Schemas that have the same text. */
interface RepeatedSchema {
  /** The name of the first property that has the schema; `input` or `output` for a whole one. */
  readonly role: string;
  readonly schemas: [JsonObject, ...JsonObject[]];
}

/** A shorter schema is as short as a name, and easier to read in its place. A whole one has little that a name could say. */
const leastLength = { property: 60, whole: 100 };

function repeatedSchemas(layouts: readonly ToolLayout[]): {
  readonly properties: readonly RepeatedSchema[];
  readonly wholes: readonly RepeatedSchema[];
} {
  const properties = new Map<string, RepeatedSchema>();
  const wholes = new Map<string, RepeatedSchema>();
  for (const { input, output } of layouts.map(({ tool }) => tool)) {
    for (const [role, { json }] of Object.entries({ input, output })) {
      // The properties of a schema that has a constant are printed once. A reference is printed as the name of its target.
      if (json.$ref === undefined && !addSchema(role, json, { byText: wholes, least: leastLength.whole })) continue;
      for (const [property, schema] of propertiesOf(json)) addSchema(property, schema, { byText: properties, least: leastLength.property });
    }
  }
  const isRepeated = ({ schemas }: RepeatedSchema) => schemas.length > 1;
  return { properties: [...properties.values()].filter(isRepeated), wholes: [...wholes.values()].filter(isRepeated) };
}

/** Adds a schema to those with its text. Returns whether it is the first of them, or too short for a constant. */
function addSchema(
  role: string,
  schema: JsonObject,
  { byText, least }: { readonly byText: Map<string, RepeatedSchema>; readonly least: number },
): boolean {
  const text = textOf(schema);
  const known = byText.get(text);
  if (known !== undefined) known.schemas.push(schema);
  else if (text.length >= least) byText.set(text, { role, schemas: [schema] });
  return known === undefined;
}

/** Operations that refer to the same parameter have the same schema, which never changes. */
const texts = new WeakMap<JsonObject, string>();

function textOf(schema: JsonObject): string {
  const text = texts.get(schema) ?? JSON.stringify(schema);
  texts.set(schema, text);
  return text;
}

function propertiesOf({ properties }: JsonObject): [name: string, schema: JsonObject][] {
  const all = isObject(properties) ? Object.entries(properties) : [];
  return all.flatMap(([name, schema]): [string, JsonObject][] => (isObject(schema) ? [[name, schema]] : []));
}

/** A name that is not taken: `sortSchema`, `sortSchema2`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`;
  return free;
}
