import { ownMember } from "../json.ts";
import { type MissingOption, optionText } from "../missing-option.ts";
import { part } from "../part.ts";
import { ToolError, unsentError } from "../tool-error.ts";
import type { Credential, CredentialRequest } from "./credential.ts";
import type { CalledService, CredentialKind, FoundCredential, MissingCredential } from "./found-credential.ts";
import type { Scheme } from "./scheme.ts";

/** Finds the credential of a scheme in the caller's `auth`. If `auth` does not have it, looks up the secrets that the scheme refers to. */
export async function findCredential(scheme: Scheme, at: CalledService): Promise<FoundCredential | MissingCredential> {
  const { kind, references } = scheme.kind;
  const several = kind === "basic" || kind === "oauthClient" ? part(kind, at.call) : undefined;
  const given = await givenCredential(scheme, at);
  const expected =
    several?.expected ?? (kind === "key" ? "a string, or a function that returns one" : part("otherSchemes", at.call).expected(scheme));
  const missing = (options: readonly MissingOption[]) => missingOf(scheme, options, expected);
  if (given !== undefined && given !== "") return readGiven(given, scheme, at, several) ?? missing([]);
  if (references.every((reference) => reference === undefined)) return missing([]);
  const { resolve, optionOf } = part("secretReferences", at.call);
  const values = await Promise.all(references.map((reference) => reference && resolve(reference, at.call)));
  const found = values.filter((value) => value !== undefined);
  const [text] = found;
  if (text !== undefined && found.length === references.length) return several?.resolved(found, scheme, at) ?? { scheme, text };
  return missing(references.flatMap((reference, index) => (reference && values[index] === undefined ? [optionOf(reference)] : [])));
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
    serviceAccount: scheme.kind.kind === "google" ? scheme.kind.serviceAccount : undefined,
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

function readGiven(given: Credential, scheme: Scheme, at: CalledService, several: CredentialKind | undefined): FoundCredential | undefined {
  const { kind } = scheme.kind;
  if (kind === "certificate") return { scheme, text: undefined };
  if (kind === "unknown") return undefined;
  if (typeof given === "string") return kind === "basic" ? several?.given(given, scheme, at) : { scheme, text: given };
  return "renew" in given ? { scheme, ...given } : several?.given(given, scheme, at);
}

function missingOf({ name }: Scheme, references: readonly MissingOption[], expected: string): MissingCredential {
  const own: MissingOption = { option: "auth", name };
  const ownText = `${optionText(own)} (${expected})`;
  const missing = references.length === 0 ? ownText : `${references.map(optionText).join(" and ")}, or else ${ownText}`;
  return { missing, options: [...references, own] };
}
