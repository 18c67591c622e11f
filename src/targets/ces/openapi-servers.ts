import type { Server } from "../../runtime/binding.ts";
import type { JsonObject } from "../../source/json.ts";

/** Servers in the form of OpenAPI, in which empty members are omitted; `enum` must not be empty. */
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
