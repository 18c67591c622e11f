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

/** The constants of a module for the schemas of properties that several of its tools have. */
export interface PropertySchemas {
  /** The statement that declares the constants; empty if there are none. */
  readonly statements: readonly CodeFragment[];
  readonly constants: SchemaConstants;
}

/**
 * Makes a constant of each schema that several properties of the tools' inputs and outputs have, such as `ownerSchema` for the property
 * `owner` of hundreds of operations. Bundlers remove the constants that no imported tool uses.
 */
export function propertySchemas(layouts: readonly ToolLayout[], expressionOf: (schema: JsonObject) => SchemaExpression): PropertySchemas {
  const constants = new Map<Json, string>();
  const lines: CodeFragment[] = [];
  const taken = new Set(layouts.map(({ exported }) => exported));
  for (const { property, schemas } of repeatedSchemas(layouts)) {
    const name = freeName(`${spellIdentifier(property).replace(/_$/, "")}Schema`, taken);
    taken.add(name);
    for (const schema of schemas) constants.set(schema, name);
    const [first] = schemas;
    const line = code`const ${identifier(name)} = ${expressionOf(first)};`;
    lines.push(lines.length === 0 ? line : code`\n${line}`);
  }
  return { statements: lines.length === 0 ? [] : [onlyRuntime`${concatenate(lines)}`], constants };
}

/** The schemas of properties that have the same text. */
interface RepeatedSchema {
  /** The name of the first property. */
  readonly property: string;
  readonly schemas: [JsonObject, ...JsonObject[]];
}

/** A shorter schema is as short as a name, and easier to read in its place. */
const leastLength = 60;

function repeatedSchemas(layouts: readonly ToolLayout[]): RepeatedSchema[] {
  const byText = new Map<string, RepeatedSchema>();
  for (const { input, output } of layouts.map(({ tool }) => tool)) {
    for (const [property, schema] of [...propertiesOf(input.json), ...propertiesOf(output.json)]) {
      const text = textOf(schema);
      const known = byText.get(text);
      if (known !== undefined) known.schemas.push(schema);
      else if (text.length >= leastLength) byText.set(text, { property, schemas: [schema] });
    }
  }
  return [...byText.values()].filter(({ schemas }) => schemas.length > 1);
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
