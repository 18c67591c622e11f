import { originOfValue } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const cesUnsupportedOpenapiVersion = rule<{ version: string }>({
  code: "ces-unsupported-openapi-version",
  severity: "error",
  set: "ces",
  summary: "an OpenAPI document of another version than 3.0",
  price: 0,
  message: ({ version }) => `CES supports only OpenAPI 3.0, but this document is OpenAPI ${version}.`,
  help: "Every document that CES is known to have accepted is OpenAPI 3.0. Convert the document to that version, or exclude it from the app that is sent to CES.",

  *document({ tree, version }) {
    if (version !== "3.0") yield { params: { version }, place: originOfValue(tree, [version === "2.0" ? "swagger" : "openapi"]) };
  },
});
