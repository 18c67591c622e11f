import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Tool } from "../../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../../src/runtime/manifest.ts";
import { compileTexts } from "../../compile-texts.ts";

/** A body as it arrived. Nothing of it is kept but its hash, and the text of a short one. */
export interface Arrived {
  readonly method: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly text: string;
  readonly contentLength: string | undefined;
  readonly contentType: string | undefined;
}

export interface Drive {
  readonly address: string;
  readonly arrived: Arrived[];
  /** Answers a request once its body has arrived. */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  readonly close: () => Promise<void>;
}

const longestText = 10_000;

/** A service that takes and gives files, on the loopback address. */
export async function startDrive(): Promise<Drive> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const hash = createHash("sha256");
    let bytes = 0;
    let text = "";
    try {
      for await (const chunk of request) {
        hash.update(chunk);
        bytes += chunk.length;
        if (text.length < longestText) text += chunk.toString("latin1");
      }
    } catch {
      return; // The client has ended the request.
    }
    const { "content-length": contentLength, "content-type": contentType } = request.headers;
    arrived.push({ method: request.method ?? "", bytes, sha256: hash.digest("hex"), text, contentLength, contentType });
    drive.answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  const drive: Drive = {
    address: `http://127.0.0.1:${port}`,
    arrived,
    answer: (response) => response.setHeader("content-type", "application/json").end('{"id":7}'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return drive;
}

const bytes = { type: "string", contentMediaType: "application/octet-stream" };
const done = { 200: { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } };
const upload = { type: "object", required: ["photo"], properties: { title: { type: "string" }, photo: bytes } };
const album = { type: "object", properties: { photos: { type: "array", items: bytes }, about: { type: "object" } } };

const paths = {
  "/photo": {
    post: {
      operationId: "addPhoto",
      requestBody: { required: true, content: { "multipart/form-data": { schema: upload } } },
      responses: done,
    },
  },
  "/album": {
    post: {
      operationId: "addAlbum",
      requestBody: { required: true, content: { "multipart/form-data": { schema: album } } },
      responses: done,
    },
  },
  "/object": {
    put: {
      operationId: "putObject",
      requestBody: { required: true, content: { "application/octet-stream": { schema: {} } } },
      responses: done,
    },
  },
  "/export": {
    get: { operationId: "getExport", responses: { 200: { description: "The export.", content: { "application/zip": { schema: {} } } } } },
  },
  "/mixed": {
    get: {
      operationId: "getMixed",
      responses: {
        200: { description: "A picture.", content: { "image/png": { schema: {} } } },
        202: { description: "Not yet.", content: { "application/json": { schema: { type: "array", items: { type: "string" } } } } },
      },
    },
  },
};

/** The manifest of the tools of a drive, as the compiler writes it. */
export async function manifestAt(address: string): Promise<string> {
  const document = { openapi: "3.1.0", info: { title: "Drive", version: "1" }, servers: [{ url: address }], paths };
  const { outputs, findings } = await compileTexts({
    "drive.json": JSON.stringify({ displayName: "drive", openApiToolset: { openApiSchema: JSON.stringify(document) } }),
  });
  const file = outputs.flatMap((output) => output.files).find(({ path }) => path.endsWith("toolset.json"));
  if (file === undefined) throw new Error(`The drive does not compile: ${JSON.stringify(findings)}`);
  return file.text;
}

/** The tools of a drive by their `operationId`. */
export async function toolsAt(address: string): Promise<(id: string) => Tool> {
  const tools = toolsOf(JSON.parse(await manifestAt(address)) as Manifest); // The compiler wrote it.
  return (id) => tools.find((tool) => tool.id === id)!; // Each test names an operation above.
}
