import { applyCredentials } from "../auth/apply-credentials.ts";
import { authenticate } from "../auth/authenticate.ts";
import { applyAuthorizeHook } from "../auth/authorize-hook.ts";
import { serviceOrigin } from "../environment/service-directory.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import type { Attempt } from "./attempt.ts";
import { customHeaders, serverAddress } from "./server-address.ts";

/** A request with the address and headers of all requests of a session. Calls with other credentials have another session. */
export async function firstRequest(attempt: Attempt): Promise<Request> {
  const { call } = attempt;
  const written = serverAddress(call);
  const origin = await serviceOrigin(call);
  const address = origin === undefined ? written : new URL(written.pathname + written.search, origin);
  const credentials = await authenticate(call, { security: [], address });
  attempt.invalidate = credentials.invalidate;
  const signed = applyCredentials({ address, headers: customHeaders(call) }, credentials);
  const request = await applyAuthorizeHook(new Request(signed.address, { method: "POST", headers: signed.headers }), attempt.info, call);
  // All headers and query values may be credentials, whatever their source.
  const given = [...request.headers].flatMap(([, value]) => [value, value.replace(/^[a-z]+ /i, "")]);
  const hideGiven = createRedactor([...given, ...new URL(request.url).searchParams.values()]);
  attempt.redact = (text) => hideGiven(credentials.redact(text));
  return request;
}
