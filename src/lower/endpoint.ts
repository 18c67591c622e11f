import { enumField } from "../definition/enum-name.ts";
import { messageNamed } from "../definition/message-named.ts";
import { field, stringValue } from "../definition/node.ts";
import { readMessage } from "../definition/read-message.ts";
import type { Resolved } from "../environment/resolved.ts";
import { kinds } from "../kinds.ts";
import type { Endpoint } from "../runtime/binding.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { lastSegment } from "../source/text/last-segment.ts";

/** The endpoint that the tools of a definition share. Only OpenAPI documents have servers and security schemes. */
export function endpointOf(resolved: Resolved, fromDocument: Pick<Endpoint, "servers" | "securitySchemes">): Endpoint {
  const { definition, environments, defaultEnvironment } = resolved;
  return {
    kind: definition.kind,
    definition: {
      [definition.member]: sharedFields(resolved),
      ...(isAsynchronous(resolved) ? { executionType: "ASYNCHRONOUS" } : {}),
    },
    ...fromDocument,
    timeout: timeoutOf(resolved),
    environments: Object.fromEntries(environments),
    defaultEnvironment,
  };
}

/** Kinds without an OpenAPI document have no servers and security schemes: their definitions contain the address and the credentials. */
export const noDocument: Pick<Endpoint, "servers" | "securitySchemes"> = { servers: [], securitySchemes: {} };

function sharedFields({ definition: { kind, body, member } }: Resolved): { readonly [field: string]: Json } {
  const message = `${member.charAt(0).toUpperCase()}${member.slice(1)}`;
  const value = knownFields(readMessage(body, message).value, message);
  const { endpointFields } = kinds[kind];
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => endpointFields.includes(name))) : {};
}

/** The longest timeout in milliseconds, nearly 25 days. In JavaScript, a timer with a longer delay fires at once. */
const longestTimeout = 2 ** 31 - 1;

/** The timeout in milliseconds. The defaults of CES are 30 seconds, and 60 seconds for asynchronous execution. */
function timeoutOf(resolved: Resolved): number {
  const { node } = resolved.definition;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(stringValue(field(node, "timeout")) ?? "")?.[1];
  if (seconds !== undefined) return Math.min(Math.round(Number(seconds) * 1000), longestTimeout);
  return isAsynchronous(resolved) ? 60_000 : 30_000;
}

function isAsynchronous({ definition: { node } }: Resolved): boolean {
  return enumField(field(node, "executionType"), "ExecutionType") === "ASYNCHRONOUS";
}

/** A protobuf message without unknown and output-only fields. Field names are in camelCase, as `readMessage` returns them. */
function knownFields(value: Json, message: string): Json {
  return keep(value, messageNamed(message));
}

function keep(value: Json, schema: JsonObject): Json {
  if (typeof schema.$ref === "string") return keep(value, messageNamed(lastSegment(schema.$ref)));
  if (isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item) => keep(item, items)) : value;
  }
  if (!isObject(value)) return value;
  const { properties, additionalProperties } = schema;
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = member(properties, key) ?? (isObject(additionalProperties) ? additionalProperties : undefined);
    if (isObject(field)) {
      if (field.readOnly !== true) entries.push([key, keep(item, field)]);
    } else if (additionalProperties !== false) entries.push([key, item]);
  }
  return Object.fromEntries(entries);
}
