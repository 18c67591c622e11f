import type { Tool, Toolset } from "../../ir/ir.ts";
import { isBearer } from "../../runtime/auth/is-bearer.ts";
import type { Binding, BodyBinding, Endpoint, HttpBinding, ParameterBinding, Server, ValueSource } from "../../runtime/binding.ts";
import { isIdempotencyKey } from "../../runtime/http/idempotency-key.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isObject, type JsonObject } from "../../source/json/json.ts";
import { credentialTypes } from "./auth-type.ts";
import { keywordParts, type SchemaPartName, type SchemasByName } from "./keyword-parts.ts";
import type { PartName } from "./part-name.ts";

/** The parts that all tools of a toolset need, each with the toolsets that need it. */
const partsOfToolset = {
  environments: ({ endpoint, tools }) =>
    Object.keys(endpoint.environments).length > 0 ||
    JSON.stringify(endpoint.definition).includes(placeholder) ||
    serversOf({ endpoint, tools }).some(({ url }) => url.includes(placeholder)),
  serverVariables: (toolset) => serversOf(toolset).some(({ url }) => url.includes("{") || url.includes(placeholder)),
  serviceDirectory: ({ endpoint }) => hasSetting("serviceDirectoryConfig", endpoint),
  certificates: ({ endpoint }) => hasSetting("tlsConfig", endpoint),
  credentials: needsCredentials,
  otherSchemes: ({ endpoint, tools }) =>
    hasSetting("apiAuthentication", endpoint) ||
    requiredSchemes(tools).some((name) => !isBearer(Object.hasOwn(endpoint.securitySchemes, name) && endpoint.securitySchemes[name])),
  secretReferences: ({ endpoint }) =>
    hasSetting("apiAuthentication", endpoint) ||
    Object.values(endpoint.securitySchemes).some((scheme) => hasMember("x-toolsetc-secrets", scheme)),
  definedScheme: ({ endpoint }) => hasSetting("apiAuthentication", endpoint),
  basic: (toolset) => credentialTypes(toolset).includes("BasicCredential"),
  oauthClient: (toolset) => credentialTypes(toolset).includes("Client"),
} satisfies { readonly [Name in PartName]?: (toolset: Pick<Toolset, "endpoint" | "tools">) => boolean };

/** The other parts, each with the tools that need it. */
const partsOfTool: { readonly [Name in Exclude<PartName, keyof typeof partsOfToolset>]: (tool: UsingTool) => boolean } = {
  contextValues: ({ tool: { binding }, endpoint }) =>
    binding.transport === "http"
      ? sourcesOf(binding).some((from) => "context" in from)
      : binding.transport === "mcp" &&
        /"customHeaders":\{[^}]*"\$context\./.test(JSON.stringify([endpoint.definition, endpoint.environments])),
  missingCredentials: ({ tool, endpoint }) =>
    tool.binding.transport === "http" &&
    sourcesOf(tool.binding).some((from) => "context" in from) &&
    needsCredentials({ endpoint, tools: [tool] }),
  query: hasParameter(({ in: location }) => location === "query" || location === "querystring"),
  headers: hasParameter(({ in: location }) => location === "header"),
  cookies: hasParameter(({ in: location }) => location === "cookie"),
  idempotencyKey: hasParameter(isIdempotencyKey),
  styles: (using) => hasParameter((parameter) => isStyled(parameter) || isListInPath(parameter, using))(using),
  content: hasParameter(({ in: location, as }) => "contentType" in as || location === "querystring"),
  jsonBody: hasBody("json"),
  formBody: hasBody("form"),
  multipartBody: hasBody("multipart"),
  otherBody: hasBody("other"),
  sequences: ({ tool: { binding } }) =>
    binding.transport === "http" && binding.responses.some(({ body }) => body === "sequence" || body.startsWith("event")),
  pages: ({ tool }) => hasPages(tool.binding),
  nextPage: ({ tool, schemas }) =>
    !hasPages(tool.binding) &&
    ((tool.binding.transport === "http" && tool.binding.method === "GET" && tool.binding.parameters.some(isPagingParameter)) ||
      (tool.binding.transport !== "client" && inputNames(tool, schemas).some((name) => cursor.test(name.replace(/[^A-Za-z0-9]/g, ""))))),
  waiting: ({ tool: { binding } }) => binding.transport === "http" && Boolean(binding.waiting),
  tasks: ({ tool: { binding } }) => binding.transport === "mcp" && Boolean(binding.waiting),
  pick: ({ tool }) => tool.trim.pick.length > 0,
  advice: ({ tool: { annotations, binding } }) => !annotations.readOnly && !annotations.idempotent && binding.transport !== "client",
  references: hasKeyword("references"),
  constants: hasKeyword("constants"),
  intersections: hasKeyword("intersections"),
  unions: hasKeyword("unions"),
  numbers: hasKeyword("numbers"),
  strings: hasKeyword("strings"),
  stringFormats: hasKeyword("stringFormats"),
  arrays: hasKeyword("arrays"),
  rareKeywords: hasKeyword("rareKeywords"),
  examples: (using) => using.tool.examples.length > 0 || hasKeyword("examples")(using),
};

/** A tool, and what it shares with the other tools of its toolset. */
export interface UsingTool {
  readonly tool: Pick<Tool, "binding" | "trim" | "annotations" | "examples" | "input" | "output">;
  readonly endpoint: Endpoint;
  readonly schemas: SchemasByName;
}

/** The parts that all tools of a toolset need. */
export function partsForToolset(toolset: Pick<Toolset, "endpoint" | "tools">): PartName[] {
  return namesOf(partsOfToolset).filter((name) => partsOfToolset[name](toolset));
}

