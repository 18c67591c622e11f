import { unsentError } from "../tool-error.ts";
import { isHttp, tryParseUrl } from "../try-parse-url.ts";
import type { ClientCredentials } from "./credential.ts";
import type { CalledService, CredentialKind, FoundCredential } from "./found-credential.ts";
import type { Scheme } from "./scheme.ts";
import { forgetToken, getToken, type OAuthClient } from "./token.ts";
import { tokenKind } from "./token-kind.ts";

/** The credentials of an OAuth client, with which a token is fetched. */
export const oauthClientKind: CredentialKind = {
  expected: "`{ clientId, clientSecret }`, or a function that returns it or a token",
  given: (given, scheme, at) =>
    tokenKind.given(given, scheme, at) ?? (typeof given === "object" && "clientId" in given ? clientOf(given, scheme, at) : undefined),
  resolved: ([clientSecret = "", reference = ""], scheme, at) => {
    const { clientId = reference } = scheme.kind.kind === "oauthClient" ? scheme.kind : {};
    return clientOf({ clientId, clientSecret }, scheme, at);
  },
};

function clientOf(given: ClientCredentials, scheme: Scheme, { call, address }: CalledService): FoundCredential {
  const url = given.tokenUrl ?? (scheme.kind.kind === "oauthClient" ? scheme.kind.tokenUrl : undefined);
  // A relative token URL is resolved against the address of the service.
  const tokenUrl = url === undefined ? undefined : tryParseUrl(url, address);
  if (tokenUrl === undefined || !isHttp(tokenUrl)) {
    throw unsentError(
      "authorization-failed",
      `The token endpoint of \`auth.${scheme.name}\` is unknown. Pass an http or https address as \`auth.${scheme.name}.tokenUrl\`.`,
      call.tool,
      { scheme: scheme.name },
    );
  }
  const { clientId, clientSecret } = given;
  const client: OAuthClient = { clientId, clientSecret, tokenUrl, scopes: given.scopes ?? scheme.scopes };
  return {
    scheme,
    text: () => getToken(client, scheme.name, call),
    secrets: [clientSecret],
    renew: async ({ details }, token) => {
      if (details["status"] === 401) await forgetToken(client, token, call.toolset);
      return false;
    },
  };
}
