import type { JsonObject } from "../../source/json.ts";
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

/** 3.2 §4.12.2.1: `explode` is by default what `form` and `cookie` do. */
export function readStyle(value: JsonObject, fallback: Style): Styled {
  const style = typeof value.style === "string" && isStyle(value.style) ? value.style : fallback;
  const explode = typeof value.explode === "boolean" ? value.explode : style === "form" || style === "cookie";
  return { style, explode, allowReserved: value.allowReserved === true };
}

function isStyle(name: string): name is Style {
  return styles.has(name);
}
