import { applyCredentials } from "../auth/apply-credentials.ts";
import { authenticate } from "../auth/authenticate.ts";
import { serviceOrigin } from "../environment/service-directory.ts";
import { ToolError } from "../tool-error.ts";
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
  return throughHook(new Request(signed.address, { method: "POST", headers: signed.headers }), attempt);
}

/** The `authorize` hook has the last word. */
async function throughHook(request: Request, { call, info }: Attempt): Promise<Request> {
  const { authorize } = call.context;
  if (authorize === undefined) return request;
  const failure = (message: string) => new ToolError("authorization-failed", message, { tool: call.tool, sent: false });
  let result: Request;
  try {
    result = await authorize(request, info);
  } catch {
    // The hook's own error may tell the credential.
    throw failure("The `authorize` hook failed.");
  }
  if (new URL(result.url).origin !== new URL(request.url).origin) throw failure("The `authorize` hook sent the request to another origin.");
  return result;
}
