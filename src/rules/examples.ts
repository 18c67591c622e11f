import type { Example } from "./rule.ts";

/** An OpenAPI document with one operation, to show a rule with; `head` replaces its first line. */
export function documentText(operation: string, head = "openapi: 3.0.3"): string {
  return `${head}
info: { title: Weather, version: "1" }
servers: [{ url: https://weather.example.com }]
paths:
  /forecast:
    get:
      ${operation}
      responses: { "200": { description: The forecast. } }
`;
}

/** A project of one toolset over one document. */
export function toolsetOver(document: string): Example {
  return {
    "weather.yaml": "displayName: weather\nopenApiToolset:\n  openApiSchema: weather.openapi.yaml\n",
    "weather.openapi.yaml": document,
  };
}
