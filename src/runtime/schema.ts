import { toDraft07 } from "./draft-07.ts";
import type { StandardSchema } from "./standard-schema.ts";
import { createValidator, type FormatPolicy, type Validator } from "./validate.ts";

/** JSON Schema 2020-12. `#/$defs/<name>` names a shared schema. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema that several tools refer to. `uses` are the shared schemas that it refers to itself. */
export interface SharedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly uses: readonly SharedSchemaFunction[];
}

/** A function, so that schemas may refer to each other in a circle and a bundler drops those that nothing uses. */
export type SharedSchemaFunction = () => SharedSchema;

/** A schema and the shared schemas that it refers to. */
export interface SchemaSource {
  readonly schema: JsonSchema;
  readonly uses: readonly SharedSchemaFunction[];
}

/** The Standard Schema of `source`; nothing is assembled before it is used. */
export function standardSchema<Value>(source: SchemaSource, formats: FormatPolicy): StandardSchema<Value> {
  let assembled: { readonly [keyword: string]: unknown } | undefined;
  let validator: Validator | undefined;
  const whole = () => {
    assembled ??= assemble(source);
    return assembled;
  };
  const convert = ({ target }: { readonly target: string }) => {
    if (target === "draft-2020-12") return { $schema: "https://json-schema.org/draft/2020-12/schema", ...structuredClone(whole()) };
    if (target === "draft-07") return { $schema: "http://json-schema.org/draft-07/schema#", ...structuredClone(toDraft07(whole())) };
    throw new Error(`JSON Schema target "${target}" is not supported. Use "draft-2020-12" or "draft-07".`);
  };
  return {
    "~standard": {
      version: 1,
      vendor: "toolsetc",
      validate: (value) => {
        validator ??= createValidator(whole(), formats);
        const issues = validator(value);
        // A value without issues matches the schema, and the compiler made `Value` from that schema.
        return issues.length === 0 ? { value: value as Value } : { issues };
      },
      jsonSchema: { input: convert, output: convert },
    },
  };
}

/** One schema that needs no other, with the closure of what it uses under `$defs`. */
export function assemble(source: SchemaSource): { readonly [keyword: string]: unknown } {
  const shared = closure(source.uses);
  const root = withoutBareReference(source.schema, shared);
  const own = typeof root === "boolean" ? (root ? {} : { not: {} }) : root;
  return shared.size === 0 ? own : { ...own, $defs: Object.fromEntries(shared) };
}

function closure(uses: readonly SharedSchemaFunction[]): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const waiting = [...uses].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const shared = next();
    if (found.has(shared.name)) continue;
    found.set(shared.name, shared.schema);
    waiting.push(...[...shared.uses].reverse());
  }
  return found;
}

/** Puts the shared schema in the place of a root that only refers to it: MCP and the model providers want `type: object` there. */
function withoutBareReference(schema: JsonSchema, shared: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const passed = new Set<JsonSchema>();
  let root = schema;
  while (typeof root === "object" && typeof root["$ref"] === "string" && Object.keys(root).length === 1 && !passed.has(root)) {
    passed.add(root);
    const target = shared.get(root["$ref"].slice("#/$defs/".length));
    if (target === undefined) return root;
    root = target;
  }
  return root;
}
