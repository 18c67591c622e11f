/** A document with one server, as YAML. */
export function documentWith(servers: string): string {
  return `openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\n${servers}paths:\n  /items:\n    get:\n      operationId: listItems\n      responses:\n        "200": { description: Items }\n`;
}

export const onePlaceholder = documentWith("servers:\n  - url: $env_var\n");

export function toolset(name: string, document = `${name}.openapi.yaml`): string {
  return `displayName: ${name}\nopenApiToolset:\n  openApiSchema: ${document}\n`;
}

/** A project of one OpenAPI toolset, `shop`, and its environment. */
export function shop(environment: unknown, document = onePlaceholder): Record<string, string> {
  const files = { "shop.yaml": toolset("shop"), "shop.openapi.yaml": document };
  return environment === undefined ? files : { ...files, "environment.json": JSON.stringify(environment, null, 2) };
}

/** The environment of `shop` with this URL. */
export function urlOf(url: unknown): unknown {
  return { toolsets: { shop: { openApiToolset: { url } } } };
}
