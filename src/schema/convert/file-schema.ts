import { isObject, type Json, type JsonSchema } from "../../source/json/json.ts";

/** The schema of a file that a model passes as JSON. */
export const fileSchema: JsonSchema = {
  type: "object",
  properties: {
    filename: { type: "string" },
    mediaType: { type: "string" },
    base64: { type: "string", contentEncoding: "base64" },
  },
  required: ["base64"],
  additionalProperties: false,
};

/**
 * Whether an authored schema describes raw bytes: `type: file` (Swagger 2.0), `format: binary` (OpenAPI 3.0), or a string with a binary
 * media type and no encoding (OpenAPI 3.1, "Considerations for File Uploads").
 */
export function isFileSchema(schema: Json | undefined): boolean {
  if (!isObject(schema)) return false;
  if (schema.type === "file") return true;
  if (schema.type !== "string" && schema.type !== undefined) return false;
  return (
    schema.format === "binary" ||
    (typeof schema.contentMediaType === "string" && schema.contentEncoding === undefined && !isText(schema.contentMediaType))
  );
}

function isText(mediaType: string): boolean {
  return mediaType.startsWith("text/") || mediaType.includes("json") || mediaType.includes("xml");
}
