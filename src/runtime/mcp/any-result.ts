/**
 * A schema that accepts every result, in the forms of version 1 and version 2 of the SDK.
 * Results are checked where they are read, so that the SDK's own schemas need not be loaded.
 */
export const anyResult = {
  safeParse: (data: unknown): { readonly success: true; readonly data: unknown } => ({ success: true, data }),
  parse: (data: unknown): unknown => data,
  "~standard": { version: 1, vendor: "toolsetc", validate: (value: unknown): { readonly value: unknown } => ({ value }) },
} as const;
