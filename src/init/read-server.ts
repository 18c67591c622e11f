import { isArray, isObject, type Json, type JsonObject } from "../source/json/json.ts";
import { parseUrl } from "../source/text/parse-url.ts";
import { isCredentialName } from "../source/text/secrets/credential-names.ts";
import { mayHaveSecret } from "../source/text/secrets/secret-shapes.ts";
import type { NewServerLocation } from "./new-files.ts";
import { substitute, variableName } from "./substitute.ts";

/** A server in the configuration of an MCP client, in the form that a definition needs. */
export interface ClientServer {
  readonly name: string;
  readonly location: NewServerLocation;
  readonly variables: readonly ClientVariable[];
  /** Notes for the user, such as that an `envFile` is not read. */
  readonly notes: readonly string[];
}

/** A context variable for a value in the configuration of an MCP client. The definition refers to the variable instead of the value. */
export interface ClientVariable {
  readonly variable: string;
  /**
   * Identifies the value. For an environment variable, the source is `env:NAME`; for any other value, it contains the server and the
   * location. Values with the same source share a context variable.
   */
  readonly source: string;
  /** The location of the value in the server's configuration, such as `env.API_KEY`. */
  readonly place: string;
  /** Whether the configuration contains the value itself instead of a reference to an environment variable. */
  readonly isLiteral: boolean;
  /**
   * The string in the configuration, such as `Token ${KEY}`, if it contains a reference and also other text. The context variable needs a
   * value of this form. `undefined` for any other string.
   */
  readonly form: string | undefined;
}

/** Thrown if no definition can be written for a server. The message is the reason. */
export class Omission extends Error {}

/**
 * Reads a server in the configuration of an MCP client. Throws an `Omission` if no definition can express the server. `taken` has the
 * context variables of the servers that were read before, each with the source of its value.
 */
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
    throw new Omission("it uses the older SSE transport; ask its operator for the Streamable HTTP address, which usually ends in /mcp");
  if (entry.type === "ws") throw new Omission("it uses WebSocket; only Streamable HTTP and programs are supported");
  const serverAddress = filled(address, "its URL");
  const url = parseUrl(serverAddress);
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Omission("its URL is not an http(s) address");
  if (hasSecret(url)) throw new Omission("its URL seems to contain a secret, and secrets must not be in Git; send the secret in a header");
  const headers = Object.entries(isObject(entry.headers) ? entry.headers : {});
  const bearer = headers.find(([key, value]) => /^authorization$/i.test(key) && typeof value === "string" && /^bearer\s/i.test(value));
  const values = headers.map(([key, value]) => {
    const isBearer = key === bearer?.[0];
    const written = isBearer ? String(value).replace(/^bearer\s+/i, "") : textOf(value);
    return { key: isBearer ? `${name}_token` : key, written, place: `headers.${key}` };
  });
  const variables = variablesFor(values, name, taken);
  const named = headers.map(([key], index) => [key, contextVariable(variables[index]?.variable ?? "")] as const);
  const token = named.find(([key]) => key === bearer?.[0]);
  const others = named.filter((each) => each !== token);
  return {
    name,
    location: {
      serverAddress,
      ...(token === undefined ? {} : { apiAuthentication: { bearerTokenConfig: { token: token[1] } } }),
      ...(others.length === 0 ? {} : { customHeaders: Object.fromEntries(others) }),
    },
    variables,
    notes: [],
  };
}

/** Whether a URL seems to contain a secret. For some services, a key is part of the path. */
function hasSecret({ username, password, searchParams, pathname }: URL): boolean {
  if (username !== "" || password !== "") return true;
  return (
    [...searchParams].some(([key, value]) => seemsSecret(value, `-${key}`)) || pathname.split("/").some((part) => seemsSecret(part, ""))
  );
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
    throw new Omission(`it runs in the folder "${folder}", but a definition cannot set a folder; start the server with a script`);
  const secret = args.findIndex((arg, index) => seemsSecret(arg, args[index - 1] ?? ""));
  if (secret !== -1)
    throw new Omission(
      `argument ${secret + 1} of its command seems to be a secret, and secrets must not be in Git; pass the secret with "env"`,
    );
  const words = [command, ...args].map((word, index) => filled(word, index === 0 ? "its command" : `argument ${index} of its command`));
  const values = Object.entries(isObject(entry.env) ? entry.env : {}).map(([key, value]) => {
    return { key, written: textOf(value), place: `env.${key}` };
  });
  const variables = variablesFor(values, name, taken);
  const env = Object.fromEntries(variables.map(({ place, variable }) => [place.slice("env.".length), contextVariable(variable)]));
  return {
    name,
    location: { stdio: { command: words, ...(variables.length === 0 ? {} : { env }) } },
    variables,
    notes: typeof entry.envFile === "string" ? [`its envFile is not read; list the variables of this file under "env"`] : [],
  };
}

