import type { Library } from "../call.ts";
import type { UnknownRecord } from "../json.ts";
import { optionalPart, part } from "../part.ts";
import type { SchemaSource } from "./schema.ts";
import type { StandardSchema } from "./standard-schema.ts";
import { describeViolations } from "./validation-issues.ts";
import { createPartialValidator, type FormatPolicy, type Validator } from "./validator.ts";

/** What a schema is validated with. `library` is called when the schema is first used. */
export interface Validation {
  readonly formats: FormatPolicy;
  readonly library: () => Library;
}

/** Creates a Standard Schema from `source`, which is bundled when the schema is first used. */
export function createSchema<Value>(source: SchemaSource, { formats, library }: Validation): StandardSchema<Value> {
  let bundled: { readonly [keyword: string]: unknown } | undefined;
  let validator: Validator | undefined;
  const bundle = () => {
    bundled ??= bundleOf(source, library());
    return bundled;
  };
  const convert = ({ target }: { readonly target: string }) => {
    if (target === "draft-2020-12") return { $schema: "https://json-schema.org/draft/2020-12/schema", ...structuredClone(bundle()) };
    throw new Error(`JSON Schema target "${target}" is not supported. Use "draft-2020-12", or \`withDraft07\` for "draft-07".`);
  };
  const standard: StandardSchema<Value> = {
    "~standard": {
      version: 1,
      vendor: "toolsetc",
      validate: (value) => {
        validator ??= createPartialValidator(bundle(), { formats, library: library(), describe: describeViolations });
        const issues = validator(value);
        // The cast is safe: a value without issues matches the schema, from which the compiler made the type `Value`.
        return issues.length === 0 ? { value: value as Value } : { issues };
      },
      jsonSchema: { input: convert, output: convert },
    },
  };
  return Object.defineProperty(standard, sourceKey(), { value: source });
}

/** The schema with all schemas to which it refers. A schema without references is one already. */
function bundleOf(source: SchemaSource, library: Library): UnknownRecord {
  const bundle = optionalPart("bundle", library);
  // The cast is safe: a source without references is a JSON Schema.
  return bundle === undefined && typeof source === "object" ? (source as UnknownRecord) : part("bundle", library)(source);
}

/**
 * The `source` from which `createSchema` created a schema; `undefined` if the schema was not created by this library. Reading the source
 * avoids bundling, which visits all referenced schemas.
 */
export function sourceOf(schema: StandardSchema<unknown>): SchemaSource | undefined {
  return Reflect.get(schema, sourceKey());
}

/** A key that all copies of this library share: an adapter of one copy may receive tools of another. */
function sourceKey(): symbol {
  return Symbol.for("toolsetc.schemaSource");
}
