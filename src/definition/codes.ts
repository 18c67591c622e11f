import type { Code } from "../diagnostic/diagnostic.ts";
import { unknownField } from "../diagnostic/structure.ts";
import { withArticle } from "../diagnostic/with-article.ts";

export const fieldGivenTwice: Code<{ name: string; first: string }> = {
  code: "field-given-twice",
  severity: "error",
  message: ({ name, first }) => `"${name}" is the same field as "${first}", which is already given.`,
  help: "A field can be written in camelCase or in snake_case, but only once. Remove one of the two fields.",
};

export const severalMembers: Code<{ what: string; first: string; second: string }> = {
  code: "several-members",
  severity: "error",
  message: ({ what, first, second }) => `"${second}" and "${first}" both define ${what}, but only one is allowed.`,
  help: "The service rejects a definition with more than one of these fields. Keep one field, and move the others to separate definitions.",
};

export const noMember: Code<{ what: string; fields: readonly string[] }> = {
  code: "no-member",
  severity: "error",
  message: ({ what, fields }) =>
    `Nothing defines ${what}. One of these fields is required: ${fields.map((name) => `"${name}"`).join(", ")}.`,
  help: "Without such a field there is nothing to compile, although the service may accept the definition. Add exactly one of these fields.",
};

export const unrenderedTemplate: Code<{ template: string }> = {
  code: "unrendered-template",
  severity: "error",
  message: ({ template }) => `"${template}" is a template that was not filled in.`,
  help: "The template would be sent to the service unchanged. Replace the template before compiling; for a value that differs by environment, write `$env_var`.",
};

export const pemCertificate: Code<Record<string, never>> = {
  code: "pem-certificate",
  severity: "error",
  message: () => "This certificate is written as PEM, with its BEGIN and END lines.",
  help: "The field requires only the text between these lines: the binary form (DER) in base64. Remove the lines and the line breaks.",
};

export const notACertificate: Code<Record<string, never>> = {
  code: "not-a-certificate",
  severity: "error",
  message: () => "This is valid base64, but its content is not an X.509 certificate.",
  help: "This value cannot verify any server. Write the certificate in its binary form (DER) in base64, as `openssl x509 -outform der | base64 -w0` prints it.",
};

export const expiredCertificate: Code<{ notAfter: string }> = {
  code: "expired-certificate",
  severity: "warning",
  message: ({ notAfter }) => `This certificate expired at ${notAfter}.`,
  help: "Connections that rely on this certificate fail. Replace the certificate with a newer one.",
};

export const unknownFieldElsewhere: Code<Parameters<typeof unknownField.message>[0]> = {
  code: "unknown-field-elsewhere",
  severity: "warning",
  message: unknownField.message,
  help: "Tools of this kind are not compiled, so the output does not change, but CES may reject the field on import. Correct the field, or keep it if the service supports it.",
};

export const duplicateDisplayName: Code<{ what: string; name: string }> = {
  code: "duplicate-display-name",
  severity: "error",
  message: ({ what, name }) => `Another ${what} is also named "${name}".`,
  help: "Agents and environments identify resources by their display names, and an import would replace one with the other. Rename one of them.",
};

export const invalidHeaderName: Code<{ name: string }> = {
  code: "invalid-header-name",
  severity: "error",
  message: ({ name }) => `"${name}" is not a valid header name.`,
  help: "A request with such a header cannot be sent. A header name consists of letters, digits and some signs such as `-`, without spaces (RFC 9110 §5.6.2). Correct the name.",
};

export const unusedWithStdio: Code<{ field: string }> = {
  code: "unused-with-stdio",
  severity: "warning",
  message: ({ field }) => `"${field}" has no effect on an MCP server that is started as a program.`,
  help: "The field applies to HTTP requests, and this server receives none. Pass values to the program in `stdio.env`, and remove the field.",
};

export const malformedValue: Code<{ title: string; example: string | undefined }> = {
  code: "malformed-value",
  severity: "error",
  message: ({ title, example }) => `This value is not ${withArticle(title)}.${example === undefined ? "" : ` Example: "${example}".`}`,
  help: "The service would reject the value, or would not find the resource that the value names. Write the value in the required form.",
};

export const definitionCodes: readonly Code<never>[] = [
  malformedValue,
  fieldGivenTwice,
  severalMembers,
  noMember,
  unrenderedTemplate,
  pemCertificate,
  notACertificate,
  expiredCertificate,
  invalidHeaderName,
  unusedWithStdio,
  duplicateDisplayName,
  unknownFieldElsewhere,
];