/**
 * Replaces the variables in a string, such as a URL, for which a definition cannot use context variables. Throws an `Omission` if the value
 * of a variable is not known.
 */
function filled(written: string, what: string): string {
  const { text, references, unknown } = substitute(written);
  const [name] = [...unknown, ...references.map((reference) => `\${${reference}}`)];
  if (name !== undefined)
    throw new Omission(`${what} contains the variable ${name}, but a definition can have variables only in "env" and "headers"`);
  return text;
}

/** A header or an environment variable in the configuration of a server. */
interface Value {
  /** The name from which the name of a context variable is derived. */
  readonly key: string;
  readonly written: string;
  readonly place: string;
}

/**
 * The context variables for the values of a server. Each has the name of the environment variable that its value refers to or, without a
 * reference, a name derived from `key`. A name that another value has gets the name of the server as its prefix, and then a number.
 */
function variablesFor(values: readonly Value[], server: string, taken: ReadonlyMap<string, string>): ClientVariable[] {
  const sources = new Map(taken);
  return values.map(({ key, written, place }) => {
    const { text, references, isReference } = substitute(written);
    const [first] = references;
    const isLiteral = references.length === 0;
    const source = isReference ? `env:${first}` : `${server} ${place} ${text}`;
    const plain = isReference && first !== undefined ? first : variableName(key);
    const isFree = (name: string) => (sources.get(name) ?? source) === source;
    let variable = plain;
    for (let count = 1; !isFree(variable); count++) variable = variableName(`${server}_${key}${count === 1 ? "" : `_${count}`}`);
    sources.set(variable, source);
    return { variable, source, place, isLiteral, form: isReference || isLiteral ? undefined : written };
  });
}

function contextVariable(name: string): string {
  return `$context.variables.${name}`;
}

/** A value as a string. In some files, environment variables and arguments are numbers or booleans. */
function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

/**
 * Whether an argument of a program or a part of a URL may be a secret, judged by its form, the name in it and the flag before it. A secret
 * that is not recognized would be written to a file, so the function also returns `true` for some strings that are not secrets.
 */
function seemsSecret(text: string, flagBefore: string): boolean {
  if (/^(?:\$\{[^}]*\}|\$\w+|)$/.test(text)) return false;
  const isFlag = flagBefore.startsWith("-");
  if (isFlag && /^[A-Z][A-Z0-9_]*$/.test(text)) return false; // The text is the name of a variable, as in `docker run -e TOKEN`.
  const [, ownName = "", value = text] = /^-{0,2}([\w-]{1,60})[=:]\s*(.+)$/s.exec(text) ?? [];
  return (
    isSecretName(ownName) ||
    (isFlag && isSecretName(flagBefore)) ||
    mayHaveSecret(value) ||
    authorization.test(value) ||
    passwordInAddress.test(text) ||
    isRandom(value)
  );
}

function isSecretName(name: string): boolean {
  return isCredentialName(name) || /(?:^|[_-])(?:pat|pwd|auth)$/i.test(name);
}

/** The value of an Authorization header, or a JSON Web Token. */
const authorization = /^(?:Bearer|Basic) \S|\beyJ[\w-]{14}/;

/** A user and a password in a URL, such as the URL of a database. */
const passwordInAddress = /:\/\/[^/\s:@]{0,200}:[^/\s@]{1,500}@/;

/** Whether a string looks like a key: many letters and digits without structure, perhaps after the prefix of a service. */
function isRandom(text: string): boolean {
  if (!/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  return /(?:^|[-_])(?=[a-z]*\d)[a-z0-9]{20,}$/i.test(text) || (/^[\w+/=-]{28,}$/.test(text) && !/[/-][a-z]{3,}[/-]/i.test(text));
}
