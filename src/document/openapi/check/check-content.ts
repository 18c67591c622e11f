import { invalidValue } from "../../../diagnostic/structure.ts";
import { isObject, type Json, type JsonObject } from "../../../source/json/json.ts";
import { invalidName, uselessField } from "../codes.ts";
import { atKey, exclude, reportFinding, requireOneOf } from "../read/visit.ts";
import type { Visit } from "./shapes/shape.ts";

/** Checks an Example Object: it has no two fields that exclude each other (OpenAPI 3.2 §4.19). */
export function checkExample(value: JsonObject, visit: Visit): void {
  exclude("value", "externalValue", { value, visit });
  if (visit.session.version !== "3.2") return;
  exclude("value", "dataValue", { value, visit });
  exclude("value", "serializedValue", { value, visit });
  exclude("serializedValue", "externalValue", { value, visit });
}

/**
 * Checks a parameter or header: exactly one of `schema` and `content` is present, `content` has one media type, and at most one of
 * `example` and `examples` is present.
 */
export function checkSchemaOrContent(value: JsonObject, visit: Visit): void {
  exclude("schema", "content", { value, visit });
  exclude("example", "examples", { value, visit });
  requireOneOf(["schema", "content"], value, visit);
  const { content } = value;
  if (isObject(content) && Object.keys(content).length !== 1) {
    reportFinding(visit, {
      code: invalidValue,
      params: { reason: "must have exactly one media type" },
      spot: atKey("content"),
    });
  }
  if (content === undefined) return;
  for (const name of ["style", "explode", "allowReserved"]) {
    if (Object.hasOwn(value, name))
      reportFinding(visit, {
        code: uselessField,
        params: { name, why: "a media type determines how the value is serialized" },
        spot: atKey(name),
      });
  }
}

/**
 * Checks a Media Type Object: at most one of `example` and `examples` is present, and encodings are specified either by name or by
 * position.
 */
export function checkMediaType(value: JsonObject, visit: Visit): void {
  exclude("example", "examples", { value, visit });
  checkEncoding(value, visit);
}

/** Checks that the encodings of parts are specified either by name or by position, not both (3.2 §4.14). */
export function checkEncoding(value: JsonObject, visit: Visit): void {
  exclude("encoding", "prefixEncoding", { value, visit });
  exclude("encoding", "itemEncoding", { value, visit });
}

/** Checks the name of a header (RFC 9110 §5.1). */
export function checkHeaderName(name: Json | undefined, visit: Visit): void {
  if (typeof name !== "string" || /^[0-9A-Za-z!#$%&'*+.^_`|~-]+$/.test(name)) return;
  reportFinding(visit, {
    code: invalidName,
    params: { name, reason: "the name of a header must not have spaces, colons or other delimiters" },
    spot: { steps: ["name"], part: "value" },
  });
}
