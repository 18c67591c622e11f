import { plainData } from "../../contract/plain-data.ts";
import type { Toolset } from "../../ir/ir.ts";
import { isObject, type Json, member } from "../../source/json/json.ts";
import { type CodeFragment, code, concatenate, type Identifier, type Import, identifier, memberName, onlyTypes } from "../code/code.ts";
import type { ModuleContext } from "./module-context.ts";

type Credential = "string" | "BasicCredential" | "Client" | "Certificate";

/**
 * The statement that declares the type `Auth`, with the security schemes that the toolset's tools need. The result is empty if the tools
 * need no credentials.
 */
export function authType(toolset: Toolset, { runtime }: ModuleContext): readonly CodeFragment[] {
  const source = (credential: Credential) =>
    credential === "string"
      ? code`${runtime("CredentialSource", "type")}<string>`
      : credential === "Client"
        ? code`${runtime("CredentialSource", "type")}<${runtime("ClientCredentials", "type")} | string>`
        : code`${runtime("CredentialSource", "type")}<${runtime(credential, "type")}>`;
  const lines = [...neededSchemes(toolset)].map(([name, each]) => code`\n  readonly ${memberName(name)}?: ${source(each)} | undefined;`);
  if (lines.length === 0) return [];
  // A type alias, since an interface has no index signature and is not assignable to the type of `auth` in the run-time library.
  const alias = onlyTypes`/** The credentials of the calls, by security scheme: each a value, or a function of the call that returns it. */
export type ${identifier("Auth")} = {${concatenate(lines)}
};`;
  return [alias];
}

/** The type of credentials in the module of a tool; `never` if its toolset needs no credentials. */
export function authReference(toolset: Toolset, auth: Import | Identifier): CodeFragment {
  return needsAuth(toolset) ? code`${auth}` : code`never`;
}

/** The types of the credentials that the tools of a toolset need. */
export function credentialTypes(toolset: Pick<Toolset, "endpoint" | "tools">): readonly Credential[] {
  return [...findSchemes(toolset).values()];
}

/** The member `auth` of `Options`; empty if the toolset needs no credentials. */
export function authMember(toolset: Toolset, auth: Import | Identifier): CodeFragment {
  return needsAuth(toolset) ? code`\n  readonly auth?: ${auth} | undefined;` : code``;
}

/** Whether the tools of a toolset need credentials. */
export function needsAuth(toolset: Toolset): boolean {
  return neededSchemes(toolset).size > 0;
}

/**
 * The member `secrets` of `Options`, for the secrets that the definition and toolsetc.yaml refer to; empty if there are no such secrets.
 */
export function secretsMember(toolset: Toolset, { runtime }: ModuleContext): CodeFragment {
  const names = secretNames(toolset);
  if (names.length === 0) return code``;
  return code`
  /** The values of secrets, by their names in the definition and toolsetc.yaml. */
  readonly secrets?: ${runtime("SecretSource", "type")}<${typeOfNames(names)}> | undefined;`;
}

/** The needed security schemes of each toolset. They are computed once, since every module of tools uses them. */
const known = new WeakMap<Toolset, ReadonlyMap<string, Credential>>();

function neededSchemes(toolset: Toolset): ReadonlyMap<string, Credential> {
  const schemes = known.get(toolset) ?? findSchemes(toolset);
  known.set(toolset, schemes);
  return schemes;
}

/**
 * The credential types of the needed security schemes, by the names that the run-time library uses. If the definition has
 * `apiAuthentication`, it replaces the schemes of the document.
 */
function findSchemes({ endpoint, tools }: Pick<Toolset, "endpoint" | "tools">): ReadonlyMap<string, Credential> {
  const [config] = Object.entries(apiAuthentication(endpoint));
  if (config !== undefined) return new Map(definedSchemes.filter(({ field }) => field === config[0]).map(({ name, type }) => [name, type]));
  switch (endpoint.kind) {
    case "connector":
      return new Map([["google", "string"]]);
    case "openapi":
      return documentedSchemes(endpoint, tools);
    case "mcp":
    case "client":
      return new Map();
  }
}

function documentedSchemes(endpoint: Toolset["endpoint"], tools: Toolset["tools"]): ReadonlyMap<string, Credential> {
  const named = tools.flatMap(({ binding }) => (binding.transport === "http" ? binding.security.flatMap(Object.keys) : []));
  const schemes = plainData(endpoint.securitySchemes);
  return new Map(
    [...new Set(named)].flatMap((name): [string, Credential][] => {
      const scheme = member(schemes, name);
      return isObject(scheme) ? [[name, credentialOf(scheme)]] : [];
    }),
  );
}

const definedSchemes: readonly { readonly field: string; readonly name: string; readonly type: Credential }[] = [
  { field: "apiKeyConfig", name: "apiKey", type: "string" },
  { field: "oauthConfig", name: "oauth", type: "Client" },
  { field: "bearerTokenConfig", name: "bearerToken", type: "string" },
  { field: "serviceAgentIdTokenAuthConfig", name: "serviceAgentIdToken", type: "string" },
  { field: "serviceAccountAuthConfig", name: "serviceAccount", type: "string" },
];

function credentialOf(scheme: Json): Credential {
  const type = member(scheme, "type");
  const word = member(scheme, "scheme");
  if (type === "basic" || (type === "http" && typeof word === "string" && word.toLowerCase() === "basic")) return "BasicCredential";
  if (type === "mutualTLS") return "Certificate";
  if (type !== "oauth2") return "string";
  const isClient =
    member(member(scheme, "flows"), "clientCredentials") !== undefined ||
    member(scheme, "flow") === "application" ||
    member(member(scheme, "x-toolsetc-secrets"), "clientId") !== undefined;
  return isClient ? "Client" : "string";
}

/** The names of the secrets in the definition, its environments and toolsetc.yaml, without context variables. */
function secretNames({ endpoint }: Toolset): readonly string[] {
  const [kind = ""] = Object.keys(endpoint.definition);
  const definitions = [plainData(endpoint.definition), ...membersOf(endpoint.environments)];
  const versions = definitions.flatMap((each) => {
    const config = member(member(each, kind), "apiAuthentication");
    return [member(member(config, "apiKeyConfig"), "apiKeySecretVersion"), member(member(config, "oauthConfig"), "clientSecretVersion")];
  });
  const environments = definitions.flatMap((each) => {
    const env = member(member(member(each, kind), "stdio"), "env");
    return isObject(env) ? Object.values(env) : [];
  });
  const references = membersOf(endpoint.securitySchemes).flatMap((scheme) => {
    const given = member(scheme, "x-toolsetc-secrets");
    return ["secret", "username", "password", "clientId", "clientSecret"].map((name) => member(given, name));
  });
  const names = [...versions, ...environments, ...references].filter((name) => typeof name === "string");
  return [...new Set(names)].filter((name) => !name.startsWith("$context."));
}

function membersOf(object: object): readonly Json[] {
  const json = plainData(object);
  return isObject(json) ? Object.values(json) : [];
}

/** The union of the names as literal types; `string` if all names are placeholders, since environments may then use any name. */
function typeOfNames(names: readonly string[]): CodeFragment {
  const [first, ...others] = names.filter((name) => name !== "$env_var");
  return first === undefined ? code`string` : concatenate([code`${first}`, ...others.map((name) => code` | ${name}`)]);
}

function apiAuthentication(endpoint: Toolset["endpoint"]): object {
  const [kind = ""] = Object.keys(endpoint.definition);
  const config = member(member(plainData(endpoint.definition), kind), "apiAuthentication");
  return isObject(config) ? config : {};
}
