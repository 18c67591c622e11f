import type { HttpBinding, Serialization } from "../binding.ts";
import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";
import { sourceName, sourceValue } from "../value-source.ts";
import { contentText } from "./content-text.ts";
import { encodeReservedInPath, encodeUnreserved } from "./percent-encoding.ts";
import { primitiveText, serializeAlone } from "./serialize.ts";

/** The path template with its parameters filled in. Each takes exactly the place of its `{name}` and never more. */
export function fillPath(template: string, call: Call<HttpBinding>): string {
  const texts = new Map<string, string>();
  for (const parameter of call.binding.parameters) {
    if (parameter.in !== "path") continue;
    const value = sourceValue(parameter.from, call);
    const text = pathText(parameter.name, value, parameter.as);
    if (text === undefined || text === "") {
      throw new ToolError(
        "missing-path-parameter",
        `The path needs a value for "${parameter.name}", and ${sourceName(parameter.from)} is empty or missing.`,
        {
          tool: call.tool,
          sent: false,
          details: { parameter: parameter.name },
        },
      );
    }
    if (pieces(value).some(isUnsafe)) {
      throw new ToolError(
        "unsafe-path",
        `The value for "${parameter.name}" would lead to another path: it has a segment "." or "..", a backslash, a control character, or an encoded form of one.`,
        {
          tool: call.tool,
          sent: false,
          details: { parameter: parameter.name },
        },
      );
    }
    texts.set(parameter.name, text);
  }
  return template.replace(/\{([^{}]*)\}/g, (place, name: string) => {
    const text = texts.get(name);
    if (text === undefined)
      throw new ToolError("missing-path-parameter", `No parameter fills "${place}" in the path.`, {
        tool: call.tool,
        sent: false,
        details: { parameter: name },
      });
    return text;
  });
}

function pathText(name: string, value: unknown, as: Serialization): string | undefined {
  if (value === undefined || value === null) return undefined;
  if ("style" in as) return serializeAlone(name, value, as, as.allowReserved ? encodeReservedInPath : encodeUnreserved);
  return encodeUnreserved(contentText(as.contentType, value));
}

function pieces(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(primitiveText);
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => [key, primitiveText(member)])
    : [primitiveText(value)];
}

/**
 * Whether a server could read `text` as a way to somewhere else. A slash is sent as `%2F` and is harmless by itself; but some
 * servers decode before they route, and more than once.
 */
function isUnsafe(text: string): boolean {
  let decoded = text;
  for (let round = 0; round < 5; round++) {
    if (/[\u0000-\u001f\u007f\\]/.test(decoded)) return true;
    if (decoded.split("/").some((segment) => isDotSegment(segment))) return true;
    const next = decoded.replace(/%([0-7][0-9A-Fa-f])/g, (_triple, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === decoded) return false;
    if (next.split("/").length > decoded.split("/").length) return true;
    decoded = next;
  }
  return true;
}

/** Some servers cut off what follows a semicolon before they look at the segment. */
function isDotSegment(segment: string): boolean {
  const bare = segment.split(";", 1)[0];
  return bare === "." || bare === "..";
}
