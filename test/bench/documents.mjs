// The documents that are measured. Those that are made of others are written once and remain in `.bench`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump, load as loadYaml } from "js-yaml";
import { corpus, once, peer, work } from "./place.mjs";

export const github = peer("@octokit/openapi/generated/api.github.com.json");

/** Of the corpus, or `undefined` where it is absent. @type {(path: string) => string | undefined} */
const ofCorpus = (path) => (existsSync(join(corpus, path)) ? join(corpus, path) : undefined);

/** OpenAI's document in both forms. */
export const openai = once(() => bothForms("openai", ofCorpus("openapi/openai.json"), (data) => data));

/** The same with an empty list item, which has no block form. */
export const listItem = once(() =>
  bothForms("list-item", ofCorpus("openapi/openai.json"), (data) => ({ ...data, security: [...(data.security ?? []), {}] })),
);

export const stripe = once(() => {
  const source = ofCorpus("openapi/stripe-2022.yaml");
  return source === undefined ? undefined : written("stripe.json", () => json(parse(source)));
});

/** The operations of TMDB, with the questions of RestBench about them. */
export const tmdb = once(() => {
  const [document, questions] = [ofCorpus("discovery/tmdb_oas.json"), ofCorpus("discovery/tmdb.json")];
  return document && questions ? { document, questions } : undefined;
});

/** Each path of GitHub's document twice, the second time under another name and with other operationIds. */
export const doubled = once(() =>
  written("github-doubled.json", () => {
    const document = parse(github);
    const copies = Object.entries(document.paths).map(([name, item]) => {
      const copy = structuredClone(item);
      for (const operation of Object.values(copy)) if (operation?.operationId) operation.operationId += "-again";
      return [`/again${name}`, copy];
    });
    return json({ ...document, paths: { ...document.paths, ...Object.fromEntries(copies) } });
  }),
);

/** A shop with one resource as JSON, which needs a bearer token. */
export const shop = once(() => {
  const order = { type: "object", properties: { id: { type: "integer" }, total: { type: "number" } }, required: ["id"] };
  const operation = {
    operationId: "getOrder",
    description: "Returns an order.",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    responses: { 200: { description: "The order.", content: { "application/json": { schema: order } } } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: { "/orders/{id}": { get: operation } },
  };
  return written("shop.json", () => json(document));
});

/** @type {(name: string, source: string | undefined, change: (data: any) => any) => { json: string, yaml: string } | undefined} */
function bothForms(name, source, change) {
  if (source === undefined) return undefined;
  const data = once(() => change(parse(source)));
  return {
    json: written(`${name}.json`, () => json(data())),
    yaml: written(`${name}.yaml`, () => dump(data(), { noRefs: true, lineWidth: 100 })),
  };
}

/** @type {(name: string, make: () => string) => string} */
function written(name, make) {
  const path = join(work, "documents", name);
  if (existsSync(path)) return path;
  mkdirSync(join(work, "documents"), { recursive: true });
  writeFileSync(path, make());
  return path;
}

/** @type {(data: unknown) => string} */
function json(data) {
  return JSON.stringify(data, null, 2);
}

/** The data of a document. @type {(path: string) => any} */
function parse(path) {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".json") ? JSON.parse(text) : loadYaml(text, { json: true });
}
