import type { Server } from "../../runtime/binding.ts";
import type { JsonObject } from "../../source/json/json.ts";

/** Converts servers to OpenAPI. Empty members are omitted, since OpenAPI does not allow an empty `enum`. */
export function openApiServers(servers: readonly Server[]): JsonObject[] {
  return servers.map(({ url, description, variables }) => ({
    url,
    ...(description === "" ? {} : { description }),
    ...(Object.keys(variables).length === 0 ? {} : { variables: variablesOf(variables) }),
  }));
}

function variablesOf(variables: Server["variables"]): JsonObject {
  const entries = Object.entries(variables).map(([name, variable]): [string, JsonObject] => [
    name,
    { default: variable.default, ...(variable.enum.length === 0 ? {} : { enum: variable.enum }) },
  ]);
  return Object.fromEntries(entries);
}
