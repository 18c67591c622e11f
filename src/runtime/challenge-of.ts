import { type Challenge, parseChallenge } from "./response/challenge.ts";
import type { ToolError } from "./tool-error.ts";

/** What the service requires, such as further scopes, in the header `WWW-Authenticate` of its response; `undefined` if it does not say. */
export function challengeOf({ details }: ToolError): Challenge | undefined {
  const { challenge } = details;
  return typeof challenge === "string" ? parseChallenge(challenge) : undefined;
}
