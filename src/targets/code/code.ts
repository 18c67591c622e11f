import type { Json, JsonObject } from "../../source/json/json.ts";
import { docComment } from "./comment.ts";
import { isIdentifier, propertyKey } from "./literal.ts";

/**
 * An imported name. The printer of the module adds the import statement. If the module already has the name, the import gets another one.
 */
export class Import {
  readonly name: string;
  readonly from: string;
  /** An import of a `type` is erased at run time. A `namespace` is the whole module. */
  readonly kind: "value" | "type" | "namespace";
  constructor(name: string, from: string, kind: Import["kind"] = "value") {
    this.name = name;
    this.from = from;
    this.kind = kind;
  }
}

/** An exported name of a module that is imported as a namespace: `issues.issuesGet`. */
export class NamespaceMember {
  readonly namespace: Import;
  readonly name: string;
  constructor(namespace: Import, name: string) {
    if (!isIdentifier(name)) throw new Error(`${JSON.stringify(name)} is not an identifier`);
    this.namespace = namespace;
    this.name = name;
  }
}

/** The forms in which a module is printed: TypeScript, or JavaScript and its declaration file. */
export type ModuleForm = "ts" | "js" | "d.ts";

/** A part of a module: the texts and the values of a template literal. They are joined only when the whole module is printed. */
export class CodeFragment {
  readonly texts: readonly string[];
  readonly values: readonly CodeValue[];
  /** The forms of a module in which the fragment is printed. All other forms omit the fragment. */
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

/** An array literal whose items are names or data. */
export class List {
  readonly items: readonly ListItem[];
  constructor(items: readonly ListItem[]) {
    this.items = items;
  }
}

/** A JSON Schema. Each `$ref` to a shared schema whose name is in `references` is printed as that name. */
export class SchemaExpression {
  readonly json: JsonObject;
  readonly references: readonly (Import | Identifier)[];
  readonly constants: SchemaConstants;
  constructor(json: JsonObject, references: readonly (Import | Identifier)[], constants: SchemaConstants) {
    this.json = json;
    this.references = references;
    this.constants = constants;
  }
}

/** The names of the constants that a module declares for parts of its schemas. A part is found by its identity. */
export type SchemaConstants = ReadonlyMap<Json, string>;

const noConstants: SchemaConstants = new Map();

export type ListItem = Import | NamespaceMember | Identifier | Json;
export type CodeValue = CodeFragment | Import | NamespaceMember | Identifier | List | SchemaExpression | Json;

/**
 * Creates program text. The text of the template is code. Interpolated values are data, printed as literals, so no text from a toolset can
 * become code. Only code, imports and identifiers are inserted unquoted. Each of these is an instance of a class, which data never is,
 * whatever its structure.
 */
export function code(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values);
}

/** Run-time code, such as a function's body. It is omitted in declarations. */
export function onlyRuntime(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, programForms);
}

const programForms: readonly ModuleForm[] = ["ts", "js"];

/** Code for the type checker, such as an interface. It is omitted in JavaScript. */
export function onlyTypes(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, typeForms);
}

const typeForms: readonly ModuleForm[] = ["ts", "d.ts"];

/** Code only for TypeScript files, such as `as const`. */
export function onlyTypescript(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, ["ts"]);
}

/** Code only for declaration files, such as `declare`. */
export function onlyDeclarations(template: TemplateStringsArray, ...values: CodeValue[]): CodeFragment {
  return new CodeFragment(template, values, ["d.ts"]);
}

/** The name of a member in an object literal or its type. */
export function memberName(name: string): CodeFragment {
  return verbatim(propertyKey(name));
}

/** Text that is already code. Only for the printers in `code/` and `types/`, which build it from quoted data and checked names. */
export function verbatim(text: string): CodeFragment {
  return new CodeFragment([text], []);
}

/** Concatenates code. */
export function concatenate(parts: readonly CodeFragment[]): CodeFragment {
  return new CodeFragment([...parts.map(() => ""), ""], parts);
}

/**
 * A documentation comment before a declaration at the start of a line. It is omitted in JavaScript, since editors read the `.d.ts` file.
 */
export function comment(text: string, tags: readonly string[]): CodeFragment {
  return onlyTypes`${verbatim(docComment(text, tags, ""))}`;
}

/** A name that the module declares. */
export function identifier(name: string): Identifier {
  if (!isIdentifier(name)) throw new Error(`${JSON.stringify(name)} is not an identifier`);
  return new Identifier(name);
}

/** An array literal of names and data. An array of names alone is on one line if it fits. */
export function arrayLiteral(items: readonly ListItem[]): List {
  return new List(items);
}

/**
 * A JSON Schema as code. `$ref: "#/$defs/Pet"` is printed as `$ref: Pet` if `references` contains an import or a declared name `Pet`, and a
 * part of the schema as its name in `constants`.
 */
export function schemaExpression(
  json: JsonObject,
  references: readonly (Import | Identifier)[],
  constants: SchemaConstants = noConstants,
): SchemaExpression {
  return new SchemaExpression(json, references, constants);
}
