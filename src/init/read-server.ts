import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import { parseUrl } from "../source/parse-url.ts";
import type { NewServerLocation } from "./new-files.ts";
import { seemsSecret } from "./seems-secret.ts";
import { substitute, variableName } from "./substitute.ts";

/** A server of a client's configuration, as a definition has it. */
export interface ClientServer {
  readonly name: string;
  readonly location: NewServerLocation;
  readonly variables: readonly ClientVariable[];
  /** What the user should know, such as a file with variables that is not read. */
  readonly notes: readonly string[];
}

/** A context variable that a definition refers to in place of a value of the file. */
export interface ClientVariable {
  readonly variable: string;
  /** Where the value is: `env:NAME`, or a place in the file, whose value is not taken over. */
  readonly source: string;
  /** Where the file has it, such as `env.API_KEY`. */
  readonly place: string;
  /** Whether the value itself is in the file. */
  readonly isLiteral: boolean;
  /** What the value must begin with or contain, if it is more than what the file refers to. */
  readonly form: string | undefined;
}

/** Why a server gets no definition. */
export class Omission extends Error {}

/** Throws an `Omission` for a server that no definition can express. `taken` has the source of each variable of other servers. */
export function readServer(name: string, entry: Json | undefined, taken: ReadonlyMap<string, string>): ClientServer {
  if (!isObject(entry)) throw new Omission("its entry is not an object");
  if (entry.disabled === true) throw new Omission("it is disabled");
  const address = [entry.url, entry.serverUrl, entry.httpUrl].find((each) => typeof each === "string");
  if (typeof address === "string") return httpServer(name, { entry, address, taken });
  if (typeof entry.command === "string") return program(name, { entry, command: entry.command, taken });
  throw new Omission("it has neither a command nor a URL");
}

interface HttpEntry {
  readonly entry: JsonObject;
  readonly address: string;
  readonly taken: ReadonlyMap<string, string>;
}

function httpServer(name: string, { entry, address, taken }: HttpEntry): ClientServer {
  if (entry.type === "sse" || entry.transport === "sse" || /\/sse\/?$/.test(address))
    throw new Omission("it uses the older SSE transport; ask its operator for the address of Streamable HTTP, which often ends in /mcp");
  if (entry.type === "ws") throw new Omission("it uses WebSocket; only Streamable HTTP and programs are supported");
  const serverAddress = filled(address, "its URL");
  const url = parseUrl(serverAddress);
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Omission("its URL is not an http(s) address");
  if (url.username !== "" || url.password !== "" || [...url.searchParams].some(([key, value]) => seemsSecret(value, `-${key}`)))
    throw new Omission("its URL seems to have a secret in it, which must not be in git; send it as a header");
  const headers = Object.entries(isObject(entry.headers) ? entry.headers : {});
  const bearer = headers.find(([key, value]) => /^authorization$/i.test(key) && typeof value === "string" && /^bearer\s/i.test(value));
  const values = headers.map(([key, value]) => {
    const isBearer = key === bearer?.[0];
    const written = isBearer ? String(value).replace(/^bearer\s+/i, "") : textOf(value);
    return { key, ...variableFor(isBearer ? `${name}_token` : key, { written, place: `headers.${key}`, server: name, taken }) };
  });
  const [token] = values.filter(({ key }) => key === bearer?.[0]);
  const others = values.filter((each) => each !== token).map(({ key, variable }) => [key, contextVariable(variable)]);
  return {
    name,
    location: {
      serverAddress,
      ...(token === undefined ? {} : { apiAuthentication: { bearerTokenConfig: { token: contextVariable(token.variable) } } }),
      ...(others.length === 0 ? {} : { customHeaders: Object.fromEntries(others) }),
    },
    variables: values.map(({ key: _key, ...variable }) => variable),
    notes: [],
  };
}

interface ProgramEntry {
  readonly entry: JsonObject;
  readonly command: string;
  readonly taken: ReadonlyMap<string, string>;
}

function program(name: string, { entry, command, taken }: ProgramEntry): ClientServer {
  const args = isArray(entry.args) ? entry.args.map(textOf) : [];
  const folder = typeof entry.cwd === "string" ? substitute(entry.cwd).text : ".";
  if (!/^\.?\/?$/.test(folder))
    throw new Omission(`it runs in the folder "${folder}"; a definition has no folder, so start it by a script`);
  const secret = args.findIndex((arg, index) => seemsSecret(arg, args[index - 1] ?? ""));
  if (secret !== -1)
    throw new Omission(`argument ${secret + 1} of its command seems to be a secret, which must not be in git; give it by "env"`);
  const words = [command, ...args].map((word, index) => filled(word, index === 0 ? "its command" : `argument ${index} of its command`));
  const variables: ClientVariable[] = [];
  for (const [key, value] of Object.entries(isObject(entry.env) ? entry.env : {})) {
    const known = new Map([...taken, ...variables.map((each) => [each.variable, each.source] as const)]);
    variables.push(variableFor(key, { written: textOf(value), place: `env.${key}`, server: name, taken: known }));
  }
  const env = Object.fromEntries(variables.map(({ place, variable }) => [place.slice("env.".length), contextVariable(variable)]));
  return {
    name,
    location: { stdio: { command: words, ...(variables.length === 0 ? {} : { env }) } },
    variables,
    notes: typeof entry.envFile === "string" ? [`its envFile is not read: name its variables under "env"`] : [],
  };
}

/** A part that a definition has as plain text. */
function filled(written: string, what: string): string {
  const { text, references, unknown } = substitute(written);
  const [name] = [...unknown, ...references.map((reference) => `\${${reference}}`)];
  if (name !== undefined)
    throw new Omission(`${what} contains ${name}, which a definition cannot; only "env" and "headers" can have variables`);
  return text;
}

interface Value {
  readonly written: string;
  readonly place: string;
  readonly server: string;
  readonly taken: ReadonlyMap<string, string>;
}

/** The variable in place of a value: that which the value refers to, else one that is named after its place. */
function variableFor(key: string, { written, place, server, taken }: Value): ClientVariable {
  const { text, references, isReference } = substitute(written);
  const [first] = references;
  const isLiteral = references.length === 0;
  const source = isReference ? `env:${first}` : `${server} ${place} ${text}`;
  const plain = isReference && first !== undefined ? first : variableName(key);
  const isFree = (name: string) => !taken.has(name) || taken.get(name) === source;
  const variable = isFree(plain) ? plain : variableName(`${server}_${key}`);
  return { variable, source, place, isLiteral, form: isReference || isLiteral ? undefined : written };
}

function contextVariable(name: string): string {
  return `$context.variables.${name}`;
}

/** Some files have numbers and booleans where programs get texts. */
function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
