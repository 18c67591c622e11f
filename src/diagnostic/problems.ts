import type { Problem, Tree } from "../source/tree.ts";
import { type Code, type Diagnostic, diagnostic } from "./diagnostic.ts";

interface Reason {
  readonly reason: string;
  /** What contains the problem: the file, or a string in it. */
  readonly what: string;
}

const syntaxError: Code<Reason> = {
  code: "syntax-error",
  severity: "error",
  message: ({ what, reason }) => `${what} cannot be read: ${reason}`,
  help: "Nothing in this file is used until it can be parsed. Correct the text at this position or just before it.",
};

const duplicateKey: Code<Reason> = {
  code: "duplicate-key",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `The key "${reason}" occurs twice.`,
  help: "Parsers differ in which of the two values they keep, so one value would be lost silently. Remove or rename one of the keys.",
};

const tooDeep: Code<Reason> = {
  code: "too-deep",
  severity: "error",
  message: ({ what, reason }) => `${what} cannot be read: ${reason}`,
  help: "Such deep nesting can exhaust the memory of a parser, and no real definition needs it. Flatten the value, or name its parts and use `$ref`.",
};

const severalDocuments: Code<Reason> = {
  code: "several-documents",
  severity: "error",
  message: ({ what, reason }) => `${what} cannot be read: ${reason}`,
  help: "A file can contain only one YAML document. Move the second document into a file of its own.",
};

const aliasLimit: Code<Reason> = {
  code: "alias-limit",
  severity: "error",
  message: ({ what, reason }) => `${what} cannot be read: ${reason}`,
  help: "A few lines of aliases can expand to more data than fits into memory. Write the values without aliases, or use `$ref`.",
};

const notUtf8: Code<Reason> = {
  code: "not-utf-8",
  severity: "error",
  message: ({ what, reason }) => `${what} cannot be read: ${reason}`,
  help: "All files are read as UTF-8. Save the file in that encoding.",
};

const lossyNumber: Code<Reason> = {
  code: "lossy-number",
  severity: "warning",
  message: ({ reason }) => `This number changes when it is read: ${reason}`,
  help: "JSON parsers keep about 16 digits. Put the number in quotes if each digit matters.",
};

const shallowQuote: Code<Reason> = {
  code: "shallow-quote",
  severity: "warning",
  message: () => "This line of a text in quotes is not indented deeper than the key of the text. It is read as a part of the text.",
  help: "YAML 1.2 requires that the lines of a text in quotes are indented deeper than its key. Some parsers reject the file, and a quote that is missing may be the cause. Indent the line by one more space.",
};

const infiniteNumber: Code<Reason> = {
  code: "infinite-number",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `This number cannot be used: ${reason}`,
  help: "The output is JSON, which has neither infinity nor NaN. Use a finite number, or put the value in quotes.",
};

const unknownTag: Code<Reason> = {
  code: "unknown-tag",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `The tag "${reason}" is not supported.`,
  help: "Only the tags of YAML's core schema are supported; no tag includes files or creates objects. Write the value itself.",
};

const htmlPage: Code<Reason> = {
  code: "html-page",
  severity: "error",
  message: ({ what, reason }) => `${what} cannot be read: ${reason}`,
  help: "An OpenAPI document is JSON or YAML. A page of Swagger UI or Redoc links to its document; `toolsetc init <url>` saves the document of a URL in a project.",
};

const otherFormat: Code<Reason> = {
  code: "other-format",
  severity: "error",
  message: ({ what, reason }) => `${what} cannot be read: ${reason}`,
  help: "A definition refers to an OpenAPI document, in JSON or YAML. Formats of other descriptions are not read. Convert the file, and refer to the result.",
};

const codes: { readonly [code in Problem["code"]]: Code<Reason> } = {
  "syntax-error": syntaxError,
  "duplicate-key": duplicateKey,
  "too-deep": tooDeep,
  "several-documents": severalDocuments,
  "alias-limit": aliasLimit,
  "not-utf-8": notUtf8,
  "lossy-number": lossyNumber,
  "shallow-quote": shallowQuote,
  "infinite-number": infiniteNumber,
  "unknown-tag": unknownTag,
  "html-page": htmlPage,
  "other-format": otherFormat,
};

export const problemCodes: readonly Code<never>[] = Object.values(codes);

const limits: ReadonlySet<unknown> = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);

/** Converts the problems that were found when the text of a tree was parsed to diagnostics. */
export function problemsOf(tree: Tree): Diagnostic[] {
  return tree.problems.flatMap(({ code, reason, range, path, first }) => {
    // No reader of JSON has a number between such a limit and the one that it becomes, so the limit remains the same.
    if (code === "lossy-number" && limits.has(path.at(-1))) return [];
    const related = first === undefined ? [] : [{ message: "The first occurrence is here.", place: { tree, range: first } }];
    const what = tree.within === undefined ? "This file" : "The text in this string";
    return [diagnostic(codes[code], { reason, what }, { tree, range }, { related })];
  });
}
