import { ownMember } from "../json.ts";
import { part } from "../part.ts";
import { ToolError, unsentError } from "../tool-error.ts";
import type { Credential, CredentialRequest } from "./credential.ts";
import type { CalledService, FoundCredential, MissingCredential } from "./found-credential.ts";
import type { Scheme } from "./scheme.ts";
import { tokenKind } from "./token-kind.ts";

/** Finds the credential of a scheme in the caller's `auth`. If `auth` does not have it, looks up the secrets that the scheme refers to. */
export async function findCredential(scheme: Scheme, at: CalledService): Promise<FoundCredential | MissingCredential> {
  const { name, kind } = scheme;
  const reading = kind.kind === "key" ? tokenKind : part("otherSchemes", at.call).kindOf(scheme, at.call);
  const given = await givenCredential(scheme, at);
  const missing: MissingCredential = { missing: `\`auth.${name}\` (${reading.expected})`, options: [{ option: "auth", name }] };
  if (given !== undefined && given !== "") return reading.given(given, scheme, at) ?? missing;
  if (kind.references.every((reference) => reference === undefined)) return missing;
  return part("secretReferences", at.call).find(scheme, reading, at);
}

async function givenCredential(scheme: Scheme, { call, address }: CalledService): Promise<Credential | undefined> {
  const { auth } = call.context;
  const source = ownMember(auth, scheme.name);
  if (typeof source !== "function") return source;
  const request: CredentialRequest = {
    tool: call.tool,
    toolset: call.toolset.name,
    scheme: scheme.name,
    scopes: scheme.scopes,
    audience: address.origin,
    address: address.origin + address.pathname,
    endpoint: call.toolset.endpoint,
    serviceAccount: scheme.serviceAccount,
  };
  try {
    return await source(call.context, request);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    // The function's error is omitted, since it may contain the credential.
    throw unsentError("authorization-failed", `The function \`auth.${scheme.name}\` failed, so the request was not sent.`, call.tool, {
      scheme: scheme.name,
    });
  }
}
