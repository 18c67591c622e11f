import type { Json } from "../../source/json/json.ts";
import { type CodeFragment, identifier, onlyTypes, verbatim } from "../code/code.ts";
import { docOf } from "./doc-of-schema.ts";
import { afterStart, printingOf, printMembers, printType, type TypePrinting } from "./print-type.ts";
import type { TypeNode } from "./type-node.ts";

const noSchemas = new Set<string>();

/** The schema of a declared type, and how the type is printed. */
interface Declared {
  /** The documentation comment is generated from this schema. */
  readonly schema: Json;
  readonly printing: TypePrinting;
}

/** The exported declaration of a type: an interface for an object type, since interfaces are fastest to check. */
export function declaration(name: string, type: TypeNode, { schema, printing }: Declared): CodeFragment {
  if (type.kind !== "object" || type.members.size === 0) return alias(name, type, { schema, printing });
  return onlyTypes`${verbatim(docOf(schema, ""))}export interface ${identifier(name)} ${verbatim(printMembers(type, "", printing))}`;
}

/** The exported declaration of a type as an alias, also for an object type. */
export function alias(name: string, type: TypeNode, { schema, printing }: Declared): CodeFragment {
  const column = `export type ${name} = `.length;
  const printed = printType(type, { indent: "", column }, printing);
  return onlyTypes`${verbatim(docOf(schema, ""))}export type ${identifier(name)}${verbatim(afterStart(" = ", printed))};`;
}

/** The declaration of a type as text for people, without a module around it. */
export function declarationText(name: string, type: TypeNode, schema: Json): string {
  const printing = printingOf(noSchemas);
  const comment = docOf(schema, "");
  if (type.kind === "object" && type.members.size > 0) return `${comment}interface ${name} ${printMembers(type, "", printing)}`;
  const start = `type ${name} =`;
  return `${comment}${afterStart(`${start} `, printType(type, { indent: "", column: start.length + 1 }, printing))};`;
}
