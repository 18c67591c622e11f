import type { Parsed } from "../tree.ts";

/** A format of interface descriptions that is not read: its name with an article, and how to get an OpenAPI document from it. */
export interface OtherFormat {
  readonly name: string;
  readonly advice: string;
}

interface Detected extends OtherFormat {
  /** Matches the start of a text of this format. */
  readonly start: RegExp;
  /** Whether the text is JSON or YAML too, so that it can be parsed. */
  readonly isTree: boolean;
}

const formats: readonly Detected[] = [
  {
    name: "a Postman collection",
    start: /["']?(?:schema["']?\s*:\s*["']?https:\/\/schema\.(?:get)?postman\.com\/|_postman_id["']?\s*:)/,
    isTree: true,
    advice: "Export it as OpenAPI, or convert it, for example with `npx postman-to-openapi`.",
  },
  {
    name: "an AsyncAPI document",
    start: /^\ufeff?[\s{]*["']?asyncapi["']?\s*:/,
    isTree: true,
    advice: "It describes messages of a broker, which are not called like tools. Describe the HTTP operations of the service in OpenAPI.",
  },
  {
    name: "an OpenRPC document",
    start: /^\ufeff?[\s{]*["']?openrpc["']?\s*:/,
    isTree: true,
    advice: "Describe the methods in OpenAPI, or offer them over MCP.",
  },
  {
    name: "a Google API Discovery document",
    start: /["']kind["']\s*:\s*["']discovery#restDescription["']/,
    isTree: true,
    advice: "Convert it, for example with `npx google-discovery-to-swagger`.",
  },
  {
    name: "a HAR file",
    start: /^\ufeff?\s*\{\s*"log"\s*:\s*\{\s*"(?:version|creator|entries)"/,
    isTree: true,
    advice: "Convert the recorded requests, for example with `har-to-openapi` of npm, and complete what they do not show.",
  },
  {
    name: "the result of a GraphQL introspection",
    start: /^\ufeff?\s*\{\s*(?:"data"\s*:\s*\{\s*)?"__schema"\s*:/,
    isTree: true,
    advice: "Describe the operations that tools should call in OpenAPI, or let `sofa-api` of npm offer them as REST with a document.",
  },
  {
    name: "a RAML document",
    start: /^\ufeff?#%RAML /,
    isTree: true,
    advice: "Convert it, for example with `npx oas-raml-converter`.",
  },
  {
    name: "a Protocol Buffers file",
    start: /^\ufeff?(?:syntax\s*=\s*["']proto[23]["']|edition\s*=\s*["']\d+["'])\s*;/m,
    isTree: false,
    advice: "Generate an OpenAPI document from it, for example with `protoc-gen-openapi` of google/gnostic.",
  },
  {
    name: "a GraphQL schema",
    start: /^\ufeff?(?:(?:extend\s+)?(?:type|interface|input|enum|union)\s+\w+[^:\n{=]*[{=]|schema\s*\{)/m,
    isTree: false,
    advice: "Describe the operations that tools should call in OpenAPI, or let `sofa-api` of npm offer them as REST with a document.",
  },
  {
    name: "an API Blueprint",
    start: /^\ufeff?FORMAT:\s*1A\b/,
    isTree: false,
    advice: "Convert it, for example with `npx apib2swagger`.",
  },
  {
    name: "an XML document",
    start: /^\ufeff?\s*<\?xml\b/,
    isTree: false,
    advice: "WSDL and WADL are not read. Describe the service in OpenAPI.",
  },
];

const unparsed = formats.filter(({ isTree }) => !isTree);

/** The characters of a text in which its format is looked for. */
const maxStart = 2000;

/** The format of a text that is neither OpenAPI nor a definition, if it is one that people often have in their place. */
export function otherFormat(text: string): OtherFormat | undefined {
  return detect(text, formats);
}

/** The result of parsing a text of another format that is neither JSON nor YAML: no data, and a problem that names the format. */
export function parseOtherFormat(text: string): Parsed | undefined {
  const found = detect(text, unparsed);
  if (found === undefined) return undefined;
  const [line = ""] = /^.*/.exec(text) ?? [];
  const reason = `it is ${found.name}. ${found.advice}`;
  return { data: undefined, problems: [{ code: "other-format", reason, path: [], range: { start: 0, end: line.length } }] };
}

function detect(text: string, among: readonly Detected[]): OtherFormat | undefined {
  const start = text.slice(0, maxStart);
  return among.find((format) => format.start.test(start));
}
