import { isSent, partsOf, type Sent, typesOf } from "./parts-of.ts";

// Google's rules, from the reference of `FunctionDeclaration` and `Schema`, "Structured output", and the texts of errors, and nothing of ours.

/** What is wrong with a function declaration. */
export function wrongInDeclaration(declaration: unknown): string[] {
  if (!isSent(declaration)) return ["no declaration"];
  const { name, parameters, parametersJsonSchema } = declaration;
  const found = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(String(name)) ? [] : [`name ${name}`];
  if (parameters !== undefined && parametersJsonSchema !== undefined) found.push("`parameters` and `parametersJsonSchema`");
  if (isSent(parametersJsonSchema)) found.push(...wrongInJsonSchema(parametersJsonSchema));
  if (isSent(parameters)) found.push(...wrongInParameters(parameters));
  return found;
}

const memberName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

function wrongNames({ properties, required }: Sent, at: string): string[] {
  const names = isSent(properties) ? Object.keys(properties) : [];
  const demanded = Array.isArray(required) ? required : [];
  return [
    ...names.filter((name) => !memberName.test(name)).map((name) => `${at}: name ${name}`),
    ...demanded.filter((name) => !names.includes(String(name))).map((name) => `${at}: required ${name} is not in properties`),
  ];
}

const inJsonSchema = new Set(
  "$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering".split(
    " ",
  ),
);
/** "The model ignores unsupported properties": these constrain a value, and nothing refers to them. */
const ignored = new Set("pattern minLength maxLength multipleOf uniqueItems minProperties maxProperties".split(" "));

function wrongInJsonSchema(root: Sent): string[] {
  const found = root["type"] === "object" ? [] : ["the root is no object"];
  for (const { at, schema } of partsOf(root)) {
    for (const keyword of Object.keys(schema)) if (!inJsonSchema.has(keyword) && !ignored.has(keyword)) found.push(`${at}: ${keyword}`);
    found.push(...wrongNames(schema, at));
    if ("$ref" in schema && Object.keys(schema).some((keyword) => !keyword.startsWith("$"))) found.push(`${at}: keywords beside $ref`);
    if (Array.isArray(schema["enum"]) && schema["enum"].some((value) => typeof value !== "string" && typeof value !== "number"))
      found.push(`${at}: enum of other than strings and numbers`);
  }
  return found;
}

const inParameters = new Set(
  "anyOf default description enum example format items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum nullable pattern properties propertyOrdering required title type".split(
    " ",
  ),
);
const formatsOf: { readonly [type: string]: readonly string[] } = {
  NUMBER: ["float", "double"],
  INTEGER: ["int32", "int64"],
  STRING: ["enum", "date-time"],
};

function wrongInParameters(root: Sent): string[] {
  const found = root["type"] === "OBJECT" ? [] : ["the root is no OBJECT"];
  for (const { at, schema } of partsOf(root)) {
    const { type, format, properties, items, anyOf, enum: values } = schema;
    for (const [keyword, value] of Object.entries(schema)) {
      if (!inParameters.has(keyword)) found.push(`${at}: Unknown name "${keyword}": Cannot find field.`);
      if (/^(min|max)(Items|Length|Properties)$/.test(keyword) && typeof value !== "string") found.push(`${at}: ${keyword} is no string`);
    }
    found.push(...wrongNames(schema, at));
    if (anyOf === undefined && !/^(STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT)$/.test(String(typesOf(schema))))
      found.push(`${at}: type ${type}`);
    if (type === "OBJECT" && (!isSent(properties) || Object.keys(properties).length === 0))
      found.push(`${at}: properties: should be non-empty for OBJECT type`);
    if (type === "ARRAY" && items === undefined) found.push(`${at}: items: missing field`);
    if (format !== undefined && !formatsOf[String(type)]?.includes(String(format))) found.push(`${at}: format ${format} of ${type}`);
    if (values === undefined) continue;
    if (type !== "STRING") found.push(`${at}: enum: only allowed for STRING type`);
    if (!Array.isArray(values) || values.some((value) => typeof value !== "string" || value === ""))
      found.push(`${at}: enum: cannot be empty`);
  }
  return found;
}

/** What older endpoints, which take only `parameters`, reject besides. */
export function wrongAtOlderEndpoints(declaration: unknown): string[] {
  const name = isSent(declaration) ? String(declaration["name"]) : "";
  return /^[a-zA-Z_][a-zA-Z0-9_.-]{0,62}$/.test(name) ? [] : [`name ${name}`];
}
