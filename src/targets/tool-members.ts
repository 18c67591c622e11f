import { plainData } from "../contract/plain-data.ts";
import type { Tool } from "../ir/ir.ts";
import type { Binding } from "../runtime/binding.ts";
import type { JsonObject } from "../source/json/json.ts";
import { compactHttp, compactMcp } from "./compact-binding.ts";

/**
 * The members of a tool that generated modules and manifests omit if they have the default value. `ToolDefinition` of the run-time library
 * documents the defaults.
 */
export function optionalMembers({ annotations, approval, tags, deprecated, lazy, metadata, examples, trim }: Tool): JsonObject {
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  const hints = {
    ...(readOnly ? { readOnly } : {}),
    ...(destructive === (readOnly ? false : null) ? {} : { destructive }),
    ...(idempotent ? { idempotent } : {}),
    ...(openWorld ? {} : { openWorld }),
  };
  return {
    ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
    ...(approval === "none" ? {} : { approval }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(deprecated ? { deprecated } : {}),
    ...(lazy ? { lazy } : {}),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(trim.pick.length === 0 && trim.maxBytes === null ? {} : { trim: plainData(trim) }),
  };
}

/** The binding of a tool without default values, as a member that is named after its transport. */
export function bindingMember(binding: Binding): JsonObject {
  switch (binding.transport) {
    case "http":
      return { http: plainData(compactHttp(binding)) };
    case "mcp":
      return { mcp: plainData(compactMcp(binding)) };
    case "connector": {
      const { transport: _transport, ...rest } = binding;
      return { connector: plainData(rest) };
    }
    case "client":
      return { client: { function: binding.function } };
  }
}
