import { closure } from "../schema/closure.ts";
import { isObject, type JsonObject } from "../source/json/json.ts";

/** The names of the shared schemas of a contract that a tool refers to, directly or indirectly. */
export function sharedSchemaNames({ input, output }: JsonObject, contract: JsonObject): Set<string> {
  const { schemas } = contract;
  const table = new Map(
    Object.entries(isObject(schemas) ? schemas : {}).flatMap(([name, json]) => (isObject(json) ? [[name, { json }] as const] : [])),
  );
  return closure(table, [input, output].filter(isObject));
}
