import type { HttpBinding, WaitingBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord, ownMember } from "../json.ts";
import { memberInPath } from "../pages/next-input.ts";
import { reasonSentence, serviceReason } from "../result/service-reason.ts";
import { sentError, type ToolError } from "../tool-error.ts";
import type { Answer } from "./answer.ts";

/** The maximum characters of an answer in the details of an error. */
const maxText = 4000;

/** How far the work is by an answer: the first one, or that of a poll. A first answer without the status 202 is the result. */
export function stateOf({ status, result }: Answer, waiting: WaitingBinding, from: "begun" | "polled"): "pending" | "failed" | "done" {
  if (status === 202) return "pending";
  // A long-running operation of AIP-151 says by its member `done` that it is not done, whatever the status is.
  const isLongRunning = waiting.pending.includes(false);
  if (waiting.state === null || (from === "begun" && !isLongRunning)) return "done";
  const state = memberInPath(result, waiting.state) ?? null;
  if (includes(waiting.pending, state)) return "pending";
  return includes(waiting.failed, state) || (isLongRunning && isRecord(ownMember(result, "error"))) ? "failed" : "done";
}

function includes(states: readonly unknown[], state: unknown): boolean {
  return states.some((each) => plain(each) === plain(state));
}

/** Some services write a state in another case than their document. */
function plain(state: unknown): unknown {
  return typeof state === "string" ? state.toLowerCase() : state;
}

/** The error for work that has failed. Its details contain the answer of the service. */
export function failedWork({ result, redact }: Answer, { state }: WaitingBinding, call: Call<HttpBinding>): ToolError {
  const body = JSON.stringify(result);
  const reason = call.context.errors === "status" ? undefined : serviceReason(body, redact);
  return sentError("tool-failed", `The service accepted the call, but what it began has failed.${reasonSentence(reason)}`, call.tool, {
    state: memberInPath(result, state),
    reason,
    body: redact(body).slice(0, maxText),
  });
}
