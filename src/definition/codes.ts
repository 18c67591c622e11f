import type { Code } from "../diagnostic/diagnostic.ts";
import { unknownField } from "../diagnostic/structure.ts";
import { withArticle } from "../diagnostic/with-article.ts";

export const duplicateField: Code<{ name: string; first: string }> = {
  code: "duplicate-field",
  severity: "error",
  message: ({ name, first }) => `The field "${name}" has the same meaning as "${first}", so only one of them is allowed.`,
  help: "A field can be written in camelCase or in snake_case, but only once. Remove one of the two fields.",
};

export const severalMembers: Code<{ what: string; first: string; second: string }> = {
  code: "several-members",
  severity: "error",
  message: ({ what, first, second }) => `The fields "${second}" and "${first}" both define ${what}, but only one of them is allowed.`,
  help: "The service rejects a definition with both fields. Keep one field, and remove the other, or move it to a separate definition.",
};

export const noMember: Code<{ what: string; fields: readonly string[]; empty: string | undefined }> = {
  code: "no-member",
  severity: "error",
  message: ({ what, fields, empty }) =>
    empty === undefined
      ? `Nothing defines ${what}. One of these fields is required: ${fields.map((name) => `"${name}"`).join(", ")}.`
      : `Nothing defines ${what}, since the field "${empty}" is empty. Indent the fields that belong under it.`,
  help: "Without any of the required fields, the definition is not compiled, even if the service accepts it. Add exactly one of the fields.",
};

export const unrenderedTemplate: Code<{ template: string }> = {
  code: "unrendered-template",
  severity: "error",
  message: ({ template }) => `The template "${template}" was not replaced by a value.`,
  help: "The template would be sent to the service unchanged. Replace the template before compiling. For a value that differs by environment, write `$env_var`.",
};

export const pemCertificate: Code<Record<string, never>> = {
  code: "pem-certificate",
  severity: "error",
  message: () => "This certificate contains the BEGIN and END lines of the PEM format, which are not allowed in this field.",
  help: "The field requires only the text between the BEGIN and END lines: the binary form (DER) in base64. Remove these two lines and all line breaks.",
};

export const notACertificate: Code<Record<string, never>> = {
  code: "not-a-certificate",
  severity: "error",
  message: () => "This value is valid base64, but the decoded content is not an X.509 certificate.",
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
  help: "Agents and environments identify resources by their display names, and an import would replace one resource with the other. This resource is not compiled. Rename one of the two.",
};

export const invalidHeaderName: Code<{ name: string }> = {
  code: "invalid-header-name",
  severity: "error",
  message: ({ name }) => `The header name "${name}" is not valid.`,
  help: "A request with this header cannot be sent. A header name consists of letters, digits and some signs such as `-`, without spaces (RFC 9110 §5.6.2). Correct the name.",
};

export const unusedWithStdio: Code<{ field: string }> = {
  code: "unused-with-stdio",
  severity: "warning",
  message: ({ field }) => `The field "${field}" has no effect on an MCP server that is started as a program.`,
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
  duplicateField,
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
