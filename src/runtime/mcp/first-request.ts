import { applyCredentials } from "../auth/apply-credentials.ts";
import { authenticate } from "../auth/authenticate.ts";
import { throughHook } from "../auth/authorize-hook.ts";
import { serviceOrigin } from "../environment/service-directory.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import type { Attempt } from "./attempt.ts";
import { customHeaders, serverAddress } from "./server-address.ts";

/** The address and the headers of all requests of a session. Who has other credentials has another session. */
export async function firstRequest(attempt: Attempt): Promise<Request> {
  const { call } = attempt;
  const written = serverAddress(call);
  const origin = await serviceOrigin(call);
  const address = origin === undefined ? written : new URL(written.pathname + written.search, origin);
  const credentials = await authenticate(call, { security: [], address });
  attempt.refused = credentials.refused;
  const signed = applyCredentials({ address, headers: customHeaders(call) }, credentials);
  const request = await throughHook(new Request(signed.address, { method: "POST", headers: signed.headers }), attempt.info, call);
  // Whatever goes along with every request shows who calls, wherever it came from.
  const given = [...request.headers].flatMap(([, value]) => [value, value.replace(/^[a-z]+ /i, "")]);
  const hideGiven = createRedactor([...given, ...new URL(request.url).searchParams.values()]);
  attempt.hide = (text) => hideGiven(credentials.hide(text));
  return request;
}
