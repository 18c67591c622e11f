import { nullType, type TypeNode } from "./type-node.ts";

export type EnumValue = string | number | null;

/** The values of an enum type: strings, numbers and null. Empty for all other types. */
export function enumValues(type: TypeNode): readonly EnumValue[] {
  const values = (type.kind === "union" ? type.members : [type]).map(valueOf);
  return values.every(isKnown) && values.some((value) => value !== null) ? values : [];
}

function valueOf(type: TypeNode): EnumValue | undefined {
  if (type === nullType) return null;
  if (type.kind !== "literal") return undefined;
  const { value } = type;
  if (typeof value === "string") return value;
  // TypeScript has no literal type for infinity, so an enum with infinity is a plain `number`.
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function isKnown(value: EnumValue | undefined): value is EnumValue {
  return value !== undefined;
}
