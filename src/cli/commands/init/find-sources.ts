import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { plainText } from "../../../host/plain-file.ts";
import { readClientConfig } from "../../../init/client-config.ts";
import { documentUrl, isHtmlPage } from "../../../source/text/html-page.ts";
import { otherFormat } from "../../../source/text/other-format.ts";
import { isDocumentFile } from "../../project/document-path.ts";
import { statsOfInput } from "../../project/find-path.ts";
import { absolutePath } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

/** A source for which `init` can create toolsets. Paths are relative to the working directory. */
export type InitSource =
  | { readonly kind: "document" | "client-config" | "app"; readonly path: string }
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "program"; readonly command: string };

/**
 * Returns the source for an argument of `init`: a path or an address. Throws a usage error if `init` cannot create toolsets for the file or
 * folder at the path.
 */
export function initSource(given: string): InitSource {
  if (given.includes("://")) return { kind: "address", address: given };
  const path = given.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "") || ".";
  if (statsOfInput(given, "file or folder").isDirectory()) {
    if (isApp(path)) return { kind: "app", path };
    throw new UsageError(
      `"${given}" is not an exported app: an app has app.json or app.yaml and a folder agents, tools or toolsets. Name an OpenAPI document, an .mcp.json or the folder of an app.`,
    );
  }
  if (/(?:^|\/)app\.(?:json|ya?ml)$/.test(path))
    return { kind: "app", path: path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "." };
  if (isDocumentFile(given)) return { kind: "document", path };
  const text = plainText(absolutePath(given)) ?? "";
  if (readClientConfig(text) !== undefined) return { kind: "client-config", path };
  if (isHtmlPage(text)) {
    const url = documentUrl(text);
    throw new UsageError(
      url === undefined
        ? `"${given}" is an HTML page, not an OpenAPI document. Give the document itself, in JSON or YAML, or its URL. A page of Swagger UI or Redoc links to its document.`
        : `"${given}" is an HTML page for the document "${url}". Give the URL of the document instead.`,
    );
  }
  const other = otherFormat(text);
  if (other !== undefined) throw new UsageError(`"${given}" is ${other.name}, not an OpenAPI document. ${other.advice}`);
  throw new UsageError(
    `"${given}" is neither an OpenAPI document nor the configuration of an MCP client. An OpenAPI document has "openapi" or "swagger" at its root, and an MCP configuration has "mcpServers" or "servers". Name another file, or a URL.`,
  );
}

/**
 * The sources in the working directory and in the folders directly below. A document in the working directory may have any name. Folders
 * below may contain test data and examples, so a document there must have `openapi` or `swagger` in its name.
 */
export function findSources(): InitSource[] {
  const folders = [
    ".",
    ...readdirSync(absolutePath("."), { withFileTypes: true }).flatMap((entry) => (isSearched(entry) ? entry.name : [])),
  ];
  const documents = folders.flatMap((folder) =>
    readdirSync(absolutePath(folder))
      .filter((name) => (folder === "." ? /\.(?:json|ya?ml)$/i : /(?:openapi|swagger)[^/]*\.(?:json|ya?ml)$/i).test(name))
      .map((name) => (folder === "." ? name : `${folder}/${name}`))
      .filter(isDocumentFile),
  );
  const configs = [".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json"].filter(
    (path) => readClientConfig(plainText(absolutePath(path)) ?? "") !== undefined,
  );
  return [
    ...folders.filter(isApp).map((path) => ({ kind: "app" as const, path })),
    ...documents.sort().map((path) => ({ kind: "document" as const, path })),
    ...configs.map((path) => ({ kind: "client-config" as const, path })),
  ];
}

/** Whether `findSources` searches an entry of the working directory. Folders of packages, output and snapshots contain no sources. */
function isSearched(entry: { readonly name: string; isDirectory(): boolean }): boolean {
  const isOther = entry.name.startsWith(".") || ["node_modules", "snapshots", "toolsetc.lock"].includes(entry.name);
  return entry.isDirectory() && !isOther && !existsSync(absolutePath(join(entry.name, ".written.json")));
}

function isApp(folder: string): boolean {
  const has = (names: readonly string[]) => names.some((name) => existsSync(absolutePath(join(folder, name))));
  return has(["app.json", "app.yaml"]) && has(["agents", "tools", "toolsets"]);
}
