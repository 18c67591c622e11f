// A project of fifty toolsets with a document each, and one of them as a project of its own: what is asked of one must not cost what all do.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const resources = 12;

/**
 * Writes both; gives their folders.
 * @param {string} folder
 * @param {number} [count] of other toolsets than fifty
 */
export function writeFifty(folder, count = 50) {
  const all = join(folder, "fifty");
  const alone = join(folder, "one-of-fifty");
  for (let index = 1; index <= count; index++) writeToolset(all, `t${index}`);
  writeToolset(alone, "t37");
  for (const project of [all, alone]) writeFileSync(join(project, "toolsetc.yaml"), "targets: [{ target: typescript, out: generated }]\n");
  return { all, alone };
}

/**
 * Gives a toolset another description, so that it is compiled again. Each text must differ from the last.
 * @param {string} project
 * @param {string} name
 * @param {string} text
 */
export function describe(project, name, text) {
  writeFileSync(join(project, "toolsets", name, `${name}.yaml`), `description: ${text}\n${definitionOf(name)}`);
}

/** @param {string} name */
function definitionOf(name) {
  return `displayName: ${name}\nopenApiToolset:\n  openApiSchema: ./${name}.openapi.json\n`;
}

/**
 * The arguments that call a tool of either, without sending anything.
 * @param {string} project
 */
export function callOf(project) {
  return ["call", "t37.get_thing_3", "--project", project, "--args", '{"id":"a"}', "--dry-run"];
}

/**
 * @param {string} project
 * @param {string} name
 */
function writeToolset(project, name) {
  const own = join(project, "toolsets", name);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, `${name}.yaml`), definitionOf(name));
  writeFileSync(join(own, `${name}.openapi.json`), JSON.stringify(documentOf(name), null, 2));
}

/**
 * @param {string} name
 */
function documentOf(name) {
  const indices = Array.from({ length: resources }, (_, index) => index);
  return {
    openapi: "3.0.3",
    info: { title: name, version: "1" },
    servers: [{ url: `https://${name}.example.com` }],
    paths: Object.assign({}, ...indices.map((index) => pathsOf(name, index))),
    components: { schemas: Object.assign({}, ...indices.map(schemasOf)) },
  };
}

/**
 * @param {string} name
 * @param {number} index
 */
function pathsOf(name, index) {
  const thing = { $ref: `#/components/schemas/Thing${index}` };
  /** @param {object} schema */
  const content = (schema) => ({ "application/json": { schema } });
  const id = { name: "id", in: "path", required: true, description: "Which thing.", schema: { type: "string" } };
  /** @param {object} schema */
  const answers = (schema) => ({ 200: { description: "What was found.", content: content(schema) } });
  return {
    [`/things${index}`]: {
      get: {
        operationId: `list_things_${index}`,
        summary: `Lists things of kind ${index} in ${name}.`,
        responses: answers({ type: "array", items: thing }),
      },
      post: {
        operationId: `create_thing_${index}`,
        summary: `Creates a thing of kind ${index} in ${name}.`,
        requestBody: { required: true, content: content(thing) },
        responses: answers(thing),
      },
    },
    [`/things${index}/{id}`]: {
      get: {
        operationId: `get_thing_${index}`,
        summary: `Gets a thing of kind ${index} in ${name}.`,
        parameters: [id],
        responses: answers(thing),
      },
      delete: {
        operationId: `delete_thing_${index}`,
        summary: `Deletes a thing of kind ${index} in ${name}.`,
        parameters: [id],
        responses: answers(thing),
      },
    },
  };
}

/**
 * @param {number} index
 */
function schemasOf(index) {
  const properties = Array.from({ length: 40 }, (_, each) => [
    `member_${each}`,
    { type: "string", description: `Member ${each} of a thing.` },
  ]);
  const next = { $ref: `#/components/schemas/Thing${(index + 1) % resources}` };
  return { [`Thing${index}`]: { type: "object", required: ["member_0"], properties: { ...Object.fromEntries(properties), next } } };
}
