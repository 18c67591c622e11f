/**
 * A schema that takes every result, in the form that version 1 of the SDK asks for and in that of version 2.
 * What is in a result is looked at where it is read; the SDK's own schemas would have to be loaded for that.
 */
export const anyResult = {
  safeParse: (data: unknown): { readonly success: true; readonly data: unknown } => ({ success: true, data }),
  parse: (data: unknown): unknown => data,
  "~standard": { version: 1, vendor: "toolsetc", validate: (value: unknown): { readonly value: unknown } => ({ value }) },
} as const;
