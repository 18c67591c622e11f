import type { Context } from "../../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../../src/runtime/manifest.ts";
import type { ListTool } from "../../../src/runtime/pages/compose-list.ts";
import type { Tool } from "../../../src/runtime/tool/tool.ts";
import { compileTexts } from "../../compile-texts.ts";

// A shop with a list of each style, and what its service answers. All lists have the numbers from 1 to 7, in pages of 3.

const integer = (others: object = {}) => ({ type: "integer", ...others });
const text = (others: object = {}) => ({ type: "string", ...others });
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const object = (properties: object) => ({ type: "object", properties });
const items = { type: "array", items: object({ id: integer() }) };

interface Style {
  readonly parameters: readonly object[];
  readonly schema: object;
  readonly headers?: object;
  readonly body?: object;
  /** The answer to a request: the parameters that it has, and the address of the service. */
  readonly answer: (given: URLSearchParams, path: string) => { readonly body: unknown; readonly link?: string };
}

const all = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }));
const size = 3;
const slice = (from: number) => all.slice(from, from + size);
const hasMore = (from: number) => from + size < all.length;

export const styles: { readonly [name: string]: Style } = {
  "cursor in the result": {
    parameters: [query("cursor", text())],
    schema: object({ items, meta: object({ next_cursor: text() }) }),
    answer: (given) => {
      const from = Number(given.get("cursor")?.slice(1) ?? 0);
      return { body: { items: slice(from), meta: { next_cursor: hasMore(from) ? `c${from + size}` : "" } } };
    },
  },
  "Google's page token": {
    parameters: [query("pageSize", integer()), query("pageToken", text())],
    schema: object({ orders: items, nextPageToken: text() }),
    answer: (given) => {
      const from = Number(given.get("pageToken") ?? 0);
      return { body: { orders: slice(from), ...(hasMore(from) ? { nextPageToken: String(from + size) } : {}) } };
    },
  },
  "Stripe's last item": {
    parameters: [query("limit", integer()), query("starting_after", text())],
    schema: object({ data: { type: "array", items: object({ id: text() }) }, has_more: { type: "boolean" } }),
    answer: (given) => {
      const from = all.findIndex(({ id }) => `o${id}` === given.get("starting_after")) + 1;
      return { body: { data: slice(from).map(({ id }) => ({ id: `o${id}` })), has_more: hasMore(from) } };
    },
  },
  "offset and total": {
    parameters: [query("offset", integer()), query("limit", integer())],
    schema: object({ results: items, total: integer() }),
    answer: (given) => ({ body: { results: slice(Number(given.get("offset") ?? 0)), total: all.length } }),
  },
  "page number": {
    parameters: [query("page", integer({ default: 1 })), query("per_page", integer())],
    schema: items,
    answer: (given) => ({ body: slice((Number(given.get("page") ?? 1) - 1) * size) }),
  },
  "page number and number of pages": {
    parameters: [query("page", integer({ minimum: 0 }))],
    schema: object({ content: items, totalPages: integer() }),
    answer: (given) => ({ body: { content: slice(Number(given.get("page") ?? 0) * size), totalPages: 3 } }),
  },
  "header Link": {
    parameters: [query("page", text())],
    schema: items,
    headers: { Link: { schema: text() } },
    answer: (given, path) => {
      const from = Number(given.get("page") ?? 0);
      return { body: slice(from), ...(hasMore(from) ? { link: `<${path}?page=${from + size}>; rel="next"` } : {}) };
    },
  },
  "links of JSON:API": {
    parameters: [query("page[number]", text())],
    schema: object({ data: items, links: object({ next: text() }) }),
    answer: (given, path) => {
      const from = Number(given.get("page[number]") ?? 0);
      return { body: { data: slice(from), links: { next: hasMore(from) ? `${path}?page%5Bnumber%5D=${from + size}` : null } } };
    },
  },
};

export const styleNames = Object.keys(styles);

/** The path of the list with a style. */
export function pathOf(style: string): string {
  return `/lists/${styleNames.indexOf(style)}`;
}

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example" }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  security: [{ token: [] }],
  paths: Object.fromEntries(
    Object.entries(styles).map(([name, { parameters, schema, headers }]) => [
      pathOf(name),
      {
        get: {
          operationId: `list${styleNames.indexOf(name)}`,
          description: `Lists the orders by ${name}.`,
          parameters,
          responses: { 200: { description: "", headers, content: { "application/json": { schema } } } },
        },
      },
    ]),
  ),
};

/** The project, with the configured overrides of its tools. */
export function projectWith(tools: object = {}, others: object = {}): { readonly [path: string]: string } {
  return {
    "toolsetc.yaml": JSON.stringify({ targets: [{ target: "manifest", out: "generated" }], overrides: { shop: { tools, ...others } } }),
    "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }),
  };
}

/** The tool of a style, as the compiler writes it. */
export async function compiledList(style: string, override: object = {}, others: object = {}): Promise<ListTool<Input, Output>> {
  const { outputs, findings } = await compileTexts(projectWith({ [idOf(style)]: override }, others));
  const errors = findings.filter(({ severity, code }) => severity === "error" || code === "unused-override");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(" "));
  const file = outputs[0]?.files.find(({ path }) => path.endsWith("/toolset.json"));
  const tools = toolsOf(JSON.parse(file?.text ?? "") as Manifest); // The compiler wrote it.
  const tool = tools.find(({ id }) => id === idOf(style));
  if (tool === undefined) throw new Error(`There is no list for ${style}.`);
  return tool as Tool as ListTool<Input, Output>; // A test asks whether it has `pages`.
}

export type Input = { readonly [name: string]: unknown };
export type Output = { readonly [name: string]: unknown };

export function idOf(style: string): string {
  return `list${styleNames.indexOf(style)}`;
}

export const bearer: Context = { auth: { token: "hunter2-token" } };
