import type { JsonObject } from "../../../source/json/json.ts";
import type { Style, Styled } from "./operation.ts";

const styles: ReadonlySet<string> = new Set<Style>([
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
]);

/** Reads the serialization by style (3.2 §4.12.2.1). `explode` is true by default for `form` and `cookie`. */
export function readStyle(value: JsonObject, fallback: Style): Styled {
  const style = typeof value.style === "string" && isStyle(value.style) ? value.style : fallback;
  const explode = typeof value.explode === "boolean" ? value.explode : style === "form" || style === "cookie";
  return { style, explode, allowReserved: value.allowReserved === true };
}

function isStyle(name: string): name is Style {
  return styles.has(name);
}
