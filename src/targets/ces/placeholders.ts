import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";

/**
 * A resource's Protocol Buffers message in which an environment's values replace the placeholders that CES does not support. The other
 * placeholders remain.
 */
export interface ResolvedPlaceholders {
  readonly message: JsonObject;
  /** The environment's values for the placeholders that remain in `message`. They are written to `environment.json`. */
  readonly values: JsonObject;
  /** Whether placeholders remain in `message`. CES replaces all of these when it imports the app. */
  readonly isManaged: boolean;
  /** The fields with placeholders that CES does not replace, and whether the environment has a value for each field. */
  readonly unmanaged: readonly { readonly field: string; readonly isResolved: boolean }[];
}

/**
 * The fields whose placeholders CES replaces: those listed in
 * https://docs.cloud.google.com/customer-engagement-ai/conversational-agents/ps/export, and `service`, which occurs in exports.
 */
const managed = new Set(["url", "keyName", "apiKeySecretVersion", "clientSecretVersion", "tokenEndpoint", "serviceAccount", "service"]);

/** Replaces the placeholders that CES does not support. `overlay` has the values of one environment in the structure of the message. */
export function resolvePlaceholders(message: JsonObject, overlay: Json | undefined): ResolvedPlaceholders {
  const unmanaged: { field: string; isResolved: boolean }[] = [];
  let isManaged = false;

  function resolveValue(value: Json, over: Json | undefined, path: readonly string[]): { value: Json; values: Json | undefined } {
    if (value === "$env_var") {
      const name = path.at(-1) ?? "";
      if (managed.has(name) || path.join(".") === "connectorTool.connection") {
        isManaged = true;
        return { value, values: over };
      }
      unmanaged.push({ field: path.join("."), isResolved: over !== undefined });
      return { value: over ?? value, values: undefined };
    }
    if (isArray(value)) return { value, values: undefined };
    if (!isObject(value)) return { value, values: undefined };
    const members: [string, Json][] = [];
    const values: [string, Json][] = [];
    for (const [name, each] of Object.entries(value)) {
      if (each === undefined) continue;
      const member = resolveValue(each, isObject(over) && Object.hasOwn(over, name) ? over[name] : undefined, [...path, name]);
      members.push([name, member.value]);
      if (member.values !== undefined) values.push([name, member.values]);
    }
    return { value: Object.fromEntries(members), values: values.length === 0 ? undefined : Object.fromEntries(values) };
  }

  const { value, values } = resolveValue(message, overlay, []);
  return { message: isObject(value) ? value : {}, values: isObject(values) ? values : {}, isManaged, unmanaged };
}
