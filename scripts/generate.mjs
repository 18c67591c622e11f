/**
 * Generates modules from the JSON Schemas of the authored files, before TypeScript compiles the project: validators that do not need ajv, the
 * types of the authored files, and the published schemas. Nothing is written if nothing has changed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {any} Schema A JSON Schema, or a value in one. */

const source = join(import.meta.dirname, "../src");
const folder = join(source, "definition/schemas");
const compiled = join(source, "definition/compiled");

/** The modules of validators, by file name. In a module, schemas with the same messages share functions. */
const validators = {
  "resources.ts": { validateToolset: "toolset", validateTool: "tool" },
  "config.ts": { validateConfig: "config" },
  "environment.ts": { validateEnvironment: "environment" },
  "overlay.ts": { validateOverlay: "overlay" },
};

const published = ["toolset", "tool", "environment", "config", "tools-snapshot", "connection-snapshot"];

/** Keywords whose value is a map of schemas, in which names may be equal to keywords. */
const maps = ["properties", "patternProperties", "$defs"];

/** Keywords whose value is data, not a schema. */
const data = ["enum", "const", "default", "examples", "x-oneof", "x-enum-numbers", "x-path"];

const base = "https://toolsetc.dev/schemas/";
/** @type {[name: string, text: string][]} */
const texts = readdirSync(folder)
  .filter((name) => name.endsWith(".schema.json"))
  .sort()
  .map((name) => [name.slice(0, -".schema.json".length), readFileSync(join(folder, name), "utf8")]);

const stamp = stampOf([
  readFileSync(import.meta.filename, "utf8"),
  readFileSync(join(source, "../package-lock.json"), "utf8"),
  ...texts.flat(),
]);
const stampFile = join(compiled, ".stamp");
if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) await generate();

async function generate() {
  const schemas = new Map(texts.map(([name, text]) => [name, JSON.parse(text)]));
  const files = new Map();
  for (const [file, exports] of Object.entries(validators)) files.set(file, await validatorModule(exports, schemas));
  files.set("messages.ts", messagesModule(schemas.get("messages")));
  files.set("schemas.ts", schemasModule(schemas));
  files.set("field-homes.ts", fieldHomesModule(schemas));
  files.set("authored.ts", await typesModule(schemas.get("messages"), ["Toolset", "Tool"]));

  // The stamp is written last, so that an interrupted run is repeated.
  rmSync(compiled, { recursive: true, force: true });
  mkdirSync(compiled, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(compiled, file), text);
  writeFileSync(stampFile, stamp);
}

/** @type {(exports: Record<string, string>, schemas: Map<string, Schema>) => Promise<string>} */
async function validatorModule(exports, schemas) {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    verbose: true,
    validateFormats: false,
    ownProperties: true,
    code: { source: true, esm: true },
  });
  for (const schema of schemas.values()) ajv.addSchema(withoutAnnotations(schema));
  const code = standalone.default(
    ajv,
    Object.fromEntries(Object.entries(exports).map(([name, schema]) => [name, `${base}${schema}.schema.json`])),
  );
  const whole = code.replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, "codePoints");
  if (whole.includes("require(")) throw new Error(`The validators need more of ajv at run time: ${/require\([^)]*\)/.exec(whole)?.[0]}`);
  return `// @ts-nocheck\nfunction codePoints(text) {\n  let count = 0;\n  for (const _ of text) count++;\n  return count;\n}\n${whole}\n`;
}

/**
 * The module of messages, by which definitions are checked: which fields are messages, which are free text, and which exclude each other.
 * @type {(messages: Schema) => string}
 */
function messagesModule({ $defs }) {
  return `import type { JsonObject } from "../../source/json/json.ts";\n\nexport const messages: JsonObject = JSON.parse(${JSON.stringify(JSON.stringify($defs))});\n`;
}

/** @type {(schemas: Map<string, Schema>) => string} */
function schemasModule(schemas) {
  const whole = published.map((name) => [name, selfContained(schemas.get(name), schemas.get("messages").$defs)]);
  const entries = whole.map(([name, schema]) => `  ${JSON.stringify(name)}: ${JSON.stringify(JSON.stringify(schema, undefined, 2))},\n`);
  return `/** The published JSON Schemas, as the text of a file each. */\nexport const schemas: { readonly [name: string]: string } = {\n${entries.join("")}};\n`;
}

/**
 * A schema with the messages that it refers to. Editors open it as a file, so it cannot refer to other files.
 * @type {(schema: Schema, messages: Record<string, Schema>) => Schema}
 */
function selfContained(schema, messages) {
  const reached = new Set();
  /** @param {Schema} value */
  const visit = (value) => {
    for (const name of referredMessages(value)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(messages[name]);
    }
  };
  if (!JSON.stringify(schema).includes("messages.schema.json#")) return schema;
  visit(schema);
  const $defs = Object.fromEntries(
    Object.keys(messages)
      .filter((name) => reached.has(name))
      .map((name) => [name, withNumbers(withChoices(messages[name]))]),
  );
  return { ...JSON.parse(JSON.stringify(schema).replaceAll("messages.schema.json#", "#")), $defs };
}

