import type { Code } from "./diagnostic.ts";
import { joinWords } from "./name-list.ts";

/** `within` is the kind of object that has the field, if the same mistake in several objects of this kind is one cause. */
export const unknownField: Code<{ name: string; near?: string | undefined; home?: string | undefined; within?: string | undefined }> = {
  code: "unknown-field",
  severity: "error",
  errorIn: "openapi",
  message: ({ name, near, home }) => {
    if (near !== undefined) return `The field "${name}" is unknown. Did you mean "${near}"?`;
    if (home === undefined) return `The field "${name}" is unknown.`;
    return `The field "${name}" is unknown here: it belongs ${home === "" ? "to the top level" : `under "${home}"`}. Move or indent it.`;
  },
  cause: ({ name, near, within }) => (near === undefined && within !== undefined ? `${within} ${name}` : undefined),
  help: "An unknown field has no effect, so a misspelt field would be ignored silently. Correct or remove the field.",
  replacement: ({ near }) => near,
};

/** `within` is the kind of object that lacks the field, if the same mistake in several objects of this kind is one cause. */
export const missingField: Code<{ name: string; within?: string }> = {
  code: "missing-field",
  severity: "error",
  errorIn: "openapi",
  message: ({ name }) => `The field "${name}" is missing.`,
  cause: ({ name, within }) => within && `${within} ${name}`,
  help: "The field is required and has no default. Add the field.",
};

/** `field` is the name of the field with the value, if the same mistake in several objects is one cause. */
export const wrongType: Code<{ expected: string; found: string; field?: string | undefined }> = {
  code: "wrong-type",
  severity: "error",
  errorIn: "openapi",
  message: ({ expected, found }) => `This value must be ${expected}, not ${found}.`,
  cause: ({ expected, found, field }) => field && `${field} ${expected} ${found}`,
  help: "A value of another type is not used. Change the value, or add or remove quotes.",
};

export const wrongChoice: Code<{ value: string | undefined; allowed: string; near: string | undefined }> = {
  code: "wrong-choice",
  severity: "error",
  errorIn: "openapi",
  message: ({ value, allowed, near }) =>
    `${value === undefined ? "This value" : `The value ${value}`} is not allowed here.${near === undefined ? "" : ` Did you mean ${near}?`} Allowed values: ${allowed}.`,
  help: "Write one of the allowed values as it is, in upper and lower case too.",
  // `near` is the JSON text of a value. A value is proposed as a replacement only if it is a string.
  replacement: ({ near }) => (near?.startsWith('"') ? near.slice(1, -1) : undefined),
};

/** `field` is the name of the field with the value, if the same mistake in several objects is one cause. */
export const invalidValue: Code<{ reason: string; field?: string | undefined }> = {
  code: "invalid-value",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `This value ${reason}.`,
  cause: ({ reason, field }) => field && `${field} ${reason}`,
  help: "The service or program that uses the value would reject it. Write a valid value.",
};

export const structureCodes: readonly Code<never>[] = [unknownField, missingField, wrongType, wrongChoice, invalidValue];

/** Lists up to 12 values for a sentence, and the number of the remaining values. */
export function formatChoices(written: readonly string[]): string {
  const shown = written.length > 12 ? [...written.slice(0, 12), `${written.length - 12} more`] : written;
  return joinWords(shown, "and");
}
