import type { BodyBinding, EncodingBinding, HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isBlob } from "../schema/plain-value.ts";
import { unsentError } from "../tool-error.ts";
import { sourceValue } from "../transport/value-source.ts";
import { asBlob, fileType, InvalidBase64Error } from "./file.ts";
import { formText } from "./form-text.ts";
import { essence, isJson, isText } from "./media-type.ts";
import { type HttpBody, isByPosition, multipartBody } from "./multipart.ts";

/** The body of the request for a call; `undefined` if the request has no body. */
export function callBody(call: Call<HttpBinding>): HttpBody | undefined {
  try {
    return buildBody(call);
  } catch (error) {
    if (!(error instanceof InvalidBase64Error)) throw error;
    throw unsentError("invalid-arguments", 'The member "base64" of a file is not valid Base64.', call.tool);
  }
}

function buildBody(call: Call<HttpBinding>): HttpBody | undefined {
  const { body } = call.binding;
  if (body === null) return undefined;
  const value = "input" in body.from ? sourceValue(body.from, call) : membersValue(body.from.members, body.required, call);
  if (value === undefined) return undefined;
  const type = essence(body.contentType);
  if (isJson(type)) return { contentType: body.contentType, content: jsonText(value, call) };
  if (type === "application/x-www-form-urlencoded")
    return { contentType: body.contentType, content: formText(value, encodingByName(body)) };
  if (type.startsWith("multipart/")) return multipartBody(type, value, body.encoding);
  const file = asBlob(value);
  if (file !== undefined)
    return {
      // The type of the file is used only if the document has a media type range. If it names one media type, the service accepts no other.
      contentType: type.includes("*") ? fileType(value) || "application/octet-stream" : body.contentType,
      content: file,
    };
  if (typeof value === "string") return { contentType: type.includes("*") ? "text/plain" : body.contentType, content: value };
  if (type.includes("*")) return { contentType: "application/json", content: jsonText(value, call) };
  if (isText(type) && typeof value !== "object") return { contentType: body.contentType, content: String(value) };
  throw unsentError("unsupported-request", `The body of media type "${body.contentType}" must be a string or a file.`, call.tool, {
    contentType: body.contentType,
  });
}

/** Serializes JSON. Throws for a `Blob`, which `JSON.stringify` would silently write as `{}`. */
function jsonText(value: unknown, call: Call<HttpBinding>): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (!isBlob(member)) return member;
    throw unsentError("unsupported-request", "JSON cannot contain a `Blob`. Pass the file as an object with `base64`.", call.tool);
  });
}

/** The encodings by member name. They are empty if the encodings are given by position, which only multipart bodies support. */
function encodingByName({ encoding }: BodyBinding): { readonly [member: string]: EncodingBinding } {
  return isByPosition(encoding) ? {} : encoding;
}

type Members = Extract<BodyBinding["from"], { readonly members: unknown }>["members"];

function membersValue(members: Members, isRequired: boolean, call: Call<HttpBinding>): { readonly [name: string]: unknown } | undefined {
  const given = members.map(({ name, from }) => [name, sourceValue(from, call)] as const).filter(([, value]) => value !== undefined);
  return given.length === 0 && !isRequired ? undefined : Object.fromEntries(given);
}
