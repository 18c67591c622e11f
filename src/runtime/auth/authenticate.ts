import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { Context } from "../context.ts";
import type { MissingOption } from "../missing-option.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import { unsentError } from "../tool-error.ts";
import { alternativesOf } from "./alternatives.ts";
import { type FoundCredential, findCredential, type MissingCredential } from "./find-credential.ts";
import type { Scheme } from "./scheme.ts";
import { forgetToken, getToken } from "./token.ts";

/** The credentials of a request. */
export interface AppliedCredentials {
  readonly headers: readonly NamedValue[];
  readonly query: readonly NamedValue[];
  readonly cookies: readonly NamedValue[];
  /**
   * Discards cached tokens, so that the next call fetches new ones. The transport calls this function when the service rejects the
   * credentials.
   */
  readonly invalidate: () => Promise<void>;
  /** Removes the credentials from text that the service sent: some services quote rejected credentials. */
  readonly redact: (text: string) => string;
}

/** A header, a cookie or a parameter of the query. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** The called service, and the security requirements of the call. */
export interface Service {
  readonly security: HttpBinding["security"];
  readonly address: URL;
}

/**
 * Returns the credentials of the first alternative whose credentials are all available. An empty alternative, which means that no
 * credentials are required, is tried last, so that credentials are used if they were passed. If credentials are missing and there is no
 * `authorize` hook, throws one error that lists the missing credentials of every alternative, before anything is sent.
 */
export async function authenticate(call: Call<unknown>, service: Service): Promise<AppliedCredentials> {
  const { found, missing } = await findAlternative(call, service);
  if (found !== undefined) return credentialsOf(found, call);
  if (missing === undefined) return noCredentials;
  throw unsentError(
    "missing-credentials",
    `The service requires credentials, so nothing was sent. Pass ${alternativesText(missing)}.`,
    call.tool,
    { toolset: call.toolset.name, missing: textsOf(missing), options: optionsOf(missing) },
  );
}

/**
 * The missing credentials of a call that fails for another reason, so that one error can list everything that is missing; `undefined` if no
 * credentials are missing. If the caller passed a function for a credential, the credential is not missing, and the function is not called.
 */
export async function missingCredentials(
  call: Call<unknown>,
  security: Service["security"],
): Promise<
  { readonly texts: readonly (readonly string[])[]; readonly options: readonly MissingOption[]; readonly text: string } | undefined
> {
  const { auth = {}, secrets } = call.context;
  const given = (value: unknown) => (typeof value === "function" ? "given" : value);
  const context = {
    ...call.context,
    // The cast is safe: each function is replaced by a string, which is a valid credential too.
    auth: Object.fromEntries(Object.entries(auth).map(([name, source]) => [name, given(source)])) as Context["auth"],
    secrets: typeof secrets === "function" ? () => "given" : secrets,
  };
  try {
    // The address is a placeholder: which credentials are missing does not depend on it.
    const { missing } = await findAlternative({ ...call, context }, { security, address: new URL("https://service.invalid") });
    return missing && { texts: textsOf(missing), options: optionsOf(missing), text: alternativesText(missing) };
  } catch {
    // A credential is invalid. `authenticate` reports the invalid credential in a later call, when no values are missing.
    return undefined;
  }
}

/** The missing credentials of each alternative. */
type Alternatives = readonly (readonly MissingCredential[])[];

/**
 * Finds the first alternative whose credentials are all available. If there is no such alternative and credentials are required, returns
 * the missing credentials of each alternative.
 */
async function findAlternative(
  call: Call<unknown>,
  { security, address }: Service,
): Promise<{ readonly found?: readonly FoundCredential[]; readonly missing?: Alternatives }> {
  const alternatives = alternativesOf(call, security);
  const missing: MissingCredential[][] = [];
  for (const schemes of alternatives) {
    if (schemes.length === 0) continue;
    const found = await Promise.all(schemes.map((scheme) => findCredential(scheme, call, address)));
    const unmet = found.flatMap((each) => (each.kind === "missing" ? [each] : []));
    if (unmet.length === 0) return { found };
    missing.push(unmet);
  }
  const isOptional = missing.length === 0 || alternatives.some((schemes) => schemes.length === 0);
  return isOptional || call.context.authorize !== undefined ? {} : { missing };
}

function alternativesText(missing: Alternatives): string {
  return textsOf(missing)
    .map((texts) => texts.join("; and "))
    .join("; or instead ");
}

function textsOf(missing: Alternatives): readonly (readonly string[])[] {
  return missing.map((credentials) => credentials.map(({ text }) => text));
}

function optionsOf(missing: Alternatives): readonly MissingOption[] {
  return missing.flat().flatMap(({ options }) => options);
}

const noCredentials: AppliedCredentials = {
  headers: [],
  query: [],
  cookies: [],
  invalidate: async () => undefined,
  redact: (text) => text,
};

async function credentialsOf(found: readonly FoundCredential[], call: Call<unknown>): Promise<AppliedCredentials> {
  const headers: NamedValue[] = [];
  const query: NamedValue[] = [];
  const cookies: NamedValue[] = [];
  const forget: (() => Promise<void>)[] = [];
  const secrets: string[] = [];
  const add = ({ name, location }: Scheme, text: string) => {
    checkText(name, text, call);
    secrets.push(text);
    if (location.in === "header") headers.push({ name: location.name, value: location.prefix + text });
    else if (location.in === "query") query.push({ name: location.name, value: text });
    else if (location.in === "cookie") cookies.push({ name: location.name, value: text });
  };
  for (const each of found) {
    if (each.kind === "text") {
      secrets.push(...(each.parts ?? []));
      add(each.scheme, each.text);
    }
    if (each.kind !== "client") continue;
    const { client, scheme } = each;
    const token = await getToken(client, scheme.name, call);
    forget.push(() => forgetToken(client, token, call.toolset));
    secrets.push(client.clientSecret);
    add(scheme, token);
  }
  const invalidate = async () => {
    await Promise.all(forget.map((each) => each()));
  };
  return { headers, query, cookies, invalidate, redact: createRedactor(secrets) };
}

/**
 * Throws if a credential contains a character that is not valid in a request, such as the line break at the end of a file. Without this
 * check, `fetch` would throw an error that quotes the credential.
 */
function checkText(scheme: string, text: string, call: Call<unknown>): void {
  if (!/[\u0000-\u001f\u007f]|[^\u0000-\u00ff]/.test(text)) return;
  throw unsentError(
    "unsafe-header",
    `The credential for \`auth.${scheme}\` contains a line break, a control character or a character outside Latin-1, which is not allowed in a request.`,
    call.tool,
    { scheme },
  );
}
