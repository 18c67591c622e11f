import type { Call } from "../call.ts";
import { base64Of } from "../http/file.ts";
import { ownMember } from "../json.ts";
import { type MissingOption, optionText } from "../missing-option.ts";
import { ToolError, unsentError } from "../tool-error.ts";
import { isHttp, tryParseUrl } from "../try-parse-url.ts";
import type { BasicCredential, ClientCredentials, Credential, CredentialRequest } from "./credential.ts";
import type { Scheme } from "./scheme.ts";
import type { OAuthClient } from "./token.ts";

/**
 * The credential of one scheme: a string to send, a client that can fetch a token, or nothing to send. The kind is `missing` if the caller
 * did not provide the credential.
 */
export type FoundCredential =
  | {
      readonly kind: "text";
      readonly scheme: Scheme;
      readonly text: string;
      /** The secrets that `text` contains in an encoded form, such as the password in Base64. */
      readonly parts?: readonly string[];
    }
  | { readonly kind: "client"; readonly scheme: Scheme; readonly client: OAuthClient }
  | { readonly kind: "nothing" }
  | ({ readonly kind: "missing" } & MissingCredential);

/** A credential that the caller did not provide: its description in messages, and the options of the context that can provide it. */
export interface MissingCredential {
  readonly text: string;
  readonly options: readonly MissingOption[];
}

/** Finds the credential of a scheme in the caller's `auth`. If `auth` does not have it, looks up the secrets that the scheme refers to. */
export async function findCredential(scheme: Scheme, call: Call<unknown>, address: URL): Promise<FoundCredential> {
  const given = await givenCredential(scheme, call, address);
  if (given !== undefined && given !== "") return readGiven(given, scheme, { call, address });
  const { kind } = scheme;
  switch (kind.kind) {
    case "key": {
      const [text, missing] = await resolveReferences([kind.reference], call);
      return text === undefined ? missingOf(scheme, missing) : { kind: "text", scheme, text };
    }
    case "basic": {
      const [username, missing, password] = await resolveReferences([kind.username, kind.password], call);
      if (username === undefined || password === undefined) return missingOf(scheme, missing);
      return basicText({ username, password }, scheme, call);
    }
    case "client": {
      const { clientId, clientSecret } = kind;
      const isLiteral = clientId !== undefined && "value" in clientId;
      const [secret, missing, id] = await resolveReferences(isLiteral ? [clientSecret] : [clientSecret, clientId?.reference], call);
      const knownId = isLiteral ? clientId.value : id;
      if (secret === undefined || knownId === undefined) return missingOf(scheme, missing);
      return clientOf({ clientId: knownId, clientSecret: secret }, scheme, { call, address });
    }
    default:
      return missingOf(scheme, []);
  }
}

