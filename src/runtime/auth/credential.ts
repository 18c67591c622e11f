/** A key or a token, or what its scheme needs instead. */
export type Credential = string | BasicCredential | ClientCredentials | Certificate;

/** RFC 7617. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** RFC 6749 §4.4. The token is fetched, kept and renewed before it expires. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** In the place of the document's. */
  readonly tokenUrl?: string | undefined;
  /** In the place of those that the operation asks for. */
  readonly scopes?: readonly string[] | undefined;
}

/** Mutual TLS: the client certificate is shown by the `fetch` that you give, and nothing is put on the request. */
export type Certificate = "certificate";

/** What a call needs a credential for. */
export interface CredentialRequest {
  readonly tool: string;
  readonly toolset: string;
  /** The name of the security scheme. */
  readonly scheme: string;
  /** The scopes that the operation asks for. */
  readonly scopes: readonly string[];
  /** The origin of the service, for tokens that are made out to one. */
  readonly audience: string;
  /** The account that a Google token has to be for; `undefined`: the program's own. */
  readonly serviceAccount: string | undefined;
}

/**
 * Gives the value of a secret by the name that a definition or toolsetc.yaml has for it: the version of a secret in Secret Manager, or any
 * name that you chose. `undefined`: it knows none of that name.
 */
export type SecretSource<Name extends string = string> =
  | ((name: string) => string | undefined | Promise<string | undefined>)
  | { readonly [Each in Name]?: string | undefined };
