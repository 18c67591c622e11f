import { isArray, type Json, member } from "../../../source/json/json.ts";
import { isPlaceholder } from "../../../source/text/placeholder.ts";
import { originOfValue } from "../../../source/tree.ts";
import type { Located, OpenApiServer, OpenApiServerVariable } from "./operation.ts";
import { at, entriesOf, itemsOf, stringOrEmpty } from "./reader.ts";

/**
 * Reads an array of Server Objects. A server without a URL is omitted. A URL without a scheme, such as `//shop.example`, has that of the URL of
 * the document. Since that URL is unknown here, https is used.
 */
export function readServers(list: Located<Json> | undefined): OpenApiServer[] {
  return itemsOf(list).flatMap((place) => {
    const url = at(place, "url");
    if (url === undefined || typeof url.value !== "string") return [];
    const variables = entriesOf(at(place, "variables")).map(([name, variable]): [string, OpenApiServerVariable] => [
      name,
      readVariable(variable.value),
    ]);
    const origin = originOfValue(url.tree, url.path);
    const address = url.value.startsWith("//") ? `https:${url.value}` : url.value;
    return [{ url: address, description: stringOrEmpty(member(place.value, "description")), variables: new Map(variables), origin }];
  });
}

/**
 * Reads a server variable. Ports are often written without quotes, so numbers and booleans, which were reported, are converted to strings.
 */
function readVariable(value: Json): OpenApiServerVariable {
  const values = member(value, "enum");
  return {
    default: scalarString(member(value, "default")),
    description: stringOrEmpty(member(value, "description")),
    enum: isArray(values) ? values.map(scalarString) : [],
  };
}

function scalarString(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/**
 * Reads `host`, `basePath` and `schemes` of Swagger 2.0 as one server for each scheme. If `schemes` is omitted, the standard uses the
 * scheme of the URL of the document. Since that URL is unknown here, https is used.
 */
export function readAddress(document: Located, schemes: Json | undefined): OpenApiServer[] {
  const host = at(document, "host");
  const basePath = at(document, "basePath");
  const path = stringOrEmpty(basePath?.value).replace(/\/$/, "");
  const common = { description: "", variables: new Map<string, OpenApiServerVariable>() };
  if (host === undefined || typeof host.value !== "string") {
    return basePath === undefined || path === "" ? [] : [{ ...common, url: path, origin: originOfValue(basePath.tree, basePath.path) }];
  }
  const origin = originOfValue(host.tree, host.path);
  if (isPlaceholder(host.value)) return [{ ...common, url: host.value, origin }];
  const names = isArray(schemes) ? schemes.filter((name) => typeof name === "string") : [];
  return (names.length > 0 ? names : ["https"]).map((scheme) => ({ ...common, url: `${scheme}://${host.value}${path}`, origin }));
}
