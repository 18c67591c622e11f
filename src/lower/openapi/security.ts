import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { OpenApiDocument, Operation, SecurityRequirement } from "../../document/openapi/read/operation.ts";
import type { Overrides } from "../../project/config/config.ts";
import type { HttpBinding } from "../../runtime/binding.ts";
import type { JsonObject } from "../../source/json/json.ts";
import type { Origin } from "../../source/tree.ts";
import { checkSecrets } from "./check-secrets.ts";
import { unknownAuthScheme } from "./codes.ts";

/**
 * The security schemes of an endpoint and the requirements of its operations. If the definition has an `apiAuthentication`, there are
 * neither schemes nor requirements.
 */
export interface Security {
  readonly schemes: { readonly [name: string]: JsonObject };
  readonly of: (operation: Operation) => HttpBinding["security"];
}

export interface SecuritySettings {
  /** Whether the definition has an `apiAuthentication`, which takes precedence over the document and the configuration. */
  readonly isDefined: boolean;
  readonly overrides: Overrides | undefined;
  readonly place: Origin;
}

/** The schemes that need no Security Scheme Object in the document (RFC 9110 §11). */
const httpSchemes: ReadonlyMap<string, JsonObject> = new Map([
  ["bearer", { type: "http", scheme: "bearer" }],
  ["basic", { type: "http", scheme: "basic" }],
]);

/** Finds the security of operations: from `auth` in the configuration or, if `auth` has no entry, from the document. */
export function securityOf(document: OpenApiDocument, operations: readonly Operation[], settings: SecuritySettings): Outcome<Security> {
  if (settings.isDefined) return { value: { schemes: {}, of: () => [] }, diagnostics: [] };
  const configured = settings.overrides?.auth;
  if (configured !== undefined && configured.size > 0) return configuredSecurity(document, configured, settings);
  const requirementsOf = ({ security }: Operation) => security ?? document.security;
  const named = new Set(operations.flatMap((operation) => requirementsOf(operation).flatMap((requirement) => [...requirement.keys()])));
  const schemes = [...document.securitySchemes]
    .filter(([name]) => named.has(name))
    .map(([name, { value }]): [string, JsonObject] => [name, value]);
  return { value: { schemes: Object.fromEntries(schemes), of: (operation) => requirementsOf(operation).map(written) }, diagnostics: [] };
}

/** The configured schemes, with references to their secrets. */
function configuredSecurity(document: OpenApiDocument, auth: Overrides["auth"], { place }: SecuritySettings): Outcome<Security> {
  const diagnostics: Diagnostic[] = [];
  const schemes: [string, JsonObject][] = [];
  for (const [name, entry] of auth) {
    const { value, origin } = entry;
    const scheme = document.securitySchemes.get(name)?.value ?? httpSchemes.get(name);
    if (scheme !== undefined) {
      schemes.push([name, { ...scheme, "x-toolsetc-secrets": value }]);
      diagnostics.push(...checkSecrets(name, scheme, entry));
    } else {
      const known = [...document.securitySchemes.keys(), ...httpSchemes.keys()];
      diagnostics.push(diagnostic(unknownAuthScheme, { scheme: name, near: nearest(name, known) }, origin ?? place));
    }
  }
  const names = new Set(schemes.map(([name]) => name));
  const anyOfThem = [...names].map((name): SecurityRequirement => new Map([[name, []]]));
  const of = ({ security, servers }: Operation) => {
    if (security?.length === 0) {
      // An empty array means that the operation needs no credential, which many documents say by mistake. So it is sent if it was passed,
      // but not to a server of the operation's own, such as one for uploads.
      return names.size > 0 && servers === undefined ? [...anyOfThem, new Map()].map(written) : [];
    }
    const requirements = security ?? document.security;
    const usable = requirements.filter(({ size }) => size > 0).filter((each) => [...each.keys()].every((name) => names.has(name)));
    // An empty requirement makes authentication optional. It comes last, so that the configured credentials are used nevertheless.
    const optional = requirements.filter(({ size }) => size === 0);
    return [...(usable.length > 0 ? usable : anyOfThem), ...optional].map(written);
  };
  return { value: { schemes: Object.fromEntries(schemes), of }, diagnostics };
}

function written(requirement: SecurityRequirement): { readonly [scheme: string]: readonly string[] } {
  return Object.fromEntries(requirement);
}
