import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a project of GitHub's document twice: as it is, and with 50 changes: descriptions, and parameters that are required now.
 * @type {(folder: string, document: string) => { before: string, after: string }}
 */
export function writeChanged(folder, document) {
  const text = readFileSync(document, "utf8");
  const changed = JSON.parse(text);
  const operations = Object.values(changed.paths).flatMap((item) => Object.values(item).filter(({ responses }) => responses !== undefined));
  for (const [index, operation] of operations
    .filter((_each, at) => at % 20 === 0)
    .slice(0, 50)
    .entries()) {
    if (index % 2 === 0) operation.description = `${operation.description} Changed.`;
    else
      operation.parameters = [...(operation.parameters ?? []), { name: "added", in: "query", required: true, schema: { type: "string" } }];
  }
  return writeProjects(folder, text, JSON.stringify(changed));
}

/**
 * Writes a project twice whose 60 requests all reach 500 types and a union of 60 of them, as in documents for payments: as it is, and with a
 * required member in 50 of the types.
 * @type {(folder: string) => { before: string, after: string }}
 */
export function writeTypes(folder) {
  return writeProjects(
    folder,
    JSON.stringify(documentOfTypes(() => [])),
    JSON.stringify(documentOfTypes((index) => (index % 10 === 0 ? ["added"] : []))),
  );
}

/** @type {(added: (index: number) => readonly string[]) => object} */
function documentOfTypes(added) {
  const count = 500;
  const reference = (/** @type {number} */ index) => ({ $ref: `#/components/schemas/Type${index % count}` });
  const types = Array.from({ length: count }, (_, index) => {
    const texts = Array.from({ length: 8 }, (_each, member) => [`member${member}`, { type: "string", maxLength: 10 + member }]);
    const links = {
      first: reference(2 * index + 1),
      second: reference(2 * index + 2),
      list: { type: "array", items: reference(index + 1) },
    };
    const names = added(index);
    const more = names.map((name) => [name, { type: "string" }]);
    const properties = { ...Object.fromEntries([...texts, ...more]), ...links };
    return [`Type${index}`, { type: "object", required: ["member0", ...names], properties }];
  });
  const methods = Array.from({ length: 60 }, (_, index) => {
    const kind = { type: "string", enum: [`method${index}`] };
    return {
      type: "object",
      required: ["kind"],
      properties: { kind, ...Object.fromEntries(added(index).map((name) => [name, kind])), details: reference(index) },
    };
  });
  const paths = Array.from({ length: 60 }, (_, index) => {
    const schema = { type: "object", properties: { root: reference(index), method: { $ref: "#/components/schemas/Method" } } };
    const requestBody = { required: true, content: { "application/json": { schema } } };
    const responses = { 200: { description: "Done." } };
    return [`/request${index}`, { post: { operationId: `request${index}`, summary: `Sends request ${index}.`, requestBody, responses } }];
  });
  return {
    openapi: "3.0.3",
    info: { title: "Types", version: "1" },
    servers: [{ url: "https://types.example.com" }],
    paths: Object.fromEntries(paths),
    components: { schemas: { ...Object.fromEntries(types), Method: { oneOf: methods } } },
  };
}

/** @type {(folder: string, before: string, after: string) => { before: string, after: string }} */
function writeProjects(folder, before, after) {
  return { before: write("before", before), after: write("after", after) };

  /** @type {(name: string, content: string) => string} */
  function write(name, content) {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "github.yaml"), "displayName: github\nopenApiToolset: { openApiSchema: github.json }\n");
    writeFileSync(join(path, "github.json"), content);
    writeFileSync(join(path, "toolsetc.yaml"), "{}\n");
    return path;
  }
}
