import type { Call } from "../call.ts";
import { unsentError } from "../tool-error.ts";
import { definedMember } from "./defined-member.ts";

/**
 * The certificates (DER in Base64) that a toolset trusts instead of those that the runtime trusts; empty if the toolset has no certificates
 * of its own.
 */
export function trustedCertificates(call: Call<unknown>): readonly string[] {
  return Object.keys(call.toolset.endpoint.definition).flatMap((member) => {
    const path = [member, "tlsConfig", "caCerts"];
    const defined = definedMember(call, path);
    if (!Array.isArray(defined)) return [];
    const certificates = defined.map((_item, index) => definedMember(call, [...path, String(index), "cert"]));
    return certificates.filter((certificate): certificate is string => typeof certificate === "string" && certificate !== "");
  });
}

/** Throws if the toolset has its own certificates and the caller passes no `fetch`: the standard `fetch` ignores these certificates. */
export function requireTrustingFetch(call: Call<unknown>): void {
  if (call.context.fetch !== undefined || trustedCertificates(call).length === 0) return;
  throw unsentError(
    "unsupported-tls",
    `Toolset "${call.toolset.name}" has its own \`caCerts\`, which the standard \`fetch\` does not support. In Node, wrap its transport with \`trusting\` of "@toolsetc/runtime/tls"; elsewhere, pass a \`fetch\` that trusts these certificates.`,
    call.tool,
    { toolset: call.toolset.name },
  );
}
