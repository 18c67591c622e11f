import { isRecord, type UnknownRecord } from "../json.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";

/** A file argument that names a file: `{ file, filename?, mediaType? }`. */
export interface NamedFile {
  /** A path, or the handle of a file that is kept. */
  readonly file: string;
  readonly filename?: string;
  readonly mediaType?: string;
}

/** The schemas of an input in which a file may be named. */
export interface FileSchemas {
  readonly authored: UnknownRecord;
  /** What models read: each file has the member `file` too. */
  readonly offered: UnknownRecord;
}

const fileMembers = ["filename", "mediaType", "base64"];

/** Deeper values are not visited: the compiler rejects deeper schemas. */
const maxDepth = 100;

/** The schemas of an input; `undefined` if no argument is a file. `description` says which files may be named. */
export function schemaWithFiles(schema: StandardSchema<unknown>, description: string): FileSchemas | undefined {
  const authored = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  let found = false;
  const offered = mapFileSchemas(authored, ({ required: _required, ...file }) => {
    found = true;
    return { ...file, properties: { ...Object(file["properties"]), file: { type: "string", description } } };
  });
  return found && isRecord(offered) ? { authored, offered } : undefined;
}

/** The schema of an input in which a file may be named, or be passed as before. `schemasOf` is called when the schema is first used. */
export function offerNamedFiles(
  { "~standard": standard }: StandardSchema<unknown>,
  schemasOf: () => FileSchemas | undefined,
): StandardSchema<unknown> {
  return {
    "~standard": {
      ...standard,
      validate: (value) => {
        const schemas = schemasOf();
        const { issues } = standard.validate(schemas === undefined ? value : mapNamedFiles(value, schemas.authored, withoutName));
        return issues === undefined ? { value } : { issues };
      },
      jsonSchema: {
        ...standard.jsonSchema,
        input: (options) => {
          const authored = standard.jsonSchema.input(options);
          return structuredClone(schemasOf()?.offered ?? authored);
        },
      },
    },
  };
}

/** A file that is valid if the named file is. */
function withoutName({ file: _file, ...others }: NamedFile): object {
  return { ...others, base64: "AA==" };
}

/** The JSON Schema with another schema in the place of each file's. */
function mapFileSchemas(node: unknown, replace: (file: UnknownRecord) => UnknownRecord): unknown {
  if (Array.isArray(node)) return node.map((item) => mapFileSchemas(item, replace));
  if (!isRecord(node)) return node;
  if (isFileSchema(node)) return replace(node);
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, mapFileSchemas(member, replace)]));
}

/** The input with another value in the place of each argument that names a file. Only values where the schema has a file are looked at. */
export function mapNamedFiles(input: unknown, schema: UnknownRecord, replace: (file: NamedFile, path: string) => unknown): unknown {
  function visit(value: unknown, nodes: readonly unknown[], path: string, depth: number): unknown {
    const all = allOf(nodes, schema);
    if (all.length === 0 || depth > maxDepth) return value;
    if (all.some(isFileSchema) && isNamedFile(value)) return replace(value, path);
    if (Array.isArray(value)) return value.map((item, index) => visit(item, itemSchemas(all, index), `${path}/${index}`, depth + 1));
    if (!isRecord(value) || !isPlain(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      visit(member, memberSchemas(all, name), `${path}/${name}`, depth + 1),
    ]);
    return Object.fromEntries(members);
  }
  return visit(input, [schema], "", 0);
}

/** Whether a schema is that of a file in JSON, which the compiler writes. */
function isFileSchema({ properties, required }: UnknownRecord): boolean {
  if (!isRecord(properties) || !Array.isArray(required) || required.length !== 1 || required[0] !== "base64") return false;
  const { base64 } = properties;
  const isBytes = isRecord(base64) && base64["contentEncoding"] === "base64";
  return isBytes && Object.keys(properties).every((name) => fileMembers.includes(name));
}

function isNamedFile(value: unknown): value is NamedFile {
  if (!isRecord(value) || typeof value["file"] !== "string") return false;
  return Object.entries(value).every(
    ([name, member]) => ["file", "filename", "mediaType"].includes(name) && (member === undefined || typeof member === "string"),
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** The schemas, and those that apply to the same value through them. */
function allOf(nodes: readonly unknown[], root: UnknownRecord): readonly UnknownRecord[] {
  const found = new Set<UnknownRecord>();
  const open = [...nodes];
  while (open.length > 0) {
    const node = open.pop();
    if (!isRecord(node) || found.has(node)) continue;
    found.add(node);
    const { $ref, allOf, anyOf, oneOf } = node;
    if (typeof $ref === "string") open.push(schemaAt($ref, root));
    for (const branches of [allOf, anyOf, oneOf]) if (Array.isArray(branches)) open.push(...branches);
  }
  return [...found];
}

function schemaAt(reference: string, root: UnknownRecord): unknown {
  if (!reference.startsWith("#")) return undefined;
  const segments = decodeURIComponent(reference.slice(1)).split("/").slice(1);
  return segments.reduce<unknown>((node, segment) => {
    const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof node === "object" && node !== null && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
  }, root);
}

function memberSchemas(nodes: readonly UnknownRecord[], name: string): unknown[] {
  return nodes.map(({ properties, additionalProperties }) =>
    isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
  );
}

function itemSchemas(nodes: readonly UnknownRecord[], index: number): unknown[] {
  return nodes.map(({ prefixItems, items }) => (Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items);
}
