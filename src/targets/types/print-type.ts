import type { Json } from "../../source/json/json.ts";
import { lineWidth, literal, propertyKey, quote } from "../code/literal.ts";
import { docOf, hasDoc } from "./doc-of-schema.ts";
import {
  type IntersectionType,
  type Member,
  neverType,
  type ObjectType,
  type ReferenceType,
  type TupleType,
  type TypeNode,
  type UnionType,
} from "./type-node.ts";

/** How references to declared types are printed. */
export interface TypePrinting {
  /** The prefix of the names of declared types: `types.` or empty. */
  readonly qualifier: string;
  /** Called each time a reference to a declared type is printed. */
  readonly onReference: () => void;
  /** The name of the global type `Blob`: `globalThis.Blob` in a module that declares or imports another `Blob`. */
  readonly blob: "Blob" | "globalThis.Blob";
}

/** How a module prints types. `schemas` has the names of the shared schemas, which the module declares or imports as types. */
export function printingOf(schemas: { has(name: string): boolean }, qualifier = "", onReference = (): void => {}): TypePrinting {
  return { qualifier, onReference, blob: schemas.has("Blob") ? "globalThis.Blob" : "Blob" };
}

/** The position of a type in the printed module, as `PrintPosition` in `code/literal.ts`. */
interface Position {
  readonly indent: string;
  readonly column: number;
}

/** Prints a type: on one line if it fits and has no comments, else with each member on its own line. */
export function printType(type: TypeNode, { indent, column }: Position, printing: TypePrinting): string {
  return flat(type, lineWidth - column - 1, printing) ?? broken(type, indent, printing);
}

/**
 * The type on one line; `undefined` if it is longer than `room`. Printing stops when `room` is exceeded, so that large types are not
 * printed again at each level.
 */
function flat(type: TypeNode, room: number, printing: TypePrinting): string | undefined {
  const text = flatText(type, room, printing);
  return text === undefined || text.length > room ? undefined : text;
}

/** The type on one line, as in `flat`, but possibly a little longer than `room`: only its parts were limited while they were printed. */
function flatText(type: TypeNode, room: number, printing: TypePrinting): string | undefined {
  switch (type.kind) {
    case "keyword":
      return type.name === "Blob" ? printing.blob : type.name;
    case "reference":
      return referTo(type, printing);
    case "literal":
      return flatLiteral(type.value, room);
    case "array": {
      const item = flatOperand(type.item, room - 2, printing);
      return item === undefined ? undefined : `${item}[]`;
    }
    case "tuple":
      return flatTuple(type, room, printing);
    case "object":
      return flatObject(type, room, printing);
    case "union":
    case "intersection":
      return flatAlternatives(type, room, printing);
  }
}

function referTo({ name }: ReferenceType, { qualifier, onReference }: TypePrinting): string {
  onReference();
  return qualifier + name;
}

/** The type of a value of `const` or `enum`. The type of an object is printed like an object literal. Infinity is printed as `number`. */
function flatLiteral(value: Json, room: number): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "number";
  if (typeof value === "string" && value.length > room) return undefined;
  const text = literal(value, { indent: "", column: lineWidth - room });
  return text.includes("\n") ? undefined : text;
}

/** A type as an operand, in parentheses where necessary. */
function flatOperand(type: TypeNode, room: number, printing: TypePrinting): string | undefined {
  const text = flat(type, room, printing);
  return text === undefined ? undefined : operand(type, text);
}

function operand({ kind }: TypeNode, text: string): string {
  return kind === "union" || kind === "intersection" ? `(${text})` : text;
}

function flatTuple({ elements, required, rest }: TupleType, room: number, printing: TypePrinting): string | undefined {
  let text = "";
  for (const [index, element] of elements.entries()) {
    const printed = flatOperand(element, room - text.length, printing);
    if (printed === undefined) return undefined;
    text += `${text === "" ? "" : ", "}${printed}${index < required ? "" : "?"}`;
  }
  const last = rest === undefined ? "" : flatOperand(rest, room - text.length, printing);
  if (last === undefined) return undefined;
  return rest === undefined ? `[${text}]` : `[${text === "" ? "" : `${text}, `}...${last}[]]`;
}

function flatObject({ members, index }: ObjectType, room: number, printing: TypePrinting): string | undefined {
  const texts: string[] = [];
  let length = 4;
  for (const [name, each] of members) {
    if (hasDoc(each.schema)) return undefined;
    const printed = flat(each.type, room - length - name.length, printing);
    if (printed === undefined) return undefined;
    texts.push(`${memberName(name, each)}: ${printed}`);
    length += name.length + printed.length + 4;
  }
  if (index !== undefined) {
    const printed = members.size > 0 ? indexWithMembers(index, members, printing) : flat(index, room - length - 15, printing);
    if (printed === undefined) return undefined;
    texts.push(`[key: string]: ${printed}`);
  }
  return `{ ${texts.join("; ")} }`;
}

