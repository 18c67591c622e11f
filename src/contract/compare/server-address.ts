import { isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";

/** Whether calls go to the same address as before, whatever values they give to variables. New variables may have any default that keeps it. */
export function isServerKept(former: JsonObject, next: JsonObject | undefined): boolean {
  return next !== undefined && addressOf(former) === addressOf(next) && areVariablesKept(former, next);
}

/** Whether calls may give all variables of a server the same values as before. */
export function areVariablesKept(former: JsonObject, next: JsonObject): boolean {
  const [before, after] = [variablesOf(former), variablesOf(next)];
  return Object.entries(before).every(([name, variable]) => isSameValue(withoutText(variable), withoutText(after[name] ?? null)));
}

/**
 * The parts of the default address of calls: the host with its scheme, and the path, to which the path of each tool is appended. A URL in the
 * definition replaces the servers, and may be a placeholder.
 */
export function defaultAddress({ definition, servers }: JsonObject): { readonly host: string; readonly path: string } {
  const own = ["openApiToolset", "openApiTool"].map((kind) => member(member(definition, kind), "url")).find((url) => url !== undefined);
  const [server] = itemsIn(servers).filter(isObject);
  const address = typeof own === "string" ? own : server === undefined ? "" : addressOf(server);
  const host = /^[a-z][\w+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length).replace(/\/$/, "") };
}

/** The address with the defaults of its variables. */
function addressOf(server: JsonObject): string {
  const variables = variablesOf(server);
  return String(server.url ?? "").replaceAll(/\{([^{}]*)\}/g, (all, name: string) => {
    const variable = variables[name];
    return isObject(variable) && typeof variable.default === "string" ? variable.default : all;
  });
}

/** The variables of the URL of a server; an empty object if it has none. */
export function variablesOf({ variables }: JsonObject): JsonObject {
  return isObject(variables) ? variables : {};
}

function withoutText(variable: Json): Json {
  if (!isObject(variable)) return variable;
  const { description: _text, ...others } = variable;
  return others;
}
