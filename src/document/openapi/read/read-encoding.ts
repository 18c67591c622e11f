import type { SchemaPlace } from "../../../schema/convert/converted.ts";
import { isObject, type Json, type JsonObject, member } from "../../../source/json/json.ts";
import type { Encoding, Located, MediaType } from "./operation.ts";
import { readStyle } from "./read-style.ts";
import { at, type DocumentReader, entriesOf, follow, itemsOf } from "./reader.ts";

/** Reads how the members or parts of a media type are serialized (3.2 §4.14). */
export function readEncodings(mediaType: Located, reader: DocumentReader): MediaType["encoding"] {
  const prefix = reader.version === "3.2" ? at(mediaType, "prefixEncoding") : undefined;
  const item = reader.version === "3.2" ? at(mediaType, "itemEncoding") : undefined;
  if (prefix === undefined && item === undefined) {
    return new Map(entriesOf(at(mediaType, "encoding")).map(([name, encoding]) => [name, readEncoding(encoding, reader)]));
  }
  return [
    ...itemsOf(prefix).map((place) => readEncoding(place, reader)),
    item === undefined ? defaultEncoding : readEncoding(item, reader),
  ];
}

const defaultEncoding: Encoding = { contentType: undefined, as: undefined, headers: new Map() };

/** Reads an Encoding Object (3.2 §4.15). If the object has `style`, `explode` or `allowReserved`, the member is serialized by a style. */
function readEncoding(place: Located<Json>, reader: DocumentReader): Encoding {
  const value: JsonObject = isObject(place.value) ? place.value : {};
  const isStyled = ["style", "explode", "allowReserved"].some((name) => member(value, name) !== undefined);
  const headers = entriesOf(at(place, "headers")).filter(([name]) => name.toLowerCase() !== "content-type");
  return {
    contentType: typeof value.contentType === "string" ? value.contentType : undefined,
    as: isStyled ? readStyle(value, "form") : undefined,
    headers: new Map(headers.map(([name, header]) => [name, headerSchema(follow(header, reader).target)])),
  };
}

function headerSchema(header: Located | undefined): SchemaPlace | undefined {
  if (header === undefined) return undefined;
  const [mediaType] = entriesOf(at(header, "content"));
  const schema = mediaType === undefined ? at(header, "schema") : at(mediaType[1], "schema");
  return schema === undefined ? undefined : { tree: schema.tree, path: schema.path };
}
