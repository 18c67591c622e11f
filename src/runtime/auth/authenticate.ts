import type { Call } from "../call.ts";
import type { Context } from "../context.ts";
import { ownMember } from "../json.ts";
import type { MissingOption } from "../missing-option.ts";
import { type CredentialsToPass, part } from "../part.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import { unsentError } from "../tool-error.ts";
import { noCredentials, usesDefinedScheme } from "./credentials-of.ts";
import { documentScheme } from "./document-scheme.ts";
import { findCredential } from "./find-credential.ts";
import type { AppliedCredentials, FoundCredential, MissingCredential, Service } from "./found-credential.ts";
import type { Scheme } from "./scheme.ts";

/**
 * Returns the credentials of the first alternative whose credentials are all available. An empty alternative, which means that no
 * credentials are required, is tried last, so that credentials are used if they were passed. If credentials are missing and there is no
 * `authorize` hook, throws one error that lists the missing credentials of every alternative, before anything is sent.
 */
export async function authenticate(call: Call<unknown>, service: Service): Promise<AppliedCredentials> {
  const { found, missing } = await findAlternative(call, service);
  if (found !== undefined) return credentialsOf(found, call);
  if (missing === undefined) return noCredentials;
  const { texts, options, text } = described(missing);
  throw unsentError("missing-credentials", `The service requires credentials, so nothing was sent. Pass ${text}.`, call.tool, {
    toolset: call.toolset.name,
    missing: texts,
    options,
  });
}

/**
 * The missing credentials of a call that fails for another reason, so that one error can list everything that is missing; `undefined` if no
 * credentials are missing. If the caller passed a function for a credential, the credential is not missing, and the function is not called.
 */
export async function findMissingCredentials(call: Call<unknown>, security: Service["security"]): Promise<CredentialsToPass | undefined> {
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
    return missing && described(missing);
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
    const each = await Promise.all(schemes.map((scheme) => findCredential(scheme, { call, address })));
    const unmet = each.filter((one) => "missing" in one);
    if (unmet.length === 0) return { found: each.filter((one) => "scheme" in one) };
    missing.push(unmet);
  }
  const isOptional = missing.length === 0 || alternatives.some((schemes) => schemes.length === 0);
  return isOptional || call.context.authorize !== undefined ? {} : { missing };
}

/**
 * The alternatives for authenticating a call, each a set of schemes that are used together. If the definition has `apiAuthentication`, it
 * replaces the security requirements of the document.
 */
function alternativesOf(call: Call<unknown>, security: Service["security"]): readonly (readonly Scheme[])[] {
  const defined = usesDefinedScheme(call) ? part("definedScheme", call)(call) : undefined;
  if (defined !== undefined) return [[defined]];
  const schemes = call.toolset.endpoint.securitySchemes;
  return security.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => documentScheme(name, ownMember(schemes, name), scopes, call)),
  );
}

function described(alternatives: Alternatives): CredentialsToPass {
  const texts = alternatives.map((each) => each.map(({ missing }) => missing));
  const options: MissingOption[] = alternatives.flat().flatMap((each) => each.options);
  return { texts, options, text: texts.map((each) => each.join("; and ")).join("; or instead ") };
}

async function credentialsOf(found: readonly FoundCredential[], call: Call<unknown>): Promise<AppliedCredentials> {
  const all: (FoundCredential & { readonly text: string | undefined })[] = [];
  for (const credential of found) {
    const text = typeof credential.text === "function" ? await credential.text() : credential.text;
    checkText(credential.scheme.name, text, call);
    all.push({ ...credential, text });
  }
  return {
    schemes: all.flatMap(({ scheme, text }) => (text === undefined ? [] : [scheme.name])),
    apply: ({ address, headers }) => {
      const target = { address: new URL(address), headers: new Headers(headers) };
      for (const { scheme, text } of all) {
        if (text === undefined) continue;
        const { location } = scheme;
        const value = location.prefix + text;
        // It replaces a header, a parameter or a cookie of the same name that comes from the call's arguments.
        if (location.in === "header") target.headers.set(location.name, value);
        else part("otherSchemes", call).add({ ...location, value }, target);
      }
      return target;
    },
    renew: async (error) => (await Promise.all(all.map(({ renew, text }) => renew?.(error, text)))).includes(true),
    redact: createRedactor(all.flatMap(({ text = "", secrets = [] }) => [text, ...secrets])),
  };
}

/**
 * Throws if a credential contains a character that is not valid in a request, such as the line break at the end of a file. Without this
 * check, `fetch` would throw an error that quotes the credential.
 */
function checkText(scheme: string, text = "", call: Call<unknown>): void {
  if (!/[\u0000-\u001f\u007f]|[^\u0000-\u00ff]/.test(text)) return;
  throw unsentError(
    "unsafe-header",
    `The credential for \`auth.${scheme}\` contains a line break, a control character or a character outside Latin-1, which is not allowed in a request.`,
    call.tool,
    { scheme },
  );
}
