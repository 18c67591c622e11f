import type { ViewOptions } from "../projection/model-view.ts";
import { type ContextOf, untyped } from "../tool/bind-tools.ts";
import { checkInput } from "../tool/check-input.ts";
import { executedCall } from "../tool/forward.ts";
import { makeCall } from "../tool/make-call.ts";
import { type ModelCall, type OnError, reportError } from "../tool/on-error.ts";
import type { ForwardedCall, Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { ToolError, unsentError } from "../tool-error.ts";
import { type ApprovalHandler, type ApprovalStore, approvals } from "./dotcraft/approvals.ts";
import { type DeclaredTool, type DotCraftIdentity, declareTools, descriptorOf, flatName } from "./dotcraft/declare.ts";
import { readApproval, readToolCall, readUserInput } from "./dotcraft/read-requests.ts";
import { appBindingFailure, failure, rejectedCall, success, type Wire } from "./dotcraft/results.ts";
import type {
  ApprovalDecision,
  DotCraftApprovalRequest,
  DotCraftBinding,
  DotCraftDeclaration,
  LegacyBinding,
  LegacyDeclaration,
  Params,
  ToolCallRequest,
  ToolCallResult,
  UserInputAnswers,
  UserInputRequest,
} from "./dotcraft/wire.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { ApprovalHandler, ApprovalStore } from "./dotcraft/approvals.ts";
export type { DotCraftIdentity as Identity } from "./dotcraft/declare.ts";
export { type AppBindingCode, AppBindingError, type Wire } from "./dotcraft/results.ts";
export type * from "./dotcraft/wire.ts";

/** Options of `dotcraft`, and the context of all calls. */
export interface DotCraftOptions<W extends Wire = Wire, Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools>,
    ViewOptions {
  /**
   * The version of DotCraft's protocol for the declarations. `v2`, the default: each declaration has a `type`, and namespaces contain
   * tools. `legacy`: a flat list of tools, for older servers and SDKs.
   */
  readonly wire?: W | undefined;
  /** The descriptions of namespaces that the model receives, by toolset name. */
  readonly namespaces?: { readonly [toolset: string]: string } | undefined;
  /**
   * Asks a person for approval. The function is called before a call that requires approval, and when the server requests an approval.
   * Without `approve`, the decision is `decline`.
   */
  readonly approve?: ApprovalHandler | undefined;
  /** The store of `acceptAlways` decisions. By default, the decisions are stored in memory, for the lifetime of the returned object. */
  readonly always?: ApprovalStore | undefined;
  /** Called when the decision is `cancel`: the program should interrupt the turn. */
  readonly onCancel?: ((request: DotCraftApprovalRequest) => void) | undefined;
  /** Returns the answers to the server's questions. Without `answer`, the response has no answers. */
  readonly answer?: ((request: UserInputRequest) => UserInputAnswers | Promise<UserInputAnswers>) | undefined;
  /** `appBinding`: the results of failed calls have the error codes and the format that DotCraft defines for App Bindings. */
  readonly errorCodes?: "dotcraft" | "appBinding" | undefined;
  /**
   * Called with the error of every failed call, since the model receives only a public message. Errors that the function throws are
   * ignored.
   */
  readonly onError?: OnError | undefined;
}

/** Tools as DotCraft requires them, with handlers of the server's requests. */
export interface DotCraft<Tools extends readonly Tool[], W extends Wire> {
  /**
   * The option `dynamicTools` of the SDK's `threads.start` and `threads.resume`. `[]` removes all tools of a thread; a thread that is
   * resumed without the option keeps its tools.
   */
  readonly dynamicTools: (W extends "legacy" ? LegacyBinding : DotCraftBinding)[];
  /** The declarations in `dynamicTools` without handlers, as the server receives them. */
  readonly declarations: (W extends "legacy" ? LegacyDeclaration : DotCraftDeclaration)[];
  /** The namespace and the name of each tool in DotCraft, by tool name. */
  readonly identities: { readonly [Name in Tools[number]["name"]]: DotCraftIdentity };
  /** The SDK's option `approvalHandler`. `userInputHandler` below is the SDK's option of that name. */
  readonly approvalHandler: (request: Params) => Promise<ApprovalDecision>;
  readonly userInputHandler: (request: Params) => Promise<UserInputAnswers>;
  /** The capabilities to send with `initialize`: the kinds of server requests that are handled. */
  readonly capabilities: { readonly approvalSupport: true; readonly requestUserInputSupport: boolean };
  /** Handlers of the server's requests, by JSON-RPC method, for a client without the SDK. */
  readonly requests: {
    readonly "item/tool/call": (params: Params) => Promise<ToolCallResult>;
    readonly "item/approval/request": (params: Params) => Promise<{ readonly decision: ApprovalDecision }>;
    readonly "item/tool/requestUserInput": (params: Params) => Promise<UserInputAnswers>;
  };
}

/** Tools for DotCraft: declarations, their handlers, and handlers of the server's requests. Throws if two tools have the same name. */
export function dotcraft<const Tools extends readonly Tool[], W extends Wire = "v2">(
  tools: Tools & DistinctNames<Tools>,
  options: DotCraftOptions<W, Tools> = {},
): DotCraft<Tools, W> {
  const {
    wire = "v2",
    namespaces = {},
    approve,
    always = new Set(),
    onCancel,
    answer,
    errorCodes,
    onError,
    detail,
    depth,
    ...given
  } = options;
  const context = untyped(given);
  const declared = declareTools(tools, { detail, depth });
  const byName = new Map(declared.map((each) => [flatName(each.identity), each]));
  const decide = approvals(approve, always);

  async function call(tool: Tool, request: ToolCallRequest): Promise<ToolCallResult> {
    try {
      const answer = await requestApproval(tool, request);
      if (typeof answer !== "boolean") return answer;
      return success(tool, await makeCall(tool, request.arguments, { ...context, toolCallId: request.callId }, () => answer), wire);
    } catch (error) {
      reportError(onError, error, callOf(tool.name, request));
      return errorCodes === "appBinding" ? appBindingFailure(error) : failure(error);
    }
  }

  /**
   * Requests approval for a call if the call requires approval and its arguments are valid. Returns whether the call was approved, or the
   * result of a call that was not.
   */
  async function requestApproval(tool: Tool, request: ToolCallRequest): Promise<ToolCallResult | boolean> {
    const executed = executedCall(tool, request.arguments);
    if (executed === undefined || checkInput(executed.tool, executed.input, undefined).issues !== undefined) return false;
    // If the tool's declaration describes an approval, the server requests it. For a tool that is called through `call_tool`, the server
    // does not.
    const isHandledByServer = executed.tool === tool || descriptorOf(executed.tool) === undefined;
    if (tool.approval === "none" && executed.tool.approval === "none" && isHandledByServer) return false;
    const question = questionOf(executed, request);
    let cause: unknown;
    const decision = await decide(question, (error) => {
      cause = error;
    });
    if (decision !== "cancel" && decision !== "decline") return true;
    const [code, message] = decision === "cancel" ? cancelled : declined;
    reportError(onError, new ToolError("declined", message, { tool: tool.name, sent: false, cause }), callOf(tool.name, request));
    if (decision === "cancel") onCancel?.(question);
    return rejectedCall(code, message);
  }

  function unsupported(request: ToolCallRequest): ToolCallResult {
    const { tool } = request;
    const message = `There is no tool "${tool}".`;
    reportError(onError, unsentError("unknown-tool", message, tool), callOf(tool, request));
    return rejectedCall("UnsupportedTool", message);
  }

  async function approvalHandler(params: Params): Promise<ApprovalDecision> {
    const request = readApproval(params);
    const decision = await decide(request);
    if (decision === "cancel") onCancel?.(request);
    return decision;
  }

  const userInputHandler = async (params: Params): Promise<UserInputAnswers> => (await answer?.(readUserInput(params))) ?? { answers: {} };
  const handlerOf = ({ tool }: DeclaredTool) => ({ handler: (request: ToolCallRequest) => call(tool, request) });
  const described = (toolset: string, displayName: string) =>
    (Object.hasOwn(namespaces, toolset) ? namespaces[toolset] : undefined) || `Tools of ${displayName}.`;

  return {
    // The casts are safe: `wire` has the type `W`, and `bindings` returns the form of this version of DotCraft's protocol.
    dynamicTools: bindings(declared, wire, { handlerOf, described }) as DotCraft<Tools, W>["dynamicTools"],
    declarations: bindings(declared, wire, { handlerOf: () => ({}), described }) as DotCraft<Tools, W>["declarations"],
    // The cast is safe: `declared` has one item for each of `Tools`, with the name of the tool.
    identities: Object.fromEntries(declared.map(({ tool, identity }) => [tool.name, identity])) as DotCraft<Tools, W>["identities"],
    approvalHandler,
    userInputHandler,
    capabilities: { approvalSupport: true, requestUserInputSupport: answer !== undefined },
    requests: {
      "item/tool/call": async (params) => {
        const request = readToolCall(params);
        const namespace = request.namespace ?? null;
        const found = byName.get(flatName({ namespace, tool: request.tool }));
        // The tool `a` in the namespace `b` has the same flat name as the tool `b__a` without a namespace, so the namespaces are compared
        // too.
        if (found === undefined || found.identity.namespace !== namespace) return unsupported(request);
        return call(found.tool, request);
      },
      "item/approval/request": async (params) => ({ decision: await approvalHandler(params) }),
      "item/tool/requestUserInput": userInputHandler,
    },
  };
}

interface BindingOptions {
  readonly handlerOf: (declared: DeclaredTool) => object;
  readonly described: (toolset: string, displayName: string) => string;
}

/**
 * Converts declarations to those of the version `wire` of DotCraft's protocol. In `v2`, tools are grouped by namespace, and a namespace has
 * the position of its first tool.
 */
function bindings(declared: readonly DeclaredTool[], wire: Wire, { handlerOf, described }: BindingOptions): object[] {
  if (wire === "legacy") {
    return declared.map((each) => {
      const { type: _type, deferLoading: _deferLoading, ...declaration } = each.declaration;
      const { namespace } = each.identity;
      return { ...(namespace === null ? {} : { namespace }), ...declaration, ...handlerOf(each) };
    });
  }
  const namespaces = new Map<string, object[]>();
  return declared.flatMap((each): object[] => {
    const { namespace } = each.identity;
    const bound = { ...each.declaration, ...handlerOf(each) };
    if (namespace === null) return [bound];
    const others = namespaces.get(namespace);
    if (others !== undefined) {
      others.push(bound);
      return [];
    }
    const tools = [bound];
    namespaces.set(namespace, tools);
    const { name, displayName } = each.tool.toolset;
    return [{ type: "namespace", name: namespace, description: described(name, displayName), tools }];
  });
}

const declined = ["ApprovalDeclined", "The call was declined, and was not made."] as const;
const cancelled = ["ApprovalCancelled", "The call was cancelled, and was not made."] as const;

function callOf(name: string, { callId, arguments: input }: ToolCallRequest): ModelCall {
  return { id: callId, name, arguments: input };
}

/** The approval request for a call. Its `scopeKey` names only the tool, since the same arguments rarely recur. */
function questionOf({ tool, input }: ForwardedCall, { threadId, turnId, callId }: ToolCallRequest): DotCraftApprovalRequest {
  return {
    threadId,
    turnId,
    requestId: callId,
    approvalType: "remoteResource",
    operation: tool.name,
    target: tool.toolset.name,
    scopeKey: `toolsetc:${JSON.stringify([tool.toolset.name, tool.id])}`,
    reason: `The agent wants to call "${tool.name}".`,
    tool,
    toolCallId: callId,
    input,
  };
}
