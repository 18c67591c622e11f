import { missingField } from "../../diagnostic/structure.ts";
import type { Json, JsonObject } from "../../source/json.ts";
import { uselessField } from "./codes.ts";
import type { Visit } from "./shapes/shape.ts";
import { atKey, here, reportFinding } from "./visit.ts";

interface Needs {
  readonly required: readonly string[];
  readonly allowed: readonly string[];
}

const common = ["type", "description", "deprecated"];

const needs3: ReadonlyMap<Json | undefined, Needs> = new Map([
  ["apiKey", { required: ["name", "in"], allowed: [] }],
  ["http", { required: ["scheme"], allowed: ["bearerFormat"] }],
  ["oauth2", { required: ["flows"], allowed: ["oauth2MetadataUrl"] }],
  ["openIdConnect", { required: ["openIdConnectUrl"], allowed: [] }],
  ["mutualTLS", { required: [], allowed: [] }],
]);

/** The Security Scheme Object of 3.x: the fields of each type. */
export function checkSecurityScheme(value: JsonObject, visit: Visit): void {
  checkNeeds(value, needs3.get(value.type), visit);
}

const flows2: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  ["implicit", ["authorizationUrl"]],
  ["password", ["tokenUrl"]],
  ["application", ["tokenUrl"]],
  ["accessCode", ["authorizationUrl", "tokenUrl"]],
]);

/** The same of 2.0, where the flow decides too. */
export function checkSecurityScheme2(value: JsonObject, visit: Visit): void {
  const { type, flow } = value;
  if (type === "basic") checkNeeds(value, { required: [], allowed: [] }, visit);
  if (type === "apiKey") checkNeeds(value, { required: ["name", "in"], allowed: [] }, visit);
  if (type !== "oauth2") return;
  const urls = flows2.get(flow) ?? [];
  // OAI's own schema lets `scopes` be absent, the text of the standard does not; real documents follow the schema.
  checkNeeds(value, { required: ["flow", ...urls], allowed: ["scopes"] }, visit);
}

function checkNeeds(value: JsonObject, needs: Needs | undefined, visit: Visit): void {
  if (needs === undefined) return;
  for (const name of needs.required) {
    if (!Object.hasOwn(value, name)) reportFinding(visit, { code: missingField, params: { name }, spot: here });
  }
  for (const name in value) {
    if (name.startsWith("x-") || common.includes(name) || needs.required.includes(name) || needs.allowed.includes(name)) continue;
    if (!fieldNames.includes(name)) continue; // The table reports it.
    reportFinding(visit, {
      code: uselessField,
      params: { name, why: `a scheme of type "${value.type}" has no such field` },
      spot: atKey(name),
    });
  }
}

const fieldNames = [
  "name",
  "in",
  "scheme",
  "bearerFormat",
  "flows",
  "openIdConnectUrl",
  "oauth2MetadataUrl",
  "flow",
  "authorizationUrl",
  "tokenUrl",
  "scopes",
];
