import { isRecord, type UnknownRecord } from "../json.ts";
import { type Annotated, type ContentBlock, type Icon, isBlock, type LinkBlock, type ResourceBlock } from "../result/content-block.ts";

/**
 * Reads a content block that a server sent. Invalid members are omitted, since SDKs reject a result that contains an invalid member. A
 * block that is invalid as a whole is replaced by a text block.
 */
export function readBlock(value: unknown): ContentBlock {
  if (isBlock(value)) return sanitizeBlock(value);
  const type = isRecord(value) && typeof value["type"] === "string" ? JSON.stringify(value["type"].slice(0, 40)) : "unknown";
  return { type: "text", text: `[A content block of type ${type} was omitted, since it is invalid.]` };
}

function sanitizeBlock(block: ContentBlock): ContentBlock {
  const about = annotated(block);
  switch (block.type) {
    case "text":
      return { type: block.type, text: block.text, ...about };
    case "image":
    case "audio":
      return { type: block.type, data: block.data, mimeType: block.mimeType, ...about };
    case "resource":
      return { type: block.type, resource: sanitizeResource(block.resource), ...about };
    case "resource_link":
      return { ...sanitizeLink(block), ...about };
  }
}

function sanitizeResource(resource: ResourceBlock["resource"]): ResourceBlock["resource"] {
  const { uri, mimeType } = resource;
  const named = { uri, ...(typeof mimeType === "string" ? { mimeType } : {}) };
  return "text" in resource && typeof resource.text === "string"
    ? { ...named, text: resource.text }
    : { ...named, blob: "blob" in resource ? resource.blob : "" };
}

function sanitizeLink({ type, uri, name, ...link }: LinkBlock): LinkBlock {
  // The declared type is `unknown`, since the types of these members have not been checked yet.
  const { title, description, mimeType, size, icons }: { readonly [member: string]: unknown } = { ...link };
  return {
    type,
    uri,
    name,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof mimeType === "string" ? { mimeType } : {}),
    ...(typeof size === "number" ? { size } : {}),
    ...(Array.isArray(icons) ? { icons: icons.flatMap(readIcon) } : {}),
  };
}

function readIcon(value: unknown): Icon[] {
  if (!isRecord(value) || typeof value["src"] !== "string") return [];
  const { src, mimeType, sizes, theme } = value;
  return [
    {
      src,
      ...(typeof mimeType === "string" ? { mimeType } : {}),
      ...(Array.isArray(sizes) && sizes.every((size) => typeof size === "string") ? { sizes } : {}),
      ...(theme === "light" || theme === "dark" ? { theme } : {}),
    },
  ];
}

function annotated({ annotations, _meta }: { readonly annotations?: unknown; readonly _meta?: unknown }): Annotated {
  const read = isRecord(annotations) ? readAnnotations(annotations) : {};
  return { ...(Object.keys(read).length === 0 ? {} : { annotations: read }), ...(isRecord(_meta) ? { _meta: { ..._meta } } : {}) };
}

/** Matches a time of RFC 3339, which MCP requires for `lastModified`. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function readAnnotations({ audience, priority, lastModified }: UnknownRecord): NonNullable<Annotated["annotations"]> {
  const isRole = (role: unknown) => role === "user" || role === "assistant";
  return {
    ...(Array.isArray(audience) && audience.every(isRole) ? { audience } : {}),
    ...(typeof priority === "number" && priority >= 0 && priority <= 1 ? { priority } : {}),
    ...(typeof lastModified === "string" && moment.test(lastModified) && !Number.isNaN(Date.parse(lastModified)) ? { lastModified } : {}),
  };
}
