import { isObject, type Json, type JsonObject } from "../../source/json/json.ts";

/** OAuth flows whose names differ between OpenAPI 2.0 and 3.0. */
const flowNames: ReadonlyMap<string, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

/** A security scheme in the form of OpenAPI 3.0, without the references to secrets from the configuration. */
export function openApiSecurityScheme(scheme: Json | undefined): Json {
  if (!isObject(scheme)) return scheme ?? {};
  const { "x-toolsetc-secrets": _references, ...rest } = scheme;
  if (rest.type === "basic") return { ...rest, type: "http", scheme: "basic" };
  return rest.type === "oauth2" && typeof rest.flow === "string" ? withFlows(rest, rest.flow) : rest;
}

function withFlows(scheme: JsonObject, name: string): JsonObject {
  const { flow: _flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = scheme;
  const flow = { ...(authorizationUrl === undefined ? {} : { authorizationUrl }), ...(tokenUrl === undefined ? {} : { tokenUrl }), scopes };
  return { ...rest, flows: { [flowNames.get(name) ?? name]: flow } };
}
