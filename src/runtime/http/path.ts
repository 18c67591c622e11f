import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { part } from "../part.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { sourceName, sourceValue } from "../transport/value-source.ts";
import { encodeUnreserved } from "./percent-encoding.ts";
import { hasPlainStyle, primitiveText } from "./plain-style.ts";

/** Replaces the parameters of a path template by their values. A value cannot add segments or change other segments. */
export function fillPath(template: string, call: Call<HttpBinding>): string {
  const texts = new Map<string, string>();
  for (const parameter of call.binding.parameters) {
    if (parameter.in !== "path") continue;
    const text = pathText(parameter, call);
    if (text === undefined || text === "") throw missing(parameter.name, `${sourceName(parameter.from)} is empty or missing`, call);
    texts.set(parameter.name, text);
  }
  return template
    .split("/")
    .map((segment) => fillSegment(segment, texts, call))
    .join("/");
}

function fillSegment(template: string, texts: ReadonlyMap<string, string>, call: Call<HttpBinding>): string {
  const names: string[] = [];
  const segment = template.replace(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const text = texts.get(name);
    if (text === undefined) throw missing(name, "the operation does not define this parameter", call);
    names.push(name);
    return text;
  });
  // The whole segment is checked: values that are harmless one by one may form the segment `.` or `..` together.
  if (names.length === 0 || !isUnsafe(segment)) return segment;
  throw unsentError(
    "unsafe-path",
    `The value for ${names.map((name) => `"${name}"`).join(" and ")} would change the path: it forms a segment "." or "..", or contains a backslash, a control character, or an encoded form of one.`,
    call.tool,
    { parameters: names },
  );
}

function missing(name: string, reason: string, call: Call<HttpBinding>): ToolError {
  return unsentError("missing-path-parameter", `The path parameter "${name}" has no value: ${reason}.`, call.tool, { parameter: name });
}

function pathText({ name, from, as }: ParameterBinding, call: Call<HttpBinding>): string | undefined {
  const value = sourceValue(from, call);
  if (value === undefined || value === null) return undefined;
  if (!("style" in as)) return encodeUnreserved(part("content", call)(as, value));
  // Most parameters are one word.
  if (typeof value !== "object" && hasPlainStyle(as, "simple")) return encodeUnreserved(primitiveText(value));
  return part("styles", call).path(name, value, as);
}

/**
 * Whether a server could resolve the segment to another path. A slash is sent as `%2F`, which is harmless by itself, but some
 * servers decode paths before routing, and more than once.
 */
function isUnsafe(segment: string): boolean {
  // Most values are a name or a number.
  if (/^[\w~-]+$/.test(segment)) return false;
  let decoded = decodeOnce(segment);
  for (let round = 0; round < 5; round++) {
    if (/[\u0000-\u001f\u007f\\]/.test(decoded)) return true;
    if (decoded.split("/").some(isDotSegment)) return true;
    const next = decodeOnce(decoded);
    if (next === decoded) return false;
    if (next.split("/").length > decoded.split("/").length) return true;
    decoded = next;
  }
  return true;
}

function decodeOnce(text: string): string {
  return text.replace(/%([0-7][0-9A-Fa-f])/g, (_triple, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Whether a segment is `.` or `..`. Some servers remove the text after a semicolon before they compare segments. */
function isDotSegment(segment: string): boolean {
  const bare = segment.split(";", 1)[0];
  return bare === "." || bare === "..";
}
