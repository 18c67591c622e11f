import { fieldHomes } from "./compiled/field-homes.ts";
import { camelCase } from "./node.ts";

/**
 * The path of the object that may have a field of this name, in an authored file of a certain kind; `""` for the root, and `undefined` if no
 * object may have it.
 */
export function fieldHome(file: keyof typeof fieldHomes, name: string): string | undefined {
  const homes: { readonly [field: string]: string } = fieldHomes[file];
  const field = camelCase(name);
  return Object.hasOwn(homes, field) ? homes[field] : undefined;
}
