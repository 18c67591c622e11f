import { bareSyntax, isSent, partsOf, patternsOf, type Sent, typesOf } from "./parts-of.ts";

// OpenAI's rules, from its documentation ("Function calling", "Structured model outputs") and the texts of its errors, and nothing of ours.

/** What is wrong with a list of tools as a whole. */
export function wrongInList(tools: readonly unknown[]): string[] {
  return tools.length > 128 ? [`array too long: ${tools.length} tools, at most 128`] : [];
}

/** What is wrong with a tool of the Responses API. */
export function wrongInResponsesTool(tool: unknown): string[] {
  return isSent(tool) && tool["type"] === "function" ? wrongInFunction(tool) : ["no function"];
}

/** What is wrong with a tool of Chat Completions. */
export function wrongInChatTool(tool: unknown): string[] {
  const made = isSent(tool) ? tool["function"] : undefined;
  if (!isSent(tool) || tool["type"] !== "function" || !isSent(made)) return ["no function"];
  const characters = [...String(made["description"] ?? "")].length;
  return [...wrongInFunction(made), ...(characters > 1024 ? [`string_above_max_length: a description of ${characters} characters`] : [])];
}

function wrongInFunction({ name, parameters, strict }: Sent): string[] {
  if (!isSent(parameters)) return ["no parameters"];
  const found = /^[a-zA-Z0-9_-]{1,64}$/.test(String(name)) ? [] : [`name ${name}`];
  if (parameters["type"] !== "object") found.push("the root is no object");
  for (const keyword of ["anyOf", "oneOf", "allOf", "enum", "not"]) if (keyword in parameters) found.push(`${keyword} at the root`);
  for (const { at, schema } of partsOf(parameters)) {
    for (const pattern of patternsOf(schema))
      if (/\(\?<?[=!]/.test(bareSyntax(pattern))) found.push(`${at}: regex lookaround is not supported`);
    if (schema["type"] === "array" && schema["items"] === undefined && schema["prefixItems"] === undefined)
      found.push(`${at}: array schema missing items`);
  }
  return strict === true ? [...found, ...wrongInStrict(parameters)] : found;
}

const supported = new Set(
  "type enum const anyOf $ref $defs properties required additionalProperties items title description pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems".split(
    " ",
  ),
);
const formats = "date-time time date duration email hostname ipv4 ipv6 uuid".split(" ");

function wrongInStrict(root: Sent): string[] {
  const found: string[] = [];
  let [members, values, characters] = [0, 0, 0];
  for (const { at, schema } of partsOf(root)) {
    for (const keyword of Object.keys(schema)) if (!supported.has(keyword)) found.push(`${at}: '${keyword}' is not permitted`);
    if ("$ref" in schema && Object.keys(schema).some((keyword) => !keyword.startsWith("$")))
      found.push(`${at}: $ref cannot have keywords beside it`);
    if (typeof schema["format"] === "string" && !formats.includes(schema["format"])) found.push(`${at}: format ${schema["format"]}`);
    if (
      schema["$ref"] === undefined &&
      schema["anyOf"] === undefined &&
      !("enum" in schema) &&
      !("const" in schema) &&
      schema["type"] === undefined
    )
      found.push(`${at}: schema must have a 'type' key`);
    if (typesOf(schema).includes("object")) {
      const names = Object.keys(isSent(schema["properties"]) ? schema["properties"] : {});
      const required = Array.isArray(schema["required"]) ? schema["required"] : [];
      members += names.length;
      characters += names.join("").length;
      if (schema["additionalProperties"] !== false) found.push(`${at}: 'additionalProperties' is required to be false`);
      if (names.some((name) => !required.includes(name)) || required.length !== names.length)
        found.push(`${at}: 'required' must include every key in properties`);
    }
    if (isSent(schema["$defs"])) characters += Object.keys(schema["$defs"]).join("").length;
    if (Array.isArray(schema["enum"])) {
      const length = schema["enum"].join("").length;
      values += schema["enum"].length;
      characters += length;
      if (schema["enum"].length > 250 && length > 15_000) found.push(`${at}: an enum of ${length} characters`);
    }
    if ("const" in schema) characters += String(schema["const"]).length;
  }
  if (members > 5000) found.push(`${members} properties`);
  if (values > 1000) found.push(`${values} enum values`);
  if (characters > 120_000) found.push(`${characters} characters`);
  if (levels(root, root, new Map()) > 10) found.push("more than 10 levels of nesting");
  return found;
}

/** The levels of nested objects. A schema within itself adds none. */
function levels(schema: unknown, root: Sent, known: Map<unknown, number>): number {
  if (!isSent(schema)) return 0;
  const reference = schema["$ref"];
  const definitions = root["$defs"];
  const target = typeof reference === "string" && isSent(definitions) ? definitions[reference.replace("#/$defs/", "")] : schema;
  const found = known.get(target);
  if (found !== undefined) return found;
  known.set(target, 0);
  if (!isSent(target)) return 0;
  const below = [
    ...Object.values(isSent(target["properties"]) ? target["properties"] : {}),
    ...(Array.isArray(target["anyOf"]) ? target["anyOf"] : []),
    target["items"],
  ];
  const most = below.reduce<number>((all, part) => Math.max(all, levels(part, root, known)), 0);
  const own = most + (typesOf(target).includes("object") ? 1 : 0);
  known.set(target, own);
  return own;
}
