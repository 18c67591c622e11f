import type { BodyBinding, HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { unsentError } from "../tool-error.ts";
import { bodyValue } from "./body-value.ts";
import { formType } from "./content-text.ts";
import { asBlob, fileType, InvalidBase64Error } from "./file.ts";
import { formText } from "./form-text.ts";
import type { HttpBody } from "./http-body.ts";
import { jsonBodyOf, jsonContent } from "./json-body.ts";
import { essence, isJson, isText } from "./media-type.ts";
import { isByPosition, multipartOf } from "./multipart.ts";

/** The body of the request for a call, of any media type; `undefined` if the request has no body. */
export function anyBodyOf(call: Call<HttpBinding>): HttpBody | undefined {
  const type = essence(call.binding.body?.contentType ?? "");
  if (isJson(type)) return jsonBodyOf(call);
  if (type === formType) return formBodyOf(call);
  return type.startsWith("multipart/") ? multipartBodyOf(call) : otherBodyOf(call);
}

/** The body of a form. */
export function formBodyOf(call: Call<HttpBinding>): HttpBody | undefined {
  return bodyOf(call, (value, { contentType, encoding }) => ({
    contentType,
    // Encodings by position are only for multipart bodies.
    content: formText(value, isByPosition(encoding) ? {} : encoding),
  }));
}

/** A multipart body. */
export function multipartBodyOf(call: Call<HttpBinding>): HttpBody | undefined {
  return bodyOf(call, (value, { contentType, encoding }) => multipartOf(essence(contentType), value, encoding));
}

/** The body of any other media type: a file, a text, or JSON for a media type range. */
export function otherBodyOf(call: Call<HttpBinding>): HttpBody | undefined {
  return bodyOf(call, (value, { contentType }) => {
    const isRange = contentType.includes("*");
    const file = asBlob(value);
    // The type of the file is used only if the document has a media type range. If it names one media type, the service accepts no other.
    if (file !== undefined) return { contentType: isRange ? fileType(value) || "application/octet-stream" : contentType, content: file };
    if (typeof value === "string") return { contentType: isRange ? "text/plain" : contentType, content: value };
    if (isRange) return { contentType: "application/json", content: jsonContent(value, call) };
    if (isText(contentType) && typeof value !== "object") return { contentType, content: String(value) };
    throw unsentError("unsupported-request", `The body of media type "${contentType}" must be a string or a file.`, call.tool, {
      contentType,
    });
  });
}

/** The body that `create` makes of the value of the body; `undefined` if there is no value. */
function bodyOf(call: Call<HttpBinding>, create: (value: unknown, body: BodyBinding) => HttpBody): HttpBody | undefined {
  const { body } = call.binding;
  const value = body === null ? undefined : bodyValue(call, body);
  if (body === null || value === undefined) return undefined;
  try {
    return create(value, body);
  } catch (error) {
    if (!(error instanceof InvalidBase64Error)) throw error;
    throw unsentError("invalid-arguments", 'The member "base64" of a file is not valid Base64.', call.tool);
  }
}
