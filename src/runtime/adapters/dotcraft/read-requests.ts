import { isRecord } from "../../json.ts";
import type { ApprovalRequest, Params, Question, ToolCallRequest, UserInputRequest } from "./wire.ts";

/** `item/tool/call`; what is missing is empty, and then no tool answers. */
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

/** `item/approval/request`, with whatever else the server says. */
export function readApproval(params: Params): ApprovalRequest {
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

/** `item/tool/requestUserInput`; a question without an `id` cannot be answered and is left out. */
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
