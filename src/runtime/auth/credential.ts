/** A credential. A string is a key or a token. Some schemes require another form. */
export type Credential = string | BasicCredential | ClientCredentials | Certificate;

/** The credential of HTTP Basic authentication (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** An OAuth client (RFC 6749 §4.4). The token is fetched, cached, and renewed before it expires. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Replaces the document's token URL. */
  readonly tokenUrl?: string | undefined;
  /** Replaces the scopes that the operation requires. */
  readonly scopes?: readonly string[] | undefined;
}

/** Mutual TLS: the `fetch` that you pass presents the client certificate, and nothing is added to the request. */
export type Certificate = "certificate";

/** The description of the credential that a call requires. */
export interface CredentialRequest {
  readonly tool: string;
  readonly toolset: string;
  /** The name of the security scheme. */
  readonly scheme: string;
  /** The scopes that the operation requires. */
  readonly scopes: readonly string[];
  /** The origin of the service, for tokens with an audience. */
  readonly audience: string;
  /** The service account of a Google token; `undefined`: the program's own account. */
  readonly serviceAccount: string | undefined;
}

/**
 * The values of secrets, by their names in definitions and in toolsetc.yaml: names of secret versions in Secret Manager, or any other
 * names. `undefined`: the name is unknown.
 */
export type SecretSource<Name extends string = string> =
  | ((name: string) => string | undefined | Promise<string | undefined>)
  | { readonly [Each in Name]?: string | undefined };
