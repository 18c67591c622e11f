import type { Transport } from "../call.ts";
import { trustedCertificates } from "../environment/certificates.ts";
import { nodeModules } from "../node-modules.ts";
import { fetchTrusting } from "./fetch-trusting.ts";

/**
 * The same transport for toolsets whose definition names certificates: those replace the ones that Node trusts, for this toolset alone.
 * Where the caller gives a `fetch`, whom to trust is its affair. Where there is no Node, the transport itself refuses such a toolset.
 */
export function trusting(transport: Transport): Transport {
  return async (call) => {
    if (call.context.fetch !== undefined) return transport(call);
    const certificates = trustedCertificates(call);
    const nodeModule = certificates.length === 0 ? undefined : nodeModules();
    if (nodeModule === undefined) return transport(call);
    return transport({ ...call, context: { ...call.context, fetch: fetchTrusting(certificates, nodeModule) } });
  };
}