async function givenCredential(scheme: Scheme, call: Call<unknown>, address: URL): Promise<Credential | undefined> {
  const { auth } = call.context;
  const source = ownMember(auth, scheme.name);
  if (typeof source !== "function") return source;
  const request: CredentialRequest = {
    tool: call.tool,
    toolset: call.toolset.name,
    scheme: scheme.name,
    scopes: scheme.scopes,
    audience: address.origin,
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

interface CallAddress {
  readonly call: Call<unknown>;
  readonly address: URL;
}

function readGiven(given: Credential, scheme: Scheme, { call, address }: CallAddress): FoundCredential {
  if (scheme.kind.kind === "certificate") return { kind: "nothing" };
  if (scheme.kind.kind === "unknown") return missingOf(scheme, []);
  if (typeof given === "string") {
    if (scheme.kind.kind !== "basic") return { kind: "text", scheme, text: given };
    const [username = "", password = ""] = given.split(/:(.*)/s);
    return basicText({ username, password }, scheme, call);
  }
  if ("username" in given && scheme.kind.kind === "basic") return basicText(given, scheme, call);
  if ("clientId" in given && scheme.kind.kind === "client") return clientOf(given, scheme, { call, address });
  return missingOf(scheme, []);
}

/** Encodes a credential of HTTP Basic authentication. A user name must not contain a colon, which ends it (RFC 7617 §2). */
function basicText({ username, password }: BasicCredential, scheme: Scheme, call: Call<unknown>): FoundCredential {
  if (username.includes(":")) {
    throw unsentError(
      "authorization-failed",
      `The user name for \`auth.${scheme.name}\` contains a colon, which HTTP Basic authentication does not allow.`,
      call.tool,
      { scheme: scheme.name },
    );
  }
  const pair = `${username}:${password}`;
  return { kind: "text", scheme, text: base64Of(new TextEncoder().encode(pair)), parts: [pair, password] };
}

function clientOf(given: ClientCredentials, scheme: Scheme, { call, address }: CallAddress): FoundCredential {
  const url = given.tokenUrl ?? (scheme.kind.kind === "client" ? scheme.kind.tokenUrl : undefined);
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
  return { kind: "client", scheme, client: { clientId, clientSecret, tokenUrl, scopes: given.scopes ?? scheme.scopes } };
}

/** Resolves one or two references. `missing` has the options that would provide the references without a value. */
async function resolveReferences(
  references: readonly (string | undefined)[],
  call: Call<unknown>,
): Promise<[first: string | undefined, missing: readonly MissingOption[], second?: string | undefined]> {
  const values = await Promise.all(
    references.map((reference) => (reference === undefined ? undefined : resolveReference(reference, call))),
  );
  const missing = references.flatMap((reference, index) =>
    reference === undefined || values[index] !== undefined ? [] : [optionOf(reference)],
  );
  return [values[0], missing, values[1]];
}

/** The value of a reference to a secret or a context variable; `undefined` if the context has no value for the reference. */
export async function resolveReference(reference: string, call: Call<unknown>): Promise<string | undefined> {
  const { variables, secrets } = call.context;
  const variable = variableOf(reference);
  if (variable !== undefined) {
    const value = ownMember(variables, variable);
    return typeof value === "string" && value !== "" ? value : undefined;
  }
  if (secrets === undefined) return undefined;
  if (typeof secrets !== "function") return ownMember(secrets, reference) || undefined;
  try {
    return (await secrets(reference)) || undefined;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw unsentError(
      "authorization-failed",
      `The function \`secrets\` failed for the secret "${reference}", so the request was not sent.`,
      call.tool,
      { secret: reference },
    );
  }
}

/** The option of the context that provides the value of a reference. */
export function optionOf(reference: string): MissingOption {
  const variable = variableOf(reference);
  return variable === undefined ? { option: "secrets", name: reference } : { option: "variables", name: variable };
}

function variableOf(reference: string): string | undefined {
  return reference.startsWith("$context.variables.") ? reference.slice("$context.variables.".length) : undefined;
}

function missingOf(scheme: Scheme, references: readonly MissingOption[]): FoundCredential {
  const own: MissingOption = { option: "auth", name: scheme.name };
  const ownText = `${optionText(own)} (${expected(scheme)})`;
  const text = references.length === 0 ? ownText : `${references.map(optionText).join(" and ")}, or else ${ownText}`;
  return { kind: "missing", text, options: [...references, own] };
}

/** Describes in a message what the caller can pass as the credential of a scheme. */
function expected({ kind }: Scheme): string {
  switch (kind.kind) {
    case "key":
      return "a string, or a function that returns one";
    case "basic":
      return "`{ username, password }`, or a function that returns it";
    case "client":
      return "`{ clientId, clientSecret }`, or a function that returns it or a token";
    case "google":
      return `a function that returns a Google ${kind.token}, such as \`${kind.token === "ID token" ? "googleIdToken" : "googleAccessToken"}()\` of "@toolsetc/runtime/google"`;
    case "certificate":
      return '"certificate", with a `fetch` that presents a client certificate';
    case "unknown":
      return "the document does not describe the scheme, so use the `authorize` hook instead";
  }
}
