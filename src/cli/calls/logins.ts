import { Failure } from "../../host/failure.ts";
import { storedTokens, type TokenOf } from "../../host/login/access-token.ts";
import { findLogin, loginFolder } from "../../host/login/login-files.ts";
import { type LoginPlace, loginSchemes } from "../../host/login/login-place.ts";
import type { NewServerLocation } from "../../init/new-files.ts";
import type { CredentialRequest } from "../../runtime/auth/credential.ts";
import type { Endpoint } from "../../runtime/binding.ts";
import type { Auth, Context } from "../../runtime/context.ts";
import { isRecord, ownMember } from "../../runtime/json.ts";
import { bindingIn, type Manifest } from "../../runtime/manifest.ts";
import { type ToolError, unsentError } from "../../runtime/tool-error.ts";
import { parseUrl } from "../../source/text/parse-url.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { terminal } from "../terminal.ts";

/** The authentication of a definition that sends a token of the caller (CES `bearerTokenConfig`). */
const bearerToken = { bearerTokenConfig: { token: "$context.variables.access_token" } } as const;

/**
 * Credentials of calls, with the tokens of `toolsetc login` for the services for which none was given. `securitySchemes` are those of the
 * OpenAPI document of the toolset.
 */
export function withLogins(given: Auth, securitySchemes: Manifest["securitySchemes"] = {}): Auth {
  let tokens: TokenOf | undefined;
  const tokenFor =
    (scheme: string | null) =>
    async (_context: Context, { address, tool }: CredentialRequest) => {
      tokens ??= storedTokens(loginFolder(terminal().env));
      try {
        return await tokens(new URL(address), scheme);
      } catch (error) {
        // A login that has ended. The library would hide the reason of any other error, which may contain a credential.
        throw error instanceof Failure ? unsentError("authorization-failed", `${error.message} ${error.help}`, tool) : error;
      }
    };
  const schemes = Object.fromEntries(loginSchemes(securitySchemes).map(({ name }) => [name, tokenFor(name)]));
  return { bearerToken: tokenFor(null), ...schemes, ...given };
}

/**
 * Where the tools of an OpenAPI document need a login: the address of their service, and the first scheme with which people log in, with the
 * scopes of all tools. `undefined` if the document has no such scheme or no absolute address.
 */
export function placeOfDocument({ definition, servers, securitySchemes, tools }: Manifest): LoginPlace | undefined {
  const [scheme] = loginSchemes(securitySchemes);
  const own = ownMember(definition["openApiToolset"] ?? definition["openApiTool"], "url");
  const [server] = servers;
  const filled = server?.url.replace(/\{([^{}]*)\}/g, (all, name: string) => ownMember(server.variables, name)?.default ?? all);
  const address = parseUrl(typeof own === "string" && own !== "" ? own : (filled ?? ""));
  if (scheme === undefined || address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  const required = tools.map(bindingIn).flatMap((binding) => (binding.transport === "http" ? binding.security : []));
  const scopes = [...new Set(required.flatMap((requirement) => ownMember(requirement, scheme.name) ?? []))].sort();
  return { address: new URL(address.origin + address.pathname), scheme: { ...scheme, scopes } };
}

/** What to do if a server refuses requests without a credential. */
export function loginHelp(address: string): string {
  return `Log in, and repeat this command: toolsetc login ${shellWord(address)}. If you have a token, name the environment variable that has it: --auth bearerToken=env:NAME, and apiAuthentication.bearerTokenConfig in the definition.`;
}

/** An MCP server with the token of its login, if the user has logged in there and the definition names no other credential. */
export function withLogin<Service extends Pick<Endpoint, "definition">>(service: Service): Service {
  const { mcpToolset } = service.definition;
  if (!isRecord(mcpToolset) || ownMember(mcpToolset, "apiAuthentication") !== undefined || !hasLogin(service)) return service;
  return { ...service, definition: { ...service.definition, mcpToolset: { ...mcpToolset, apiAuthentication: bearerToken } } };
}

/** Where a new definition finds its server: if the user has logged in there, the definition says that calls need a token. */
export function locationWithLogin(location: NewServerLocation): NewServerLocation {
  const isProtected =
    !("stdio" in location) && location.apiAuthentication === undefined && hasLogin({ definition: { mcpToolset: location } });
  return isProtected ? { ...location, apiAuthentication: bearerToken } : location;
}

/** Where to log in after a call that lacks the token of a login, or whose token the server refuses; `undefined` if a login does not matter. */
export function placeAfter({ code, details }: ToolError, manifest: Manifest): LoginPlace | undefined {
  if (code !== "missing-credentials" && details["status"] !== 401) return undefined;
  if (manifest.kind === "openapi") return placeOfDocument(manifest);
  const address = ownMember(manifest.definition["mcpToolset"], "serverAddress");
  const url = typeof address === "string" ? parseUrl(address) : undefined;
  return url && { address: url, scheme: undefined };
}

/** The command that logs in at a place. */
export function loginCommandFor({ address, scheme }: LoginPlace, toolset: string, path: string): string {
  if (scheme === undefined) return `toolsetc login ${shellWord(address.href)}`;
  return `toolsetc login ${shellWord(toolset)}${path === "." ? "" : ` ${shellWord(path)}`}`;
}

/** Whether the user has logged in at the MCP server of a definition. */
export function hasLogin({ definition: { mcpToolset } }: Pick<Endpoint, "definition">): boolean {
  const address = ownMember(mcpToolset, "serverAddress");
  const url = typeof address === "string" ? parseUrl(address) : undefined;
  return url !== undefined && findLogin(loginFolder(terminal().env), url, null) !== undefined;
}