/** @type {(value: Schema) => string[]} */
function referredMessages(value) {
  return [...JSON.stringify(value).matchAll(/"\$ref":"[^"]*#\/\$defs\/([^"]+)"/g)].map(([, name = ""]) => name);
}

/**
 * A schema with choices as standard keywords for editors. Our own check reports errors in choices in clearer terms than JSON Schema can.
 * @type {(schema: Schema) => Schema}
 */
function withChoices({ "x-oneof": choices, ...schema }) {
  if (choices === undefined) return schema;
  return { ...schema, allOf: choices.map(choice) };
}

/**
 * A schema that also accepts the numbers of an enum, as proto3 JSON does. Our own check converts numbers to names.
 * @type {(schema: Schema) => Schema}
 */
function withNumbers({ "x-enum-numbers": numbers, ...schema }) {
  if (numbers === undefined) return schema;
  const { type: _type, ...rest } = schema;
  return { ...rest, enum: [...schema.enum, ...Object.values(numbers)] };
}

/** @type {(choice: { fields: string[], required?: boolean }) => Schema} */
function choice({ fields, required }) {
  const alternatives = fields.map((name) => ({ required: [name] }));
  return { oneOf: required ? alternatives : [...alternatives, { not: { anyOf: alternatives } }] };
}

/**
 * The module of the homes of fields, by which a field at a wrong place is explained: the object that may have a field of this name, as a
 * path from the root of an authored file. Of several objects, it is the one nearest to the root. The keywords of schemas have no home.
 * @type {(schemas: Map<string, Schema>) => string}
 */
function fieldHomesModule(schemas) {
  const entries = ["config", "toolset", "tool"].map((name) => {
    const homes = [...fieldHomes(schemas.get(name), schemas)].map(
      ([field, home]) => `    ${JSON.stringify(field)}: ${JSON.stringify(home)},\n`,
    );
    return `  ${name}: {\n${homes.join("")}  },\n`;
  });
  return `/** The paths of the objects that may have a field of a certain name, by that name. The path of the root is empty. */\nexport const fieldHomes = {\n${entries.join("")}};\n`;
}

/** @type {(root: Schema, schemas: Map<string, Schema>) => Map<string, string>} */
function fieldHomes(root, schemas) {
  const homes = new Map();
  const visited = new Set();
  const $defs = { ...schemas.get("messages").$defs, ...root.$defs };
  /** @type {[schema: Schema, path: string[]][]} */
  const queue = [[root, []]];
  for (const [schema, path] of queue) {
    if (typeof schema !== "object" || schema === null) continue;
    const [, name = "Schema"] = schema.$ref?.split("#/$defs/") ?? [];
    if (name !== "Schema" && !visited.has(name)) {
      visited.add(name);
      queue.push([$defs[name], path]);
    }
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (!homes.has(name)) homes.set(name, path.join("."));
      queue.push([member, [...path, name]]);
    }
    queue.push([schema.additionalProperties, [...path, "<name>"]], [schema.items, path], [schema.then, path]);
  }
  return homes;
}

/** @type {(messages: Schema, roots: string[]) => Promise<string>} */
async function typesModule({ $defs }, roots) {
  const { compile } = await import("json-schema-to-typescript");
  const properties = Object.fromEntries(roots.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  /** @type {import("json-schema-to-typescript").JSONSchema} */
  const schema = { type: "object", additionalProperties: false, properties, $defs: forTypes($defs) };
  return compile(schema, "AuthoredResources", {
    bannerComment: "",
    additionalProperties: false,
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    $refOptions: { resolve: { external: false, file: false, http: false } },
  });
}

/**
 * The schemas without keywords that would change the types: titles would name them, and TypeScript cannot express patterns.
 * @type {($defs: Record<string, Schema>) => Record<string, Schema>}
 */
function forTypes($defs) {
  return mapSchemas({ $defs }, (schema) => {
    const {
      title: _title,
      examples: _examples,
      pattern: _pattern,
      "x-oneof": _choices,
      "x-enum-numbers": _numbers,
      "x-path": _path,
      if: _if,
      then: _then,
      ...rest
    } = schema;
    // With a description beside a reference, a second type would be generated for the same message.
    if (rest.$ref !== undefined) delete rest.description;
    if (rest.anyOf?.every((/** @type {Schema} */ branch) => Object.keys(branch).join() === "required")) delete rest.anyOf;
    return rest;
  }).$defs;
}

/**
 * A schema without annotations that validation does not need. Titles and examples remain, since error messages contain them.
 * @type {(schema: Schema) => Schema}
 */
function withoutAnnotations(schema) {
  return mapSchemas(schema, (each) => {
    const {
      description: _description,
      default: _default,
      readOnly: _readOnly,
      deprecated: _deprecated,
      contentMediaType: _media,
      "x-oneof": _choices,
      "x-enum-numbers": _numbers,
      "x-path": _path,
      ...rest
    } = each;
    return rest;
  });
}

/**
 * A schema with a function applied to each of its subschemas, the innermost first.
 * @type {(schema: Schema, change: (schema: Schema) => Schema) => Schema}
 */
function mapSchemas(schema, change) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((each) => mapSchemas(each, change));
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (data.includes(keyword)) return [keyword, value];
    if (!maps.includes(keyword)) return [keyword, mapSchemas(value, change)];
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapSchemas(each, change)]))];
  });
  return change(Object.fromEntries(entries));
}

/** @type {(parts: string[]) => string} */
function stampOf(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}
