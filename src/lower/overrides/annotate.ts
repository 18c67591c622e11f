import type { ConfigValue } from "../../project/config/config.ts";
import type { Annotations } from "../../runtime/binding.ts";
import type { Json, JsonObject } from "../../source/json/json.ts";

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

/** The annotations of a tool, after configured annotations have replaced its own. */
export function overrideAnnotations(given: Annotations, override: ConfigValue<JsonObject> | undefined): Annotations {
  if (override === undefined) return given;
  const { readOnly, destructive, idempotent, openWorld } = override.value;
  const annotation = <Given>(value: Json | undefined, other: Given) => (typeof value === "boolean" ? value : other);
  return {
    readOnly: annotation(readOnly, given.readOnly),
    // A tool that only reads destroys nothing, whatever its method is.
    destructive: annotation(destructive, readOnly === true ? false : given.destructive),
    idempotent: annotation(idempotent, given.idempotent),
    openWorld: annotation(openWorld, given.openWorld),
  };
}
