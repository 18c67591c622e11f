import type { Transport } from "../call.ts";
import { trustedCertificates } from "../environment/certificates.ts";
import { nodeModules } from "../node-modules.ts";
import { fetchTrusting } from "./fetch-trusting.ts";

/**
 * Wraps a transport for toolsets whose definition has `caCerts`. These certificates replace the ones that Node trusts, for this toolset
 * only. They are not used if the caller passes a `fetch`, which decides itself which certificates to trust. Without Node, calls of such a
 * toolset fail with `unsupported-tls`.
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
