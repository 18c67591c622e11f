/**
 * The parts of Standard Schema v1 and Standard JSON Schema v1 (https://standardschema.dev) that a tool's schemas implement.
 * They are declared here, so that generated modules need no package for them, and are structurally equal to the published interfaces.
 */
export interface StandardSchema<Value> {
  readonly "~standard": StandardProperties<Value>;
}

/** The members of a Standard Schema, https://standardschema.dev, with its JSON Schema. */
export interface StandardProperties<Value> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  /** Validates synchronously, since several SDKs do not accept a promise. */
  readonly validate: (value: unknown) => StandardResult<Value>;
  /** Both functions return a copy of the JSON Schema, which the caller may change, and throw for an unknown target. */
  readonly jsonSchema: {
    readonly input: (options: { readonly target: string }) => { [keyword: string]: unknown };
    readonly output: (options: { readonly target: string }) => { [keyword: string]: unknown };
  };
}

/** The result of a validation: the value itself, or at least one issue. */
export type StandardResult<Value> = { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** A violation of the schema. The message states the location and the constraint, never the value. */
export interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}
