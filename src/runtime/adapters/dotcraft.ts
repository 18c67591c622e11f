import { type ContextOf, untyped } from "../tool/bind-tools.ts";
import { type ModelCall, type OnError, tellOfError } from "../tool/on-error.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { ToolError } from "../tool-error.ts";
import { type ApprovalHandler, type ApprovalStore, approvals } from "./dotcraft/approvals.ts";
import { type Declared, declareTools, flatName, type Identity } from "./dotcraft/declare.ts";
import { readApproval, readToolCall, readUserInput } from "./dotcraft/read-requests.ts";
import { appBindingFailure, failure, refusal, success, type Wire } from "./dotcraft/results.ts";
import type {
  ApprovalDecision,
  ApprovalRequest,
  Binding,
  Declaration,
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
export type { Identity } from "./dotcraft/declare.ts";
export { type AppBindingCode, AppBindingError, type Wire } from "./dotcraft/results.ts";
export type * from "./dotcraft/wire.ts";

export interface DotCraftOptions<W extends Wire = Wire, Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools> {
  /** `v2`, the default: tagged declarations. `legacy`: flat ones, for servers and SDKs before them. */
  readonly wire?: W | undefined;
  /** What the model is told of a namespace, by toolset name. */
  readonly namespaces?: { readonly [toolset: string]: string } | undefined;
  /** Asks a person, before a tool that needs approval and when the server wants to know. Without it the answer is `decline`. */
  readonly approve?: ApprovalHandler | undefined;
  /** Where `acceptAlways` is remembered; by default as long as what is returned lives. */
  readonly always?: ApprovalStore | undefined;
  /** Told when the answer is `cancel`: the turn should be interrupted. */
  readonly onCancel?: ((request: ApprovalRequest) => void) | undefined;
  /** Answers the server's questions. Without it no question has an answer. */
  readonly answer?: ((request: UserInputRequest) => UserInputAnswers | Promise<UserInputAnswers>) | undefined;
  /** `appBinding`: failures have the codes and the shape of App Bindings. */
  readonly errors?: "dotcraft" | "appBinding" | undefined;
  /** Told of every call that failed, with the error itself: the model is told only what it may know. What it throws is passed over. */
  readonly onError?: OnError | undefined;
}

/** What DotCraft needs of tools. */
export interface DotCraft<Tools extends readonly Tool[], W extends Wire> {
  /** For the SDK's `threads.start` and `threads.resume`. `[]` clears a thread's tools; leaving it out keeps them. */
  readonly dynamicTools: (W extends "legacy" ? LegacyBinding : Binding)[];
  /** The same as it goes over the wire, without handlers. */
  readonly declarations: (W extends "legacy" ? LegacyDeclaration : Declaration)[];
  /** What DotCraft knows each tool by. */
  readonly identities: { readonly [Name in Tools[number]["name"]]: Identity };
  /** For the SDK's options of the same names. */
  readonly approvalHandler: (request: Params) => Promise<ApprovalDecision>;
  readonly userInputHandler: (request: Params) => Promise<UserInputAnswers>;
  /** For `initialize`: what is answered here. */
  readonly capabilities: { readonly approvalSupport: true; readonly requestUserInputSupport: boolean };
  /** What the server asks for, by JSON-RPC method, for a client without the SDK. */
  readonly requests: {
    readonly "item/tool/call": (params: Params) => Promise<ToolCallResult>;
    readonly "item/approval/request": (params: Params) => Promise<{ readonly decision: ApprovalDecision }>;
    readonly "item/tool/requestUserInput": (params: Params) => Promise<UserInputAnswers>;
  };
}

/** Gives tools to DotCraft: declarations, their handlers, and an answer to each request of the server. Two tools of one name throw. */
export function dotcraft<const Tools extends readonly Tool[], W extends Wire = "v2">(
  tools: Tools & DistinctNames<Tools>,
  options: DotCraftOptions<W, Tools> = {},
): DotCraft<Tools, W> {
  const { wire = "v2", namespaces = {}, approve, always = new Set(), onCancel, answer, errors, onError, ...given } = options;
  const context = untyped(given);
  const declared = declareTools(tools);
  const byName = new Map(declared.map((each) => [flatName(each.identity), each]));
  const decide = approvals(approve, always);

  async function call(tool: Tool, request: ToolCallRequest): Promise<ToolCallResult> {
    try {
      const refused = await refusedBy(tool, request);
      if (refused !== undefined) return refused;
      return success(tool, await tool.execute(request.arguments, { ...context, toolCallId: request.callId }), wire);
    } catch (error) {
      tellOfError(onError, error, callOf(tool.name, request));
      return errors === "appBinding" ? appBindingFailure(error) : failure(error);
    }
  }

  /** Nobody is asked about a call that cannot be made. */
  async function refusedBy(tool: Tool, request: ToolCallRequest): Promise<ToolCallResult | undefined> {
    if (tool.approval === "none" || tool.inputSchema["~standard"].validate(request.arguments ?? {}).issues !== undefined) return undefined;
    const question = questionOf(tool, request);
    let cause: unknown;
    const decision = await decide(question, (error) => {
      cause = error;
    });
    if (decision !== "cancel" && decision !== "decline") return undefined;
    const [code, message] = decision === "cancel" ? cancelled : declined;
    tellOfError(onError, new ToolError("declined", message, { tool: tool.name, sent: false, cause }), callOf(tool.name, request));
    if (decision === "cancel") onCancel?.(question);
    return refusal(code, message);
  }

  function unsupported(request: ToolCallRequest): ToolCallResult {
    const { tool } = request;
    const message = `There is no tool "${tool}" here.`;
    tellOfError(onError, new ToolError("unknown-tool", message, { tool, sent: false }), callOf(tool, request));
    return refusal("UnsupportedTool", message);
  }

  async function approvalHandler(params: Params): Promise<ApprovalDecision> {
    const request = readApproval(params);
    const decision = await decide(request);
    if (decision === "cancel") onCancel?.(request);
    return decision;
  }

  const userInputHandler = async (params: Params): Promise<UserInputAnswers> => (await answer?.(readUserInput(params))) ?? { answers: {} };
  const handlerOf = ({ tool }: Declared) => ({ handler: (request: ToolCallRequest) => call(tool, request) });
  const described = (toolset: string, displayName: string) =>
    (Object.hasOwn(namespaces, toolset) ? namespaces[toolset] : undefined) || `Tools of ${displayName}.`;

  return {
    // Which form they have is decided by `wire`, whose type is `W`.
    dynamicTools: bindings(declared, wire, { handlerOf, described }) as DotCraft<Tools, W>["dynamicTools"],
    declarations: bindings(declared, wire, { handlerOf: () => ({}), described }) as DotCraft<Tools, W>["declarations"],
    // Each tool was declared, under its own name.
    identities: Object.fromEntries(declared.map(({ tool, identity }) => [tool.name, identity])) as DotCraft<Tools, W>["identities"],
    approvalHandler,
    userInputHandler,
    capabilities: { approvalSupport: true, requestUserInputSupport: answer !== undefined },
    requests: {
      "item/tool/call": async (params) => {
        const request = readToolCall(params);
        const namespace = request.namespace ?? null;
        const found = byName.get(flatName({ namespace, tool: request.tool }));
        // `a` in `b` and a lone `b__a` have one flat name, but only one of them was declared.
        if (found === undefined || found.identity.namespace !== namespace) return unsupported(request);
        return call(found.tool, request);
      },
      "item/approval/request": async (params) => ({ decision: await approvalHandler(params) }),
      "item/tool/requestUserInput": userInputHandler,
    },
  };
}

interface Making {
  readonly handlerOf: (declared: Declared) => object;
  readonly described: (toolset: string, displayName: string) => string;
}

/** A namespace stands where its first tool does. */
function bindings(declared: readonly Declared[], wire: Wire, { handlerOf, described }: Making): object[] {
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

const declined = ["ApprovalDeclined", "The call was declined and not made."] as const;
const cancelled = ["ApprovalCancelled", "The call was cancelled and not made."] as const;

function callOf(name: string, { callId, arguments: input }: ToolCallRequest): ModelCall {
  return { id: callId, name, arguments: input };
}

/** A tool is approved as such, whatever its arguments are: they rarely come twice. */
function questionOf(tool: Tool, { threadId, turnId, callId, arguments: input }: ToolCallRequest): ApprovalRequest {
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
