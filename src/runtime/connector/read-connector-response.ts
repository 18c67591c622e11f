import type { ConnectorBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord, ownMember } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** Converts the API's response to the output of a tool, with the fields that the definition selects. */
export function readConnectorResponse(answer: unknown, call: Call<ConnectorBinding>): unknown {
  const { operation, outputFields } = call.binding;
  const chosen = (fields: unknown) => (outputFields.length === 0 || !isRecord(fields) ? fields : selected(fields, outputFields));
  switch (operation) {
    case "list": {
      const items = listOf(answer, "entities", call).map((entity) => chosen(fieldsOf(entity, call)));
      const next = ownMember(answer, "nextPageToken");
      return typeof next === "string" && next !== "" ? { items, nextPageToken: next } : { items };
    }
    case "delete":
      return { result: null };
    case "action":
      return { results: listOf(answer, "results", call).map(chosen) };
    default:
      return chosen(fieldsOf(answer, call));
  }
}

/** proto3 JSON omits empty fields. */
function listOf(answer: unknown, name: string, call: Call<ConnectorBinding>): readonly unknown[] {
  const list = isRecord(answer) ? (ownMember(answer, name) ?? []) : undefined;
  if (Array.isArray(list)) return list;
  throw unexpected(`a list \`${name}\``, call);
}

function fieldsOf(entity: unknown, call: Call<ConnectorBinding>): unknown {
  const fields = isRecord(entity) ? (ownMember(entity, "fields") ?? {}) : undefined;
  if (isRecord(fields)) return fields;
  throw unexpected("an entity with `fields`", call);
}

function unexpected(what: string, { tool }: Call<ConnectorBinding>): ToolError {
  return new ToolError("invalid-answer", `The response of Integration Connectors lacks ${what}. The call was made.`, { tool, sent: true });
}

function selected(fields: object, names: readonly string[]): object {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, Reflect.get(fields, name)]));
}
