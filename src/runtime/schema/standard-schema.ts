/**
 * The parts of Standard Schema v1 and Standard JSON Schema v1 (https://standardschema.dev) that a tool's schemas have.
 * Written out, so that generated modules need no package for them; structurally they are the published interfaces.
 */
export interface StandardSchema<Value> {
  readonly "~standard": StandardProperties<Value>;
}

export interface StandardProperties<Value> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  /** Synchronous: several SDKs refuse a promise. */
  readonly validate: (value: unknown) => StandardResult<Value>;
  /** Each call gives a copy that the caller may change; an unknown target throws. */
  readonly jsonSchema: {
    readonly input: (options: { readonly target: string }) => { [keyword: string]: unknown };
    readonly output: (options: { readonly target: string }) => { [keyword: string]: unknown };
  };
}

/** What a check finds: the value itself, or at least one issue. */
export type StandardResult<Value> = { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** One way in which a value does not match. The message names the place and the rule, never the value. */
export interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}
