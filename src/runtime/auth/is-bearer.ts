import { ownMember } from "../json.ts";

/** Whether a Security Scheme Object is that of a bearer token which the caller has. */
export function isBearer(authored: unknown): boolean {
  const type = ownMember(authored, "type");
  const scheme = ownMember(authored, "scheme") ?? "bearer";
  if (type === "http") return typeof scheme === "string" && scheme.toLowerCase() === "bearer";
  return type === "openIdConnect" || (type === "oauth2" && !isClient(authored));
}

/** Whether tokens are fetched for a client. In other flows, a person has to sign in, so that only the caller can provide a token. */
export function isClient(authored: unknown): boolean {
  return (
    ownMember(ownMember(authored, "flows"), "clientCredentials") !== undefined ||
    // Swagger 2.0 calls the client credentials flow `application`.
    ownMember(authored, "flow") === "application" ||
    ownMember(ownMember(authored, "x-toolsetc-secrets"), "clientId") !== undefined
  );
}
