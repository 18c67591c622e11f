import type { JsonObject } from "../../../../source/json/json.ts";
import type { OpenApiVersion } from "../../read/operation.ts";
import { exclude } from "../../read/visit.ts";
import { email, type ObjectShape, objectOf, type ShapeFields, string, uri, type Visit } from "./shape.ts";

/** The shape of what a document says about itself, with its contact and its license. */
export function info(version: OpenApiVersion): ObjectShape {
  const is31 = version !== "3.0";
  return objectOf(
    "Info Object",
    (): ShapeFields => ({
      "title!": string,
      description: string,
      termsOfService: uri,
      contact: objectOf("Contact Object", () => ({ name: string, url: uri, email })),
      license: objectOf("License Object", (): ShapeFields => ({ "name!": string, url: uri, ...(is31 ? { identifier: string } : {}) }), {
        check: checkLicense,
      }),
      "version!": string,
      ...(is31 ? { summary: string } : {}),
    }),
  );
}

/** The shape of a tag, by which a document groups its operations. */
export function tag(version: OpenApiVersion, externalDocs: ObjectShape): ObjectShape {
  return objectOf(
    "Tag Object",
    (): ShapeFields => ({
      "name!": string,
      description: string,
      externalDocs,
      ...(version === "3.2" ? { summary: string, parent: string, kind: string } : {}),
    }),
  );
}

function checkLicense(value: JsonObject, visit: Visit): void {
  exclude("identifier", "url", { value, visit });
}
