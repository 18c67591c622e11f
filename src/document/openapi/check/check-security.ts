import { missingField } from "../../../diagnostic/structure.ts";
import type { Json, JsonObject } from "../../../source/json/json.ts";
import { uselessField } from "../codes.ts";
import { atKey, here, reportFinding } from "../read/visit.ts";
import type { Visit } from "./shapes/shape.ts";

/** The fields of the security schemes of one type, without the fields that all types have. */
interface SchemeFields {
  readonly required: readonly string[];
  readonly allowed: readonly string[];
}

const common = ["type", "description", "deprecated"];

const fields3: ReadonlyMap<Json | undefined, SchemeFields> = new Map([
  ["apiKey", { required: ["name", "in"], allowed: [] }],
  ["http", { required: ["scheme"], allowed: ["bearerFormat"] }],
  ["oauth2", { required: ["flows"], allowed: ["oauth2MetadataUrl"] }],
  ["openIdConnect", { required: ["openIdConnectUrl"], allowed: [] }],
  ["mutualTLS", { required: [], allowed: [] }],
]);

/** Checks the fields of a Security Scheme Object of 3.x, by its type. */
export function checkSecurityScheme(value: JsonObject, visit: Visit): void {
  checkFields(value, fields3.get(value.type), visit);
}

const flows2: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  ["implicit", ["authorizationUrl"]],
  ["password", ["tokenUrl"]],
  ["application", ["tokenUrl"]],
  ["accessCode", ["authorizationUrl", "tokenUrl"]],
]);

/** Checks the fields of a Security Scheme Object of 2.0, by its type and its flow. */
export function checkSecurityScheme2(value: JsonObject, visit: Visit): void {
  const { type, flow } = value;
  if (type === "basic") checkFields(value, { required: [], allowed: [] }, visit);
  if (type === "apiKey") checkFields(value, { required: ["name", "in"], allowed: [] }, visit);
  if (type !== "oauth2") return;
  const urls = flows2.get(flow) ?? [];
  // The prose of the standard requires `scopes`, but the official schema does not. Many documents follow the schema, so `scopes` is
  // optional here.
  checkFields(value, { required: ["flow", ...urls], allowed: ["scopes"] }, visit);
}

function checkFields(value: JsonObject, fields: SchemeFields | undefined, visit: Visit): void {
  if (fields === undefined) return;
  for (const name of fields.required) {
    if (!Object.hasOwn(value, name)) reportFinding(visit, { code: missingField, params: { name }, spot: here });
  }
  for (const name in value) {
    if (name.startsWith("x-") || common.includes(name) || fields.required.includes(name) || fields.allowed.includes(name)) continue;
    if (!fieldNames.includes(name)) continue; // Other names are reported as unknown fields by `walk`.
    reportFinding(visit, {
      code: uselessField,
      params: { name, why: `a scheme of type "${value.type}" has no such field` },
      spot: atKey(name),
    });
  }
}

/** All fields that occur in a security scheme of at least one type. */
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
