import type { Json, JsonObject } from "../../source/json.ts";
import { docComment } from "./comment.ts";
import { isIdentifier, propertyKey } from "./literal.ts";

/** A name to import wherever it is used. The module writes the import statement. */
export class Import {
  readonly name: string;
  readonly from: string;
  /** A `type` leaves no trace in the program that runs. */
  readonly kind: "value" | "type";
  constructor(name: string, from: string, kind: "value" | "type" = "value") {
    this.name = name;
    this.from = from;
    this.kind = kind;
  }
}

/** What a module is printed as: TypeScript, or the JavaScript and the declarations that it is compiled to. */
export type ModuleForm = "ts" | "js" | "d.ts";

/** Program text, as what a template was given. Nothing is printed before the whole module is. */
export class CodeFragment {
  readonly texts: readonly string[];
  readonly values: readonly CodeValue[];
  /** Elsewhere there is nothing in its place. */
  readonly forms: readonly ModuleForm[];
  constructor(texts: readonly string[], values: readonly CodeValue[], forms: readonly ModuleForm[] = allForms) {
    this.texts = texts;
    this.values = values;
    this.forms = forms;
  }
}

const allForms: readonly ModuleForm[] = ["ts", "js", "d.ts"];

/** A name that the module declares. */
export class Identifier {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** An array of names and data. */
export class List {
  readonly items: readonly ListItem[];
  constructor(items: readonly ListItem[]) {
    this.items = items;
  }
}

/** A JSON Schema whose references to shared schemas are written as these names. */
export class SchemaExpression {
  readonly json: JsonObject;
  readonly references: readonly (Import | Identifier)[];
  constructor(json: JsonObject, references: readonly (Import | Identifier)[]) {
    this.json = json;
    this.references = references;
  }
}

export type ListItem = Import | Identifier | Json;
export type CodeValue = CodeFragment | Import | Identifier | List | SchemaExpression | Json;

/**
 * Writes program text. What stands in the template is code. What is put into it is data, printed as a literal, so no
 * text from a toolset can become code. Only code, imports and identifiers are put in as they are; they are classes
 * because data, whatever its shape, is never an instance of one.
 */
export function code(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values);
}

/** Code that runs, as a function's body. Declarations have none of it. */
export function onlyRuntime(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, programForms);
}

const programForms: readonly ModuleForm[] = ["ts", "js"];

/** Code that speaks to the type checker, as an interface. JavaScript has none of it. */
export function onlyTypes(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, typeForms);
}

const typeForms: readonly ModuleForm[] = ["ts", "d.ts"];

/** What stands beside code that runs, and nowhere else, as `as const`. */
export function onlyTypescript(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, ["ts"]);
}

/** What stands in the place of code that runs, as `declare`. */
export function onlyDeclarations(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, ["d.ts"]);
}

/** The name of a member, as it stands in an object or its type. */
export function memberName(name: string): CodeFragment {
  return verbatim(propertyKey(name));
}

/** Text that is code already. Only for the printers in `code/` and `types/`, which build it from quoted data and checked names. */
export function verbatim(text: string): CodeFragment {
  return new CodeFragment([text], []);
}

/** One piece of code behind the other. */
export function concatenate(parts: readonly CodeFragment[]): CodeFragment {
  return new CodeFragment([...parts.map(() => ""), ""], parts);
}

/** A documentation comment, to stand before a declaration at the start of a line. Editors show those of the declarations. */
export function comment(text: string, tags: readonly string[]): CodeFragment {
  return onlyTypes`${verbatim(docComment(text, tags, ""))}`;
}

/** A name that the module declares. */
export function identifier(name: string): Identifier {
  if (!isIdentifier(name)) throw new Error(`${JSON.stringify(name)} is not an identifier`);
  return new Identifier(name);
}

/** An array of names and data; of names alone on one line where it fits. */
export function arrayOf(items: readonly ListItem[]): List {
  return new List(items);
}

/** A JSON Schema, in which `$ref: "#/$defs/Pet"` is written `$ref: Pet` if `references` has that name. They may be declared elsewhere. */
export function schemaExpression(json: JsonObject, references: readonly (Import | Identifier)[]): SchemaExpression {
  return new SchemaExpression(json, references);
}
