import type { Code } from "../diagnostic/diagnostic.ts";

export const fieldGivenTwice: Code<{ name: string; first: string }> = {
  code: "field-given-twice",
  severity: "error",
  message: ({ name, first }) => `"${name}" is the same field as "${first}", which is given already.`,
  help: "A field can be written in camelCase or in snake_case, but only once. Remove one.",
};

export const severalMembers: Code<{ what: string; first: string; second: string }> = {
  code: "several-members",
  severity: "error",
  message: ({ what, first, second }) => `"${second}" is given beside "${first}", but only one can say ${what}.`,
  help: "The service accepts only one of them and would reject the definition. Keep one, and move the others to definitions of their own.",
};

export const noMember: Code<{ what: string; fields: readonly string[] }> = {
  code: "no-member",
  severity: "error",
  message: ({ what, fields }) => `Nothing says ${what}: one of ${fields.map((name) => `"${name}"`).join(", ")} is missing.`,
  help: "Without it there is nothing to compile, though the service may accept it. Add exactly one of them.",
};

export const unrenderedTemplate: Code<{ template: string }> = {
  code: "unrendered-template",
  severity: "error",
  message: ({ template }) => `"${template}" is a template that was not filled in.`,
  help: "The text would reach the service as it is. Fill it in before compiling; for a value that differs by environment, write `$env_var`.",
};

export const messageCodes: readonly Code<never>[] = [fieldGivenTwice, severalMembers, noMember, unrenderedTemplate];
