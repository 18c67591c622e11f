import { ownMember } from "../../runtime/json.ts";

/** What a login is for: an MCP server, or a service whose OpenAPI document has a security scheme with which people log in. */
export interface LoginPlace {
  /** The address of the service. The token is sent to it and to addresses below it. */
  readonly address: URL;
  /** `undefined` for an MCP server, which says itself where to log in. */
  readonly scheme: LoginScheme | undefined;
}

/** A security scheme of an OpenAPI document whose tokens a person gets by a login. Addresses may be relative to that of the service. */
export interface LoginScheme {
  readonly name: string;
  /** The scopes that the operations require. */
  readonly scopes: readonly string[];
  readonly authorizationUrl: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly refreshUrl: string | undefined;
  /** The address of the metadata of the authorization server. */
  readonly metadataUrl: string | undefined;
}

/**
 * The security schemes with which people log in, of the Security Scheme Objects of a document: `openIdConnect`, and the authorization code
 * flow of `oauth2`, which Swagger 2.0 calls `accessCode`.
 */
export function loginSchemes(securitySchemes: { readonly [name: string]: unknown }): readonly Omit<LoginScheme, "scopes">[] {
  return Object.entries(securitySchemes).flatMap(([name, authored]): Omit<LoginScheme, "scopes">[] => {
    const type = ownMember(authored, "type");
    const none = { name, authorizationUrl: undefined, tokenUrl: undefined, refreshUrl: undefined };
    if (type === "openIdConnect") {
      const metadataUrl = textMember(authored, "openIdConnectUrl");
      return metadataUrl === undefined ? [] : [{ ...none, metadataUrl }];
    }
    const flow = ownMember(authored, "flow") === "accessCode" ? authored : ownMember(ownMember(authored, "flows"), "authorizationCode");
    const [authorizationUrl, tokenUrl] = [textMember(flow, "authorizationUrl"), textMember(flow, "tokenUrl")];
    if (type !== "oauth2" || authorizationUrl === undefined || tokenUrl === undefined) return [];
    const [refreshUrl, metadataUrl] = [textMember(flow, "refreshUrl"), textMember(authored, "oauth2MetadataUrl")];
    return [{ name, authorizationUrl, tokenUrl, refreshUrl, metadataUrl }];
  });
}

/** A member of a value from outside, if it is a text. */
export function textMember(value: unknown, name: string): string | undefined {
  const member = ownMember(value, name);
  return typeof member === "string" ? member : undefined;
}
