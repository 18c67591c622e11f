// The cases of the suite: the files in cases/, each made into a document with one call and the request that it must become.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("cases/", import.meta.url);

/** All cases, in the order of their files. */
export function readCases() {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => casesOf(name.slice(0, -".json".length), JSON.parse(readFileSync(new URL(name, folder), "utf8"))));
}

function casesOf(file, { versions, source, values, table, rows = [], cases = [] }) {
  const all = [...(table ?? []).flatMap((row) => tableCases(row, values)), ...rows.map(rowCase), ...cases];
  return all.flatMap((each) => {
    const wanted = each.versions ?? versions;
    return wanted.map((version) => ({
      name: `${file}: ${each.name} (${version})`,
      source: each.source ?? source,
      ...written(each, version),
    }));
  });
}

/** A row of the table: one style in one place, with what is sent for each type of value. */
function tableCases({ in: place, style, explode, versions, ...sent }, values) {
  return Object.entries(values).flatMap(([type, value]) => {
    if (sent[type] === undefined) return [];
    const parameter = { name: "color", in: place, style, explode, value, sent: sent[type], template: sent[`${type}Template`] };
    return [{ ...rowCase(parameter), versions, name: `${place}, ${style}, explode ${explode}, ${type}` }];
  });
}

/** One parameter: its value, and its text in the place where it is sent. */
function rowCase({ title, name, in: place, value, sent, template, source, versions, content, schema, note, ...serialization }) {
  const path = template ?? (place === "path" ? `/table/{${name}}` : "/table");
  const described = content === undefined ? { schema: schema ?? schemaOf(value), ...serialization } : { content };
  const isQuery = place === "query" || place === "querystring";
  const alternatives = [sent].flat();
  const target =
    place === "path"
      ? alternatives.map((text) => path.replace(`{${name}}`, text))
      : alternatives.map((text) => (isQuery && text !== "" ? `${path}?${text}` : path));
  const headerName = place === "cookie" ? "cookie" : name.toLowerCase();
  return {
    name: title ?? `${place}, ${JSON.stringify(value)}`,
    ...(source === undefined ? {} : { source }),
    ...(versions === undefined ? {} : { versions }),
    operation: `GET ${path}`,
    parameters: [{ name, in: place, ...(place === "path" ? { required: true } : {}), ...described }],
    arguments: { [place]: { [name]: value } },
    expected: { target, headers: place === "header" || place === "cookie" ? { [headerName]: sent } : {} },
  };
}

/** The schema that a person would write for such a value. */
function schemaOf(value) {
  if (Array.isArray(value)) return { type: "array", items: value.length === 0 ? { type: "string" } : schemaOf(value[0]) };
  if (value === null) return {};
  if (typeof value !== "object") return { type: Number.isInteger(value) ? "integer" : typeof value };
  return { type: "object", properties: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, schemaOf(member)])) };
}

function written(each, version) {
  const { operation, operationId = "call", parameters = [], requestBody, extra = {}, paths = {}, expected } = each;
  const [method, path] = operation.split(" ");
  const described = {
    ...(operationId === null ? {} : { operationId }),
    parameters,
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: answers(version),
    ...extra,
  };
  const others = Object.fromEntries(Object.entries(paths).map(([key, item]) => [key, withAnswers(item, version)]));
  const document = { ...head(version), paths: { ...others, [path]: { ...others[path], [method.toLowerCase()]: described } } };
  return { document, method, path, operationId, arguments: each.arguments ?? {}, expected: { method, headers: {}, ...expected } };
}

function withAnswers(item, version) {
  return Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, { responses: answers(version), ...operation }]));
}

function head(version) {
  const info = { title: "Wire", version: "1" };
  return version === "2.0" ? { swagger: "2.0", info, produces: ["application/json"] } : { openapi: version, info };
}

function answers(version) {
  const schema = { type: "object" };
  return { 200: { description: "Done.", ...(version === "2.0" ? { schema } : { content: { "application/json": { schema } } }) } };
}

/** The document with the address of the server in it, as each version has it. */
export function withServer(document, address) {
  if (document.swagger === undefined) return { ...document, servers: [{ url: address }] };
  const { host, pathname, protocol } = new URL(address);
  return { ...document, host, basePath: pathname, schemes: [protocol.slice(0, -1)] };
}
