/** A security scheme of the document or of the definition's `apiAuthentication`. */
export interface Scheme {
  /** The name of the scheme's credential in `auth`. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly location: CredentialLocation;
  readonly kind: SchemeKind;
  /** The service account for which a Google token is required; absent if the token is another or for the program's own account. */
  readonly serviceAccount?: string | undefined;
}

/** The location of a credential in a request. */
export interface CredentialLocation {
  /** `connection`: mutual TLS proves the identity of the caller, so the request contains no credential. */
  readonly in: "header" | "query" | "cookie" | "connection";
  readonly name: string;
  /** What is written before the credential. */
  readonly prefix: string;
}

/**
 * The kind of credential that a scheme requires. `references` names secrets or context variables; if one is `undefined`, only the caller's
 * `auth` can provide the value.
 */
export type SchemeKind = { readonly references: readonly (string | undefined)[] } & (
  | { readonly kind: "key" | "basic" }
  | ClientKind
  | { readonly kind: "google"; readonly token: "access token" | "ID token" }
  | { readonly kind: "certificate" }
  /** The document does not describe the scheme, or its description is invalid. */
  | { readonly kind: "unknown" }
);

/** The credential is a token that is fetched for an OAuth client (RFC 6749 §4.4). */
export interface ClientKind {
  readonly kind: "oauthClient";
  /** The client identifier, if a definition contains it: it is not secret. toolsetc.yaml contains a reference to the identifier. */
  readonly clientId: string | undefined;
  /** The token URL as authored in the document, the definition or toolsetc.yaml. It may be relative. */
  readonly tokenUrl: string | undefined;
}

/** The default scope of Google's access tokens. */
export const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";

/** The location of a bearer token in a request (RFC 6750 §2.1). */
export const authorization = { in: "header", name: "authorization", prefix: "Bearer " } as const;
