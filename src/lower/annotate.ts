import type { ConfigValue } from "../project/config.ts";
import type { Annotations } from "../runtime/binding.ts";
import type { JsonObject } from "../source/json.ts";

/** The annotations of an MCP tool, with MCP's defaults (MCP 2025-11-25, ToolAnnotations). */
export function annotationsOfServer(hints: JsonObject): Annotations {
  const readOnly = hints.readOnlyHint === true;
  return {
    readOnly,
    destructive: !readOnly && hints.destructiveHint !== false,
    idempotent: readOnly || hints.idempotentHint === true,
    openWorld: hints.openWorldHint !== false,
  };
}

/** The annotations of an HTTP method (RFC 9110 §9.2). An unknown method is neither safe nor idempotent. */
export function annotationsOfMethod(method: string): Annotations {
  const readOnly = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method);
  return {
    readOnly,
    destructive: method === "DELETE",
    idempotent: readOnly || method === "PUT" || method === "DELETE",
    openWorld: true,
  };
}

/** The annotations of a tool, after configured annotations have replaced its own. */
export function overrideAnnotations(given: Annotations, override: ConfigValue<JsonObject> | undefined): Annotations {
  if (override === undefined) return given;
  const annotation = (name: keyof Annotations) => (typeof override.value[name] === "boolean" ? override.value[name] : given[name]);
  return {
    readOnly: annotation("readOnly"),
    destructive: annotation("destructive"),
    idempotent: annotation("idempotent"),
    openWorld: annotation("openWorld"),
  };
}
