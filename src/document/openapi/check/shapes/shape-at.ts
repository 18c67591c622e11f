import type { Path } from "../../../../source/tree.ts";
import type { Shape } from "./shape.ts";

/** The shape of the value at a path; `undefined` if OpenAPI specifies none, as for values inside `x-` members. */
export function shapeAt(root: Shape, path: Path): Shape | undefined {
  let shape: Shape | undefined = root;
  for (const step of path) {
    if (shape === undefined) return undefined;
    shape = shapeIn(shape, String(step));
  }
  return shape;
}

function shapeIn(shape: Shape, name: string): Shape | undefined {
  if (shape.kind === "array") return shape.of;
  if (shape.kind === "either") return /^\d+$/.test(name) ? shape.of : shapeIn(shape.of, name);
  if (shape.kind === "map") return shape.extensions === "allowed" && name.startsWith("x-") ? undefined : shape.of;
  if (shape.kind === "object") return (shape.fields.get(name) ?? shape.pattern?.(name))?.shape;
  return undefined;
}
