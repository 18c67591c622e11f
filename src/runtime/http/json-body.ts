import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isBlob } from "../schema/plain-value.ts";
import { unsentError } from "../tool-error.ts";
import { bodyValue } from "./body-value.ts";
import type { HttpBody } from "./http-body.ts";

/** The JSON body of the request for a call. */
export function jsonBodyOf(call: Call<HttpBinding>): HttpBody | undefined {
  const { body } = call.binding;
  const value = body === null ? undefined : bodyValue(call, body);
  return body === null || value === undefined ? undefined : { contentType: body.contentType, content: jsonContent(value, call) };
}

/** Serializes JSON. Throws for a `Blob`, which `JSON.stringify` would silently write as `{}`. */
export function jsonContent(value: unknown, call: Call<HttpBinding>): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (!isBlob(member)) return member;
    throw unsentError("unsupported-request", "JSON cannot contain a `Blob`. Pass the file as an object with `base64`.", call.tool);
  });
}
