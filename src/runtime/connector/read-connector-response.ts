import type { ConnectorBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord, ownMember } from "../json.ts";
import { sentError, type ToolError } from "../tool-error.ts";

/** Converts the API's response to the output of a tool. If the definition selects fields, the output has only these fields. */
export function readConnectorResponse(body: unknown, call: Call<ConnectorBinding>): unknown {
  const { operation, outputFields } = call.binding;
  const chosen = (fields: unknown) => (outputFields.length === 0 || !isRecord(fields) ? fields : selected(fields, outputFields));
  switch (operation) {
    case "list": {
      const items = arrayOf(body, "entities", call).map((entity) => chosen(fieldsOf(entity, call)));
      const next = ownMember(body, "nextPageToken");
      return typeof next === "string" && next !== "" ? { items, nextPageToken: next } : { items };
    }
    case "delete":
      return { result: null };
    case "action":
      return { results: arrayOf(body, "results", call).map(chosen) };
    default:
      return chosen(fieldsOf(body, call));
  }
}

/** The array in a member of the response. If the member is absent, the array is empty: proto3 JSON omits empty arrays. */
function arrayOf(body: unknown, name: string, call: Call<ConnectorBinding>): readonly unknown[] {
  const items = isRecord(body) ? (ownMember(body, name) ?? []) : undefined;
  if (Array.isArray(items)) return items;
  throw unexpected(`an array \`${name}\``, call);
}

function fieldsOf(entity: unknown, call: Call<ConnectorBinding>): unknown {
  const fields = isRecord(entity) ? (ownMember(entity, "fields") ?? {}) : undefined;
  if (isRecord(fields)) return fields;
  throw unexpected("an entity with `fields`", call);
}

function unexpected(missing: string, { tool }: Call<ConnectorBinding>): ToolError {
  return sentError("invalid-response", `The response of Integration Connectors does not have ${missing}. The call was made.`, tool);
}

function selected(fields: object, names: readonly string[]): object {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, Reflect.get(fields, name)]));
}
