import { bareSyntax, isSent, partsOf, type Sent, typesOf } from "./parts-of.ts";

// Anthropic's rules, from its documentation ("Tool use", "Structured outputs") and the texts of its errors, and nothing of ours.

/** What is wrong with the strict tools of a list together. */
export function wrongInList(tools: readonly unknown[]): string[] {
  const strict = tools.filter((tool): tool is Sent => isSent(tool) && tool["strict"] === true);
  const [optionals, unions] = [sum(strict, optionalsOf), sum(strict, unionsOf)];
  return [
    ...(strict.length > 20 ? [`${strict.length} strict tools (limit: 20)`] : []),
    ...(optionals > 24 ? [`Schemas contains too many optional parameters (${optionals}, limit: 24)`] : []),
    ...(unions > 16 ? [`Schemas contains too many parameters with union types (${unions}, limit: 16)`] : []),
  ];
}

function sum(tools: readonly Sent[], count: (schema: Sent) => number): number {
  return tools.reduce((all, { input_schema }) => all + (isSent(input_schema) ? countIn(input_schema, input_schema, count) : 0), 0);
}

/** Counts in a schema with its references written out, as a grammar has to be. */
function countIn(schema: unknown, root: Sent, count: (schema: Sent) => number): number {
  if (Array.isArray(schema)) return schema.reduce<number>((all, part) => all + countIn(part, root, count), 0);
  if (!isSent(schema)) return 0;
  const { $ref, properties, items, anyOf } = schema;
  const { $defs } = root;
  if (typeof $ref === "string") return isSent($defs) ? countIn($defs[$ref.slice(8)], root, count) : 0;
  const members = isSent(properties) ? Object.values(properties) : [];
  return count(schema) + countIn([...members, items, anyOf], root, count);
}

function optionalsOf({ properties, required }: Sent): number {
  const names = isSent(properties) ? Object.keys(properties) : [];
  return names.filter((name) => !Array.isArray(required) || !required.includes(name)).length;
}

function unionsOf({ type, anyOf }: Sent): number {
  return Array.isArray(type) || anyOf !== undefined ? 1 : 0;
}

/** What is wrong with a tool. */
export function wrongInTool(tool: unknown): string[] {
  const schema = isSent(tool) ? tool["input_schema"] : undefined;
  if (!isSent(tool) || !isSent(schema)) return ["no tool"];
  const found = /^[a-zA-Z0-9_-]{1,128}$/.test(String(tool["name"])) ? [] : [`name ${tool["name"]}`];
  if (schema["type"] !== "object") found.push("input_schema.type: must be 'object'");
  for (const keyword of ["anyOf", "oneOf", "allOf"])
    if (keyword in schema) found.push(`input_schema does not support ${keyword} at the top level`);
  for (const { at, schema: part } of partsOf(schema)) {
    for (const name of Object.keys(isSent(part["properties"]) ? part["properties"] : {}))
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) found.push(`${at}: Property keys should match pattern: ${name}`);
    if (typeof part["exclusiveMinimum"] === "boolean" || Array.isArray(part["items"]) || "nullable" in part)
      found.push(`${at}: no JSON Schema draft 2020-12`);
  }
  return tool["strict"] === true ? [...found, ...wrongInStrict(schema)] : found;
}

const supported = new Set(
  "type enum const anyOf allOf $ref $defs properties required additionalProperties items title description default pattern format minItems".split(
    " ",
  ),
);
const formats = "date-time time date duration email hostname uri ipv4 ipv6 uuid".split(" ");

function wrongInStrict(root: Sent): string[] {
  const found: string[] = [];
  for (const { at, schema } of partsOf(root)) {
    for (const keyword of Object.keys(schema)) if (!supported.has(keyword)) found.push(`${at}: ${keyword} is not supported`);
    if (typesOf(schema).includes("object") && schema["additionalProperties"] !== false)
      found.push(`${at}: 'additionalProperties' must be explicitly set to false`);
    if (![undefined, 0, 1].includes(schema["minItems"] as number | undefined)) found.push(`${at}: minItems other than 0 or 1`);
    if (schema["format"] !== undefined && !formats.includes(String(schema["format"]))) found.push(`${at}: format ${schema["format"]}`);
    if (Array.isArray(schema["enum"]) && schema["enum"].some((value) => typeof value === "object" && value !== null))
      found.push(`${at}: complex types within enums`);
    if (typeof schema["pattern"] === "string") found.push(...wrongInPattern(schema["pattern"]).map((what) => `${at}: ${what}`));
  }
  if (isRecursive(root)) found.push("recursive schemas are not supported");
  return found;
}

function wrongInPattern(pattern: string): string[] {
  const bare = bareSyntax(pattern);
  const most = Math.max(0, ...[...bare.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, to]) => Math.max(Number(least), Number(to))));
  return [
    ...(/\(\?<?[=!]/.test(bare) ? ["lookaround"] : []),
    ...(/\\[1-9k]/.test(bare) ? ["backreference"] : []),
    ...(/\\[bB]/.test(bare) ? ["word boundary"] : []),
    // "Complex {n,m} quantifiers with large ranges": no number is documented.
    ...(most > 100 ? [`${most} repetitions`] : []),
  ];
}

function isRecursive(root: Sent): boolean {
  const definitions = isSent(root["$defs"]) ? root["$defs"] : {};
  const open = new Set<string>();
  const done = new Set<string>();
  const reaches = (name: string): boolean => {
    if (open.has(name)) return true;
    if (done.has(name)) return false;
    open.add(name);
    const found = [...partsOf(definitions[name])].some(({ schema: { $ref } }) => typeof $ref === "string" && reaches($ref.slice(8)));
    open.delete(name);
    done.add(name);
    return found;
  };
  return Object.keys(definitions).some(reaches);
}
