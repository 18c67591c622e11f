import { nullType, type TypeNode } from "./type-node.ts";

export type EnumValue = string | number | null;

/** The values of an enum type: strings, numbers and null. The result is empty for a type that is not an enum. */
export function enumValues(type: TypeNode): readonly EnumValue[] {
  const values = (type.kind === "union" ? type.members : [type]).map(valueOf);
  return values.every(isKnown) && values.some((value) => value !== null) ? values : [];
}

function valueOf(type: TypeNode): EnumValue | undefined {
  if (type === nullType) return null;
  if (type.kind !== "literal") return undefined;
  const { value } = type;
  if (typeof value === "string") return value;
  // TypeScript has no literal type for infinity. An enum with infinity has the type `number`, which lists no values.
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function isKnown(value: EnumValue | undefined): value is EnumValue {
  return value !== undefined;
}
