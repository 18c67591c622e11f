import { applyAuthorizeHook } from "../auth/authorize-hook.ts";
import { callCredentials } from "../auth/credentials-of.ts";
import { serviceOrigin } from "../environment/service-settings.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import type { Attempt } from "./attempt.ts";
import { customHeaders, serverAddress } from "./server-address.ts";

/**
 * Creates a request with the address and headers that all requests of a session have. Calls with other credentials have another session.
 */
export async function firstRequest(attempt: Attempt): Promise<Request> {
  const { call } = attempt;
  const defined = serverAddress(call);
  const origin = await serviceOrigin(call);
  const address = origin === undefined ? defined : new URL(defined.pathname + defined.search, origin);
  const credentials = await callCredentials(call, { security: [], address });
  attempt.origin = address.origin;
  attempt.renew = credentials.renew;
  attempt.info = { ...attempt.info, usedSchemes: credentials.schemes };
  const authorized = credentials.apply({ address, headers: customHeaders(call) });
  const request = await applyAuthorizeHook(
    new Request(authorized.address, { method: "POST", headers: authorized.headers }),
    attempt.info,
    call,
  );
  // Any header and any query value may be a credential, even one from the definition or the hook `authorize`.
  const given = [...request.headers].flatMap(([, value]) => [value, value.replace(/^[a-z]+ /i, "")]);
  const redactGiven = createRedactor([...given, ...new URL(request.url).searchParams.values()]);
  attempt.redact = (text) => redactGiven(credentials.redact(text));
  return request;
}