/** The parts that a tool needs in addition to those of its toolset. */
export function partsForTool(tool: UsingTool): PartName[] {
  return namesOf(partsOfTool).filter((name) => partsOfTool[name](tool));
}

function namesOf<Name extends string>(table: { readonly [Each in Name]: unknown }): Name[] {
  return Object.keys(table) as Name[]; // The tables have no other keys.
}

/** Stands for a value that differs by environment. */
const placeholder = "$env_var";

function serversOf({ endpoint, tools }: Pick<Toolset, "endpoint" | "tools">): readonly Server[] {
  return [
    ...endpoint.servers,
    ...tools.flatMap(({ binding }) =>
      binding.transport === "http" ? [...(binding.servers ?? []), ...(binding.waiting?.operation?.servers ?? [])] : [],
    ),
  ];
}

/** Whether the definition, or the values of an environment, have a member, as `hasSetting` of the run-time library finds it. */
function hasSetting(name: string, { definition, environments }: Endpoint): boolean {
  return [definition, ...Object.values(environments)].some(
    (settings) => typeof settings === "object" && settings !== null && Object.values(settings).some((member) => hasMember(name, member)),
  );
}

function hasMember(name: string, value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function needsCredentials({ endpoint, tools }: UsingCredentials): boolean {
  return hasSetting("apiAuthentication", endpoint) || requiredSchemes(tools).length > 0;
}

interface UsingCredentials {
  readonly endpoint: Endpoint;
  readonly tools: readonly Pick<Tool, "binding">[];
}

/** The names of the security schemes that the tools require. */
function requiredSchemes(tools: UsingCredentials["tools"]): readonly string[] {
  const all = tools.flatMap(({ binding }) => (binding.transport === "http" ? binding.security : []));
  return [...new Set(all.flatMap(Object.keys))];
}

function hasParameter(isMeant: (parameter: ParameterBinding) => boolean): (tool: UsingTool) => boolean {
  return ({ tool: { binding } }) => binding.transport === "http" && parametersOf(binding).some(isMeant);
}

/** Whether a parameter has another style than the one in which every tool can serialize it. Cookies have a part of their own. */
function isStyled({ in: location, as }: ParameterBinding): boolean {
  if (!("style" in as) || location === "cookie" || location === "querystring") return false;
  return as.allowReserved || as.style !== (location === "query" ? "form" : "simple");
}

/** Whether the value of a path parameter may be more than one word, which is all that every tool can serialize there. */
function isListInPath({ in: location, from }: ParameterBinding, { tool: { input }, schemas }: UsingTool): boolean {
  if (location !== "path") return false;
  if ("value" in from) return typeof from.value === "object";
  const schema = "input" in from ? inputMembers({ input }, schemas)[from.input] : undefined;
  const types = [isObject(schema) ? referredSchema(schema, schemas)["type"] : undefined].flat();
  return !types.every((type) => typeof type === "string" && type !== "array" && type !== "object");
}

type BodyKind = "json" | "form" | "multipart" | "other";

function hasBody(kind: BodyKind): (tool: UsingTool) => boolean {
  return ({ tool: { binding } }) => binding.transport === "http" && binding.body !== null && bodyKind(binding.body) === kind;
}

function bodyKind({ contentType }: BodyBinding): BodyKind {
  const type = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (type === "application/json" || type === "text/json" || type.endsWith("+json")) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  return type.startsWith("multipart/") ? "multipart" : "other";
}

/** The parameters of an operation, and of the one that returns the state of its work. */
function parametersOf({ parameters, waiting }: HttpBinding): readonly ParameterBinding[] {
  return [...parameters, ...(waiting?.operation?.parameters ?? [])];
}

function sourcesOf(binding: HttpBinding): readonly ValueSource[] {
  const { body } = binding;
  const members = body === null ? [] : "input" in body.from ? [body.from] : body.from.members.map(({ from }) => from);
  return [...parametersOf(binding).map(({ from }) => from), ...members];
}

/** Whether the schemas of a tool have a keyword that the part uses. Formats are asserted only in inputs. */
function hasKeyword(part: SchemaPartName): (tool: UsingTool) => boolean {
  return ({ tool: { input, output }, schemas }) =>
    keywordParts(input.json, schemas).has(part) || (part !== "stringFormats" && keywordParts(output.json, schemas).has(part));
}

/** Whether the binding says how the pages of a list follow each other. */
function hasPages(binding: Binding): boolean {
  return binding.transport === "http" && binding.pages !== null;
}

/** Whether the address of the next page can differ in the parameter. */
function isPagingParameter({ in: location, from }: ParameterBinding): boolean {
  return location === "query" && "input" in from;
}

/** The names of arguments that accept a cursor, in their plain form: `cursorParameters` of the run-time library. */
const cursor = /^(?:(?:start|page|next)?cursor|(?:page|next|nextpage)token)$/i;

function inputNames(tool: Pick<Tool, "input">, schemas: UsingTool["schemas"]): readonly string[] {
  return Object.keys(inputMembers(tool, schemas));
}

/** The schemas of the members of the input. */
function inputMembers({ input }: Pick<Tool, "input">, schemas: UsingTool["schemas"]): JsonObject {
  const { properties } = referredSchema(input.json, schemas);
  return isObject(properties) ? properties : {};
}

/** The schema that another one refers to, directly or through others, or the schema itself. */
function referredSchema(json: JsonObject, schemas: UsingTool["schemas"]): JsonObject {
  const seen = new Set([json]);
  // The set grows while it is iterated, until a schema refers to none, or to one that was seen.
  let last = json;
  for (last of seen) {
    const target = typeof last["$ref"] === "string" ? schemas.get(sharedSchemaName(last["$ref"]) ?? "") : undefined;
    if (target !== undefined) seen.add(target.json);
  }
  return last;
}
