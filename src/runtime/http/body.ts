import type { BodyBinding, EncodingBinding, HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isBlob } from "../schema/plain-value.ts";
import { ToolError } from "../tool-error.ts";
import { sourceValue } from "../transport/value-source.ts";
import { contentText } from "./content-text.ts";
import { asBlob } from "./file.ts";
import { essence, isJson, isText } from "./media-type.ts";
import { type Body, multipartBody } from "./multipart.ts";
import { encodeForm, encodeReserved, encodeUnreserved } from "./percent-encoding.ts";
import { type Pair, serializePairs } from "./serialize.ts";

/** The body of a call, or `undefined` if it has none. */
export function callBody(call: Call<HttpBinding>): Body | undefined {
  try {
    return buildBody(call);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    // Nothing else in here throws but the reading of Base64.
    throw new ToolError("invalid-arguments", 'The "base64" of a file is not valid Base64.', { tool: call.tool, sent: false });
  }
}

function buildBody(call: Call<HttpBinding>): Body | undefined {
  const { body } = call.binding;
  if (body === null) return undefined;
  const value = "input" in body.from ? sourceValue(body.from, call) : membersValue(body.from.members, body.required, call);
  if (value === undefined) return undefined;
  const type = essence(body.contentType);
  if (isJson(type)) return { contentType: body.contentType, content: jsonText(value, call) };
  if (type === "application/x-www-form-urlencoded") return { contentType: body.contentType, content: formText(value, body.encoding) };
  if (type.startsWith("multipart/")) return multipartBody(type, value, body.encoding);
  const file = asBlob(value);
  if (file !== undefined)
    return {
      contentType: type.includes("*") || type === "application/octet-stream" ? file.type || "application/octet-stream" : body.contentType,
      content: file,
    };
  if (typeof value === "string") return { contentType: type.includes("*") ? "text/plain" : body.contentType, content: value };
  if (type.includes("*")) return { contentType: "application/json", content: jsonText(value, call) };
  if (isText(type) && typeof value !== "object") return { contentType: body.contentType, content: String(value) };
  throw new ToolError("unsupported-request", `The body of media type "${body.contentType}" has to be given as text or as a file.`, {
    tool: call.tool,
    sent: false,
    details: { contentType: body.contentType },
  });
}

/** JSON; a `Blob` in it would become `{}` without a word. */
function jsonText(value: unknown, call: Call<HttpBinding>): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (!isBlob(member)) return member;
    throw new ToolError("unsupported-request", "JSON cannot hold a `Blob`. Give the file as an object with `base64`.", {
      tool: call.tool,
      sent: false,
    });
  });
}

type Members = Extract<BodyBinding["from"], { readonly members: unknown }>["members"];

function membersValue(members: Members, isRequired: boolean, call: Call<HttpBinding>): { readonly [name: string]: unknown } | undefined {
  const given = members.map(({ name, from }) => [name, sourceValue(from, call)] as const).filter(([, value]) => value !== undefined);
  return given.length === 0 && !isRequired ? undefined : Object.fromEntries(given);
}

/** OpenAPI 3.2 §4.15: a member with a style is written as a query parameter, another by its content type. */
function formText(value: unknown, encoding: BodyBinding["encoding"]): string {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? value : encodeForm(JSON.stringify(value));
  return Object.entries(value)
    .flatMap(([name, member]) => formPairs(name, member, Object.hasOwn(encoding, name) ? encoding[name] : undefined))
    .map(([name, text]) => `${name}=${text}`)
    .join("&");
}

function formPairs(name: string, value: unknown, encoding: EncodingBinding | undefined): Pair[] {
  if (value === undefined || value === null) return [];
  const as = encoding?.as;
  if (as !== undefined && as !== null && "style" in as)
    return serializePairs(name, value, as, as.allowReserved ? encodeReserved : encodeUnreserved);
  const contentType = encoding?.contentType ?? null;
  if (contentType === null && Array.isArray(value)) return value.flatMap((item) => formPairs(name, item, undefined));
  return [[encodeForm(name), encodeForm(contentText(contentType ?? "text/plain", value))]];
}
