import type { Endpoint } from "../binding.ts";
import type { ToolError } from "../tool-error.ts";

/**
 * A credential for a security scheme. A string is a key or a token; basic authentication, OAuth clients and mutual TLS have the other
 * types.
 */
export type Credential = string | BasicCredential | ClientCredentials | Certificate | RenewableToken;

/** The credential of HTTP Basic authentication (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** The credentials of an OAuth client (RFC 6749 §4.4). The access token is fetched, cached, and renewed before it expires. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The token URL to use instead of the one in the document or the definition. */
  readonly tokenUrl?: string | undefined;
  /** The scopes to request instead of those that the operation requires. */
  readonly scopes?: readonly string[] | undefined;
}

/** A token that can be replaced when the service rejects it. Functions in `auth` may return one in place of a string. */
export interface RenewableToken {
  /** The token; `undefined` if there is none yet: nothing is sent then, and the response of the service says what it requires. */
  readonly text: string | undefined;
  /**
   * Called if a call fails, with its error. If it returns true, the function in `auth` has another token, and the call is made once more.
   * It may return true only for statuses with which the service has not executed the call, such as 401.
   */
  readonly renew: (error: ToolError) => Promise<boolean>;
}

/** The value that declares mutual TLS: the `fetch` that you pass presents the client certificate, and nothing is added to the request. */
export type Certificate = "certificate";

/** Describes the credential that a call requires, for a function that provides credentials. */
export interface CredentialRequest {
  readonly tool: string;
  readonly toolset: string;
  /** The name of the security scheme. */
  readonly scheme: string;
  /** The scopes that the operation requires. */
  readonly scopes: readonly string[];
  /** The origin of the service, for tokens that are issued for one audience. */
  readonly audience: string;
  /** The address of the service without its query, for tokens that are issued for one resource (RFC 8707). */
  readonly address: string;
  /** The service: its kind, and the security schemes of its document. */
  readonly endpoint: Pick<Endpoint, "kind" | "securitySchemes" | "timeout">;
  /** The service account for which a Google token is required; `undefined` if the token is for the program's own account. */
  readonly serviceAccount: string | undefined;
}

/**
 * The values of secrets, as an object or a function, by their names in definitions and in toolsetc.yaml. These are names of secret versions
 * in Secret Manager, or any other names. The value is `undefined` if the name is unknown.
 */
export type SecretSource<Name extends string = string> =
  | ((name: string) => string | undefined | Promise<string | undefined>)
  | { readonly [Each in Name]?: string | undefined };
