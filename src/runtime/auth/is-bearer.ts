/** The members of a Security Scheme Object that say what the credential is. They may be of any type. */
interface AuthoredScheme {
  readonly type?: unknown;
  readonly scheme?: unknown;
  readonly flow?: unknown;
  readonly flows?: { readonly clientCredentials?: unknown };
  readonly "x-toolsetc-secrets"?: { readonly clientId?: unknown };
}

/** Whether a Security Scheme Object is that of a bearer token which the caller has. */
export function isBearer(authored: unknown): boolean {
  const { type, scheme = "bearer", flow, flows, "x-toolsetc-secrets": secrets }: AuthoredScheme = Object(authored);
  if (type === "http") return /^bearer$/i.test(String(scheme));
  // Tokens are fetched for a client. In other flows, a person has to sign in, so that only the caller can provide a token. Swagger 2.0 calls
  // the client credentials flow `application`.
  const isClient = flow === "application" || flows?.clientCredentials !== undefined || secrets?.clientId !== undefined;
  return type === "openIdConnect" || (type === "oauth2" && !isClient);
}
