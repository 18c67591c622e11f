/** How one security scheme is met, whoever names it: the document or the definition's `apiAuthentication`. */
export interface Scheme {
  /** What a credential for it is called in `auth`. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly place: Place;
  readonly kind: Kind;
}

/** Where a credential stands in a request. */
export type Place =
  | { readonly in: "header"; readonly name: string; readonly prefix: string }
  | { readonly in: "query" | "cookie"; readonly name: string }
  /** Not in the request. */
  | { readonly in: "connection" };

/** What the credential is. References are to secrets or context variables; `undefined`: only the caller can give it. */
export type Kind =
  | { readonly kind: "key"; readonly reference: string | undefined }
  | { readonly kind: "basic"; readonly username: string | undefined; readonly password: string | undefined }
  | ClientKind
  | { readonly kind: "google"; readonly token: "access token" | "ID token"; readonly serviceAccount: string | undefined }
  | { readonly kind: "certificate" }
  /** The document names it and does not describe it, or not in a way that OpenAPI knows. */
  | { readonly kind: "unknown" };

/** A token that is fetched for a client (RFC 6749 §4.4). */
export interface ClientKind {
  readonly kind: "client";
  /** A client's identifier is no secret: a definition has it as it is, toolsetc.yaml as a reference. */
  readonly clientId: { readonly value: string } | { readonly reference: string } | undefined;
  readonly clientSecret: string | undefined;
  /** As authored: it may be relative. */
  readonly tokenUrl: string | undefined;
}

/** Where tokens stand (RFC 6750 §2.1). */
export const authorization = { in: "header", name: "authorization", prefix: "Bearer " } as const;
