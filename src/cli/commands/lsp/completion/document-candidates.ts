import { documentShapeOf } from "../../../../document/openapi/check/check-openapi.ts";
import { type Shape, shapeName } from "../../../../document/openapi/check/shapes/shape.ts";
import { shapeAt } from "../../../../document/openapi/check/shapes/shape-at.ts";
import { type Json, member, namedEntries } from "../../../../source/json/json.ts";
import { jsonAt, type Path, pointerOf } from "../../../../source/tree.ts";
import type { Cursor } from "./cursor.ts";
import type { Suggestion } from "./schema-candidates.ts";

/** What the OpenAPI standard allows as the value at the cursor of a document: one of a few values, or a reference to what the document defines. */
export function documentCandidates({ part, path, data }: Cursor): readonly Suggestion[] {
  const root = documentShapeOf(data);
  if (root === undefined || part === "key") return [];
  if (path.at(-1) !== "$ref") return valuesOf(shapeAt(root, path));
  const outer = path.slice(0, -1);
  const expected = referredShape(shapeAt(root, outer));
  return expected === undefined ? [] : targetsIn(data, root, expected).filter(({ word }) => word !== referenceTo(outer));
}

function valuesOf(shape: Shape | undefined): readonly Suggestion[] {
  switch (shape?.kind) {
    case "either":
      return valuesOf(shape.of);
    case "boolean":
      return [true, false].map(asSuggestion);
    case "choice":
      return shape.values.map(asSuggestion);
    default:
      return [];
  }
}

function asSuggestion(value: string | boolean): Suggestion {
  return { word: String(value), kind: typeof value === "boolean" ? "flag" : "value", detail: "", documentation: "" };
}

/** The shape of what a reference stands for; `undefined` where the standard allows no reference. */
function referredShape(shape: Shape | undefined): Shape | undefined {
  if (shape?.kind === "either") return referredShape(shape.of);
  return shape?.kind === "object" && shape.reference !== "none" ? shape : undefined;
}

/** References to all that the document defines by names with a shape, in the maps at its root and in those one level below. */
function targetsIn(data: Json, root: Shape, expected: Shape): readonly Suggestion[] {
  return fieldsOf(root)
    .flatMap(([name, shape]) => [[[name], shape] as const, ...fieldsOf(shape).map(([inner, of]) => [[name, inner], of] as const)])
    .filter(([, shape]) => shape.kind === "map" && shapeName(shape.of) === shapeName(expected))
    .flatMap(([path]) => {
      const entries = jsonAt(data, path);
      return namedEntries(entries).map(([name, value]) => targetAt([...path, name], value));
    });
}

function fieldsOf(shape: Shape): (readonly [name: string, shape: Shape])[] {
  return shape.kind === "object" ? Array.from(shape.fields, ([name, field]) => [name, field.shape] as const) : [];
}

function targetAt(path: Path, value: Json): Suggestion {
  const [documentation = ""] = ["description", "title"].flatMap((name) => {
    const text = member(value, name);
    return typeof text === "string" ? [text] : [];
  });
  return { word: referenceTo(path), kind: "name", detail: "", documentation };
}

function referenceTo(path: Path): string {
  return `#${pointerOf(path).replaceAll("%", "%25")}`;
}
