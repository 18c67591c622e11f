// The project that is compiled, once for the package and once with a copy of the run-time library.
import { rootCertificates } from "node:tls";

/** The only tool of the MCP servers. */
export const found = {
  name: "find",
  inputSchema: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
};

/** Its files, by path. */
export function projectFiles({ address, secureAddress, certificate }) {
  return {
    "toolsetc.yaml": {
      targets: [
        { target: "typescript", out: "package/generated", emit: "js" },
        { target: "typescript", out: "copy/generated", emit: "js", runtime: "copy", subpaths: subpaths.map(({ subpath }) => subpath) },
      ],
    },
    "shop.json": { displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(shop(address)) } },
    "guarded.json": {
      displayName: "guarded",
      openApiToolset: {
        openApiSchema: JSON.stringify({ ...shop(address), paths: { "/items/{id}": itemPath } }),
        apiAuthentication: {
          oauthConfig: {
            oauthGrantType: "CLIENT_CREDENTIAL",
            clientId: "me",
            clientSecretVersion: "projects/p/secrets/s/versions/1",
            tokenEndpoint: `${address}/token`,
            scopes: [],
          },
        },
      },
    },
    "trusting.json": trusting("trusting", secureAddress, certificate),
    // Somebody else's.
    "mistrusting.json": trusting("mistrusting", secureAddress, rootCertificates[0].replace(/-----[A-Z ]+-----|\n/g, "")),
    "stateless.json": { displayName: "stateless", mcpToolset: { serverAddress: `${address}/mcp/stateless` } },
    "sessions.json": { displayName: "sessions", mcpToolset: { serverAddress: `${address}/mcp/sessions` } },
    "snapshots/stateless.tools.json": { tools: [found] },
    "snapshots/sessions.tools.json": { tools: [found] },
  };
}

/** What is imported of the package beside the tools: the names, and where they stand in the package and in a copy. */
const subpaths = [
  { names: ["aiSdk"], subpath: "ai-sdk" },
  { names: ["openai"], subpath: "openai" },
  { names: ["anthropic"], subpath: "anthropic" },
  { names: ["gemini"], subpath: "gemini" },
  { names: ["toolsOf"], subpath: "runtime/manifest" },
];

/** The module `kit.js` of each form: all that the program uses. */
export function kit(form) {
  const library = subpaths.map(({ names, subpath }) => {
    const copied = subpath.startsWith("runtime/") ? subpath : `runtime/adapters/${subpath}`;
    return `export { ${names} } from "${form === "copy" ? `./generated/${copied}.js` : `toolsetc/${subpath}`}";`;
  });
  const runtime = form === "copy" ? "./generated/runtime/index.js" : "toolsetc/runtime";
  const toolsets = ["shop", "guarded", "trusting", "mistrusting", "stateless", "sessions"];
  return [
    ...library,
    `export { ToolError } from "${runtime}";`,
    ...toolsets.map((name) => `export * as ${name} from "./generated/toolsets/${name}/index.js";`),
    'export { default as manifest } from "./manifest.js";',
    "",
  ].join("\n");
}

/** A toolset that trusts one certificate. */
function trusting(displayName, address, cert) {
  const document = { ...shop(address), paths: { "/items/{id}": itemPath } };
  return {
    displayName,
    openApiToolset: { openApiSchema: JSON.stringify(document), tlsConfig: { caCerts: [{ displayName: "ca", cert }] } },
  };
}

const itemPath = {
  get: {
    operationId: "getItem",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    responses: { 200: answer({ type: "object", required: ["id"], properties: { id: { type: "integer" } } }) },
  },
};

function shop(address) {
  const file = { type: "string", format: "binary" };
  const upload = { type: "object", properties: { note: { type: "string" }, about: { type: "object" }, file }, required: ["file"] };
  const seen = answer({ type: "object" });
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: address }],
    paths: {
      "/items/{id}": itemPath,
      "/uploads": {
        post: {
          operationId: "upload",
          requestBody: { required: true, content: { "multipart/form-data": { schema: upload } } },
          responses: { 200: seen },
        },
      },
      "/raw": {
        put: {
          operationId: "putRaw",
          requestBody: { required: true, content: { "application/octet-stream": { schema: file } } },
          responses: { 200: seen },
        },
      },
      "/files/7": { get: { operationId: "getFile", responses: { 200: { description: "", content: { "image/png": { schema: file } } } } } },
      "/flaky": {
        get: {
          operationId: "getFlaky",
          parameters: [{ name: "key", in: "query", required: true, schema: { type: "string" } }],
          responses: { 200: seen },
        },
      },
      ...Object.fromEntries(["broken", "slow", "moved", "cut"].map((name) => [`/${name}`, plain(name)])),
    },
  };
}

function plain(name) {
  return { get: { operationId: name, responses: { 200: answer({ type: "object" }) } } };
}

function answer(schema) {
  return { description: "", content: { "application/json": { schema } } };
}
