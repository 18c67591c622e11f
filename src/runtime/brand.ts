/**
 * Marks an instance of a class. The library may be loaded twice, as CommonJS beside ES modules or as a copy in generated output beside the
 * package. `instanceof` alone does not recognize instances of the other copy.
 */
export function brand(instance: object, name: string): void {
  Object.defineProperty(instance, brandOf(name), { value: true });
}

/** Whether `value` is an instance of the class of that name, of any copy of the library. */
export function isBranded(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && brandOf(name) in value;
}

function brandOf(name: string): symbol {
  return Symbol.for(`toolsetc.${name}`);
}
