import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";
import { definedMember } from "./defined-member.ts";

/** The certificates (DER in Base64) that a toolset trusts in the place of the runtime's own. Empty: it trusts what the runtime does. */
export function trustedCertificates(call: Call<unknown>): readonly string[] {
  return Object.keys(call.toolset.connection.definition).flatMap((member) => {
    const path = [member, "tlsConfig", "caCerts"];
    const written = definedMember(call, path);
    if (!Array.isArray(written)) return [];
    const certificates = written.map((_item, index) => definedMember(call, [...path, String(index), "cert"]));
    return certificates.filter((certificate): certificate is string => typeof certificate === "string" && certificate !== "");
  });
}

/** `fetch` cannot be told whom to trust. To go on with the runtime's own certificates would trust more than the author does. */
export function requireTrust(call: Call<unknown>): void {
  if (call.context.fetch !== undefined || trustedCertificates(call).length === 0) return;
  throw new ToolError(
    "unsupported-tls",
    `Toolset "${call.toolset.name}" trusts certificates of its own, and \`fetch\` cannot be told so. In Node, its transport has to be made by \`trusting\` of "toolsetc/runtime/tls"; elsewhere, give a \`fetch\` that trusts them.`,
    { tool: call.tool, sent: false, details: { toolset: call.toolset.name } },
  );
}
