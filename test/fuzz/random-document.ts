import type { Json, JsonObject } from "../../src/source/json/json.ts";
import { names, oddSchema } from "./odd.ts";
import type { Random } from "./random.ts";

/** A document of one of the versions that is sound but for its names and schemas. */
export function randomDocument(random: Random): JsonObject {
  const version = random.pick(["2.0", "3.0.3", "3.1.1", "3.1.1", "3.1.1", "3.2.0"]);
  const isOld = version === "2.0";
  const schemaNames = ["A", "B", "a", ...(isOld ? [random.pick(names)] : ["__proto__", "Tool"])];
  const targets = schemaNames.map((name) => `${isOld ? "#/definitions/" : "#/components/schemas/"}${escaped(name)}`);
  const schema = () => oddSchema(random, targets);
  const schemas = Object.fromEntries(schemaNames.map((name) => [name, schema()]));
  const place = random.pick(["query", "header", "cookie", "path"]);
  const name = random.pick(names);
  const path = place === "path" ? `/${random.pick(["a", "b"])}/{${name}}` : `/${random.pick(["a", "b", "c", "a b", random.pick(names)])}`;
  const operation = (): JsonObject => {
    const answer: JsonObject = isOld ? { schema: schema() } : { content: { [random.pick(media)]: { schema: schema() } } };
    const parameter: JsonObject = isOld
      ? { name, in: place === "cookie" ? "query" : place, required: place === "path", type: "string", description: random.pick(names) }
      : {
          name,
          in: place,
          required: place === "path" || random.chance(0.5),
          description: random.pick(names),
          ...(random.chance(0.2) ? { content: { "application/json": { schema: schema() } } } : { schema: schema() }),
          ...(random.chance(0.3) ? { style: random.pick(styles), explode: random.chance(0.5) } : {}),
        };
    const body: JsonObject = isOld
      ? {}
      : { requestBody: { required: random.chance(0.5), content: { [random.pick(media)]: { schema: schema() } } } };
    return {
      operationId: random.pick(names),
      summary: random.pick(names),
      description: random.pick(names),
      tags: [random.pick(names)],
      parameters: [parameter, ...(isOld && random.chance(0.5) ? [{ name: "body", in: "body", schema: schema() }] : [])],
      ...(random.chance(0.6) ? body : {}),
      responses: { "200": { description: random.pick(names), ...answer } },
    };
  };
  const methods: Json = { post: operation(), ...(random.chance(0.5) ? { put: operation() } : {}) };
  return {
    ...(isOld ? { swagger: version } : { openapi: version }),
    info: { title: random.pick(names), version: "1" },
    ...(isOld
      ? { host: "example.com", schemes: ["https"] }
      : { servers: [{ url: "https://example.com/{v}", variables: { v: { default: random.pick(names) } } }] }),
    paths: { [path]: methods, [`/x-${random.pick(names).replaceAll(/[{}?#]/g, "")}`]: { post: operation() } },
    ...(isOld ? { definitions: schemas } : { components: { schemas } }),
  };
}

const media = [
  "application/json",
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "application/octet-stream",
  "application/xml",
  "application/jsonl",
  "*/*",
  "a",
];
const styles = ["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject"];

function escaped(name: string): string {
  return encodeURIComponent(name.replace("\ud800", "x").replaceAll("~", "~0").replaceAll("/", "~1"));
}
