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
export type Form = "ts" | "js" | "d.ts";

/** Program text, as what a template was given. Nothing is printed before the whole module is. */
export class Code {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
  /** Elsewhere there is nothing in its place. */
  readonly forms: readonly Form[];
  constructor(texts: readonly string[], values: readonly Value[], forms: readonly Form[] = allForms) {
    this.texts = texts;
    this.values = values;
    this.forms = forms;
  }
}

const allForms: readonly Form[] = ["ts", "js", "d.ts"];

/** A name that the module declares. */
export class Identifier {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** An array of names and data. */
export class List {
  readonly items: readonly Item[];
  constructor(items: readonly Item[]) {
    this.items = items;
  }
}

/** A JSON Schema whose references to shared schemas are written as these names. */
export class SchemaLiteral {
  readonly json: JsonObject;
  readonly references: readonly (Import | Identifier)[];
  constructor(json: JsonObject, references: readonly (Import | Identifier)[]) {
    this.json = json;
    this.references = references;
  }
}

export type Item = Import | Identifier | Json;
export type Value = Code | Import | Identifier | List | SchemaLiteral | Json;

/**
 * Writes program text. What stands in the template is code. What is put into it is data, printed as a literal, so no
 * text from a toolset can become code. Only code, imports and identifiers are put in as they are; they are classes
 * because data, whatever its shape, is never an instance of one.
 */
export function code(template: TemplateStringsArray, ...values: Value[]): Code {
  return new Code(template, values);
}

/** Code that runs, as a function's body. Declarations have none of it. */
export function inPrograms(template: TemplateStringsArray, ...values: Value[]): Code {
  return new Code(template, values, programForms);
}

const programForms: readonly Form[] = ["ts", "js"];

/** Code that speaks to the type checker, as an interface. JavaScript has none of it. */
export function inTypes(template: TemplateStringsArray, ...values: Value[]): Code {
  return new Code(template, values, typeForms);
}

const typeForms: readonly Form[] = ["ts", "d.ts"];

/** What stands beside code that runs, and nowhere else, as `as const`. */
export function inTypescript(template: TemplateStringsArray, ...values: Value[]): Code {
  return new Code(template, values, ["ts"]);
}

/** What stands in the place of code that runs, as `declare`. */
export function inDeclarations(template: TemplateStringsArray, ...values: Value[]): Code {
  return new Code(template, values, ["d.ts"]);
}

/** The name of a member, as it stands in an object or its type. */
export function memberName(name: string): Code {
  return verbatim(propertyKey(name));
}

/** Text that is code already. Only for the printers in `code/` and `types/`, which build it from quoted data and checked names. */
export function verbatim(text: string): Code {
  return new Code([text], []);
}

/** One piece of code behind the other. */
export function joined(parts: readonly Code[]): Code {
  return new Code([...parts.map(() => ""), ""], parts);
}

/** A documentation comment, to stand before a declaration at the start of a line. Editors show those of the declarations. */
export function comment(text: string, tags: readonly string[]): Code {
  return inTypes`${verbatim(docComment(text, tags, ""))}`;
}

/** A name that the module declares. */
export function identifier(name: string): Identifier {
  if (!isIdentifier(name)) throw new Error(`${JSON.stringify(name)} is not an identifier`);
  return new Identifier(name);
}

/** An array of names and data; of names alone on one line where it fits. */
export function list(items: readonly Item[]): List {
  return new List(items);
}

/** A JSON Schema, in which `$ref: "#/$defs/Pet"` is written `$ref: Pet` if `references` has that name. They may be declared elsewhere. */
export function schemaLiteral(json: JsonObject, references: readonly (Import | Identifier)[]): SchemaLiteral {
  return new SchemaLiteral(json, references);
}
