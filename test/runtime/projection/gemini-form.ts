import { isRecord } from "../../../src/runtime/json.ts";
import type { Projection } from "../../../src/runtime/projection/project.ts";
import { toOpenApiSchema } from "../../../src/runtime/projection/to-openapi-schema.ts";

// What @google/genai documents: of `responseJsonSchema`, which is also what `parametersJsonSchema` takes, and of `Schema`.
const jsonSchema = new Set(
  "$defs $ref type format title description enum items prefixItems minItems maxItems minimum maximum anyOf properties additionalProperties required".split(
    " ",
  ),
);
// "The model ignores unsupported properties": https://ai.google.dev/gemini-api/docs/structured-output, limitations.
const ignored = new Set("pattern minLength maxLength multipleOf uniqueItems minProperties maxProperties".split(" "));
const openApi = new Set(
  "anyOf default description enum example format items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum nullable pattern properties propertyOrdering required title type".split(
    " ",
  ),
);
const counts = ["maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"];

/** The parts of a schema that Gemini's documentation does not allow, each as a line. */
export function offendingParts(projection: Projection): string[] {
  if (projection.refusals.length > 0) return [];
  const isOpenApi = projection.profile === "gemini-openapi";
  const found: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (!isRecord(value)) return;
    for (const [keyword, each] of Object.entries(value)) {
      const isKnown = isOpenApi ? openApi.has(keyword) : jsonSchema.has(keyword) || ignored.has(keyword);
      if (!isKnown) found.push(`${at}/${keyword}: unknown`);
      if (isOpenApi && counts.includes(keyword) && typeof each !== "string") found.push(`${at}/${keyword}: not a text`);
      if (keyword === "properties" || keyword === "$defs") {
        for (const [name, part] of Object.entries(isRecord(each) ? each : {})) {
          if (keyword === "properties" && !/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) found.push(`${at}/${name}: name`);
          look(part, `${at}/${keyword}/${name}`);
        }
      } else if (keyword === "anyOf" || keyword === "prefixItems")
        for (const [index, part] of (Array.isArray(each) ? each : []).entries()) look(part, `${at}/${keyword}/${index}`);
      else if (keyword === "items" || keyword === "additionalProperties") look(each, `${at}/${keyword}`);
    }
    const { type, $ref, enum: values } = value;
    if ($ref !== undefined && Object.keys(value).some((keyword) => !keyword.startsWith("$"))) found.push(`${at}: beside $ref`);
    if (
      isOpenApi &&
      value["anyOf"] === undefined &&
      !(typeof type === "string" && /^(STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT)$/.test(type))
    )
      found.push(`${at}: type`);
    if (isOpenApi && type === "ARRAY" && value["items"] === undefined) found.push(`${at}: items`);
    if (Array.isArray(values)) {
      const isAllowed = (each: unknown) =>
        isOpenApi ? typeof each === "string" && each !== "" : typeof each === "string" || typeof each === "number";
      if (!values.every(isAllowed) || (isOpenApi && type !== "STRING")) found.push(`${at}: enum`);
    }
  };
  look(isOpenApi ? toOpenApiSchema(projection.schema) : projection.schema, "");
  return found;
}
