import type { CatalogToolset } from "./catalog.ts";

/** The kinds of toolsets in words. */
export const kindNames: { readonly [kind in CatalogToolset["kind"]]: string } = {
  openapi: "web API",
  mcp: "MCP server",
  connector: "connector",
  client: "in the application",
};
