/**
 * Marks what a class has made. The library may be loaded twice, as generated code in CommonJS beside ES modules or as the copy in an output
 * beside the package, and then `instanceof` alone does not know what the other one has made.
 */
export function brand(made: object, name: string): void {
  Object.defineProperty(made, brandOf(name), { value: true });
}

/** Whether `value` was made by the class of that name, of whichever copy. */
export function isBranded(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && brandOf(name) in value;
}

function brandOf(name: string): symbol {
  return Symbol.for(`toolsetc.${name}`);
}
