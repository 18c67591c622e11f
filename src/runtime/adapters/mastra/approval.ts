import { canonicalJson, ownMember } from "../../json.ts";
import { createSchema, type Validation } from "../../schema/create-schema.ts";
import { withDraft07 } from "../../schema/draft-07.ts";
import type { StandardSchema } from "../../schema/standard-schema.ts";
import { unsentError } from "../../tool-error.ts";

/** The schemas have no keywords that need a part of the library. */
const validation: Validation = { formats: "annotations", library: () => ({ tool: "", parts: {} }) };

/**
 * The schemas with which a tool asks for its approval. The SDK's `requireApproval` is not used: it only asks the loop of an agent, and
 * tells the tool nothing, so that a workflow or another loop would call the tool unasked.
 */
export const approvalSchemas: { readonly suspendSchema: StandardSchema<object>; readonly resumeSchema: StandardSchema<object> } = {
  suspendSchema: withDraft07(createSchema<object>({ type: "object" }, validation)),
  resumeSchema: withDraft07(
    createSchema<object>(
      { type: "object", properties: { approved: { type: "boolean" }, reason: { type: "string" } }, required: ["approved"] },
      validation,
    ),
  ),
};

/** The members of the SDK's `ToolExecutionContext` that decide on a call. Those of a run are in `agent` or `workflow`. */
export interface MastraRuntime extends Suspension {
  readonly agent?: (Suspension & { readonly toolCallId: string }) | undefined;
  readonly workflow?: Suspension | undefined;
}

interface Suspension {
  readonly suspend?: ((question: object) => Promise<void>) | undefined;
  readonly resumeData?: unknown;
  readonly suspendPayload?: unknown;
}

/** Whether a call is approved. `asked`: the run is suspended until somebody decides. */
export type MastraDecision = "approved" | "declined" | "asked";

/**
 * The decision on a call in a run of an agent or a workflow: the data with which the run was resumed, after it was suspended for this call.
 * Without the suspension, such data is no approval: a model may write it into the arguments of a call. If nobody was asked yet, the run is
 * suspended.
 */
export async function decisionIn(runtime: MastraRuntime, tool: string, args: unknown): Promise<MastraDecision> {
  const { agent, workflow } = runtime;
  const { suspend, resumeData, suspendPayload } = agent ?? workflow ?? runtime;
  const question = { toolCallId: agent?.toolCallId ?? null, toolName: tool, args };
  if (suspend !== undefined && resumeData === undefined) {
    await suspend(question);
    return "asked";
  }
  if (canonicalJson(suspendPayload) !== canonicalJson(question)) return "declined";
  const reason = ownMember(resumeData, "reason");
  if (typeof reason === "string") throw unsentError("declined", `The call was not approved: ${reason}`, tool);
  return ownMember(resumeData, "approved") === true ? "approved" : "declined";
}
