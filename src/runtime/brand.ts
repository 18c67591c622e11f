/**
 * Marks an instance of a class as such. A program may load the library twice: as CommonJS and as ES modules, or as the package and as a
 * copy in generated output. `instanceof` alone does not recognize instances of another copy's class.
 */
export function brand(instance: object, name: string): void {
  Object.defineProperty(instance, brandOf(name), { value: true });
}

/** Whether `value` is an instance of the class `name` of any copy of the library. */
export function isBranded(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && brandOf(name) in value;
}

function brandOf(name: string): symbol {
  return Symbol.for(`toolsetc.${name}`);
}
