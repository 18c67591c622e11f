import type { ConfigValue } from "../project/config.ts";
import type { Annotations } from "../runtime/binding.ts";
import type { JsonObject } from "../source/json.ts";

/** MCP 2025-11-25, ToolAnnotations: what a server does not say, and what it may only say of tools that change something. */
export function annotationsOfServer(said: JsonObject): Annotations {
  const readOnly = said.readOnlyHint === true;
  return {
    readOnly,
    destructive: !readOnly && said.destructiveHint !== false,
    idempotent: readOnly || said.idempotentHint === true,
    openWorld: said.openWorldHint !== false,
  };
}

/** RFC 9110 §9.2: what each method promises. A method that it does not know promises nothing. */
export function annotationsOfMethod(method: string): Annotations {
  const readOnly = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method);
  return {
    readOnly,
    destructive: method === "DELETE",
    idempotent: readOnly || method === "PUT" || method === "DELETE",
    openWorld: true,
  };
}

/** The author's word wins over all. */
export function overrideAnnotations(given: Annotations, override: ConfigValue<JsonObject> | undefined): Annotations {
  if (override === undefined) return given;
  const said = (name: keyof Annotations) => (typeof override.value[name] === "boolean" ? override.value[name] : given[name]);
  return { readOnly: said("readOnly"), destructive: said("destructive"), idempotent: said("idempotent"), openWorld: said("openWorld") };
}