function flatAlternatives({ kind, members }: UnionType | IntersectionType, room: number, printing: TypePrinting): string | undefined {
  let text = "";
  for (const type of members) {
    const printed = flatOperand(type, room - text.length, printing);
    if (printed === undefined) return undefined;
    text += `${text === "" ? "" : operators[kind]}${printed}`;
  }
  return text;
}

const operators = { union: " | ", intersection: " & " };

function broken(type: TypeNode, indent: string, printing: TypePrinting): string {
  const inner = `${indent}  `;
  switch (type.kind) {
    case "keyword":
      return type.name === "Blob" ? printing.blob : type.name;
    case "reference":
      return referTo(type, printing);
    case "literal":
      return literal(type.value, { indent, column: indent.length });
    case "array":
      return `${operand(type.item, broken(type.item, indent, printing))}[]`;
    case "tuple":
      return `[\n${brokenTuple(type, inner, printing)}${indent}]`;
    case "object":
      return printMembers(type, indent, printing);
    case "union":
    case "intersection":
      return brokenAlternatives(type, indent, printing);
  }
}

function brokenTuple({ elements, required, rest }: TupleType, indent: string, printing: TypePrinting): string {
  const printOne = (type: TypeNode) => operand(type, printType(type, { indent, column: indent.length + 6 }, printing));
  const texts = elements.map((element, index) => `${printOne(element)}${index < required ? "" : "?"}`);
  if (rest !== undefined) texts.push(`...${printOne(rest)}[]`);
  return texts.map((text) => `${indent}${text},\n`).join("");
}

function brokenAlternatives({ kind, members }: UnionType | IntersectionType, indent: string, printing: TypePrinting): string {
  const operator = operators[kind];
  const inner = `${indent}  `;
  const texts = members.map((type) => flatOperand(type, lineWidth - inner.length - 3, printing));
  const large = members.filter((_, at) => texts[at] === undefined);
  const [only] = large;
  // If all members of the union or intersection are short, except one object type, the object type begins on the same line: `Named & {`.
  if (large.length === 1 && only?.kind === "object" && texts.join("").length < lineWidth / 2) {
    return members.map((_, at) => texts[at] ?? printMembers(only, indent, printing)).join(operator);
  }
  const seen = new Set<string>();
  let printed = "";
  for (const [at, type] of members.entries()) {
    const text = texts[at] ?? operand(type, broken(type, inner, printing));
    // Alternatives with the same text are equal, so only the first of them is printed.
    if (seen.has(text)) continue;
    seen.add(text);
    printed += `\n${inner}${operator.trimStart()}${text}`;
  }
  return printed;
}

export function printMembers({ members, index }: ObjectType, indent: string, printing: TypePrinting): string {
  const inner = `${indent}  `;
  let printed = "{\n";
  for (const [name, each] of members) {
    const start = `${memberName(name, each)}: `;
    const text = printType(each.type, { indent: inner, column: inner.length + start.length }, printing);
    printed += `${inner}${docOf(each.schema, inner)}${afterStart(start, text)};\n`;
  }
  if (index !== undefined) {
    const start = `${inner}[key: string]: `;
    const position = { indent: inner, column: start.length };
    printed += `${afterStart(start, members.size > 0 ? indexWithMembers(index, members, printing) : printType(index, position, printing))};\n`;
  }
  return `${printed}${indent}}`;
}

/** A type after the start of its line, without the space between them if the type begins on a new line. */
export function afterStart(start: string, text: string): string {
  return text.startsWith("\n") ? start.trimEnd() + text : start + text;
}

function memberName(name: string, { optional }: Member): string {
  // In a type, a member named `"__proto__"` is a normal member, so it needs no computed name.
  const key = name === "__proto__" ? quote(name) : propertyKey(name);
  return optional ? `${key}?` : key;
}

/**
 * The type of an index signature beside members. TypeScript requires that the index signature includes the types of all members. So its
 * type is the union of these types, or `unknown` if the union would be long.
 */
function indexWithMembers(index: TypeNode, members: ReadonlyMap<string, Member>, printing: TypePrinting): string {
  const texts = new Set<string>();
  for (const type of [index, ...Array.from(members.values(), (each) => each.type)]) {
    for (const part of type.kind === "union" ? type.members : [type]) {
      if (part === neverType) continue;
      const text = flatOperand(part, 60, printing);
      if (text === undefined || text === "unknown" || texts.size > 4) return "unknown";
      texts.add(text);
    }
  }
  if ([...members.values()].some(({ optional }) => optional)) texts.add("undefined");
  return [...texts].join(" | ");
}
