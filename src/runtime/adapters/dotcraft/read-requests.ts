import { isRecord } from "../../json.ts";
import type { DotCraftApprovalRequest, Params, Question, ToolCallRequest, UserInputRequest } from "./wire.ts";

/**
 * Reads the parameters of `item/tool/call`. A missing member becomes an empty string, so that a request without a tool name matches no
 * tool.
 */
export function readToolCall(params: Params): ToolCallRequest {
  return {
    threadId: text(params["threadId"]),
    turnId: text(params["turnId"]),
    callId: text(params["callId"]),
    namespace: typeof params["namespace"] === "string" && params["namespace"] !== "" ? params["namespace"] : null,
    tool: text(params["tool"]),
    arguments: isRecord(params["arguments"]) ? params["arguments"] : {},
  };
}

/** Reads the parameters of `item/approval/request`. Members without a type in this library are kept. */
export function readApproval(params: Params): DotCraftApprovalRequest {
  const { scopeKey, ...rest } = params;
  return {
    ...rest,
    threadId: text(params["threadId"]),
    turnId: text(params["turnId"]),
    approvalType: text(params["approvalType"]),
    operation: text(params["operation"]),
    target: text(params["target"]),
    ...(typeof scopeKey === "string" && scopeKey !== "" ? { scopeKey } : {}),
  };
}

/** Reads the parameters of `item/tool/requestUserInput`. A question without an `id` cannot be answered and is omitted. */
export function readUserInput(params: Params): UserInputRequest {
  const questions: unknown[] = Array.isArray(params["questions"]) ? params["questions"] : [];
  return { ...params, questions: questions.filter(isQuestion) };
}

function isQuestion(value: unknown): value is Question {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["question"] === "string";
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
