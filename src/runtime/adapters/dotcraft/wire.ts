import type { Tool } from "../../tool/tool.ts";

/**
 * The types of DotCraft's AppServer protocol, as its repository publishes them (DotHarness/dotcraft, AppServer protocol 4.1 and
 * the TypeScript SDK 0.6). The SDK is in no package registry, so its types are declared here. Arrays that are passed to the SDK are
 * mutable, as in the SDK's own types.
 */

/** `item/tool/call`. */
export interface ToolCallRequest {
  readonly threadId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly namespace?: string | null;
  readonly tool: string;
  readonly arguments: { readonly [name: string]: unknown };
}

/** One part of a result for the model. `dataBase64` is the content of the image in base64. */
export type ContentItem =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly dataBase64: string };

/** `structuredContent` is for programs and views, never for the model. The older protocol has `structuredResult` instead. */
export interface ToolCallResult {
  readonly success: boolean;
  readonly contentItems: ContentItem[];
  readonly structuredContent?: unknown;
  readonly structuredResult?: unknown;
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

/** Executes one call. It never rejects: an error is a result. */
export type ToolHandler = (request: ToolCallRequest) => Promise<ToolCallResult>;

/** The approval that the server requests from a person before a call. */
// A type alias, so that it is assignable to the SDK's record type.
export type ApprovalDescriptor = {
  readonly kind: "file" | "shell" | "remoteResource";
  readonly targetArgument: string;
  readonly operation?: string;
  readonly operationArgument?: string;
};

/** The declaration of one tool. The server rejects other members. */
export interface FunctionDeclaration {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { [keyword: string]: unknown };
  /** Only in a namespace. */
  readonly deferLoading?: true;
  readonly approval?: ApprovalDescriptor;
}

/** The tools of one toolset. The model sees a tool as `<namespace>__<tool>`. */
export interface NamespaceDeclaration {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  readonly tools: FunctionDeclaration[];
}

/** The older declaration of one tool, before namespace declarations. */
export interface LegacyDeclaration extends Omit<FunctionDeclaration, "type" | "deferLoading"> {
  readonly namespace?: string;
}

/** An entry of the list of tools of a thread. */
export type DotCraftDeclaration = FunctionDeclaration | NamespaceDeclaration;

interface WithHandler {
  readonly handler: ToolHandler;
}

/** The SDK's input: declarations with handlers. The SDK sends the declarations and calls the handlers itself. */
export type DotCraftBinding =
  | (FunctionDeclaration & WithHandler)
  | (Omit<NamespaceDeclaration, "tools"> & { readonly tools: (FunctionDeclaration & WithHandler)[] });
/** The SDK's input of the older protocol: the declaration of one tool, with its handler. */
export type LegacyBinding = LegacyDeclaration & WithHandler;

/** `acceptForSession` applies to the thread, `acceptAlways` everywhere; `cancel` also ends the turn. */
export type ApprovalDecision = "accept" | "acceptForSession" | "acceptAlways" | "decline" | "cancel";

/** `item/approval/request`. This library uses the same type before it calls a tool that requires approval. */
export interface DotCraftApprovalRequest {
  readonly threadId: string;
  readonly turnId: string;
  readonly requestId?: string;
  /** `shell`, `file` or `remoteResource`. */
  readonly approvalType: string;
  readonly operation: string;
  readonly target: string;
  /** The key under which a lasting decision is stored. */
  readonly scopeKey?: string;
  readonly reason?: string;
  /** The call in the form of other adapters; only in requests of this library. */
  readonly tool?: Tool;
  readonly toolCallId?: string;
  readonly input?: unknown;
  /** Other members of the server's request, such as the reasons for a shell command. */
  readonly [member: string]: unknown;
}

/** `item/tool/requestUserInput`. */
export interface UserInputRequest {
  readonly threadId?: string;
  readonly turnId?: string;
  readonly requestId?: string;
  readonly questions: readonly Question[];
  readonly [member: string]: unknown;
}

/** A question of the server to the person. */
export interface Question {
  readonly id: string;
  /** A short title. */
  readonly header?: string;
  readonly question: string;
  readonly options?: readonly { readonly label: string; readonly description?: string }[] | null;
  /** Whether an answer may differ from all options. */
  readonly isOther?: boolean;
  /** Whether the answer must not be shown while it is typed. */
  readonly isSecret?: boolean;
}

/** By the question's `id`. */
export type UserInputAnswers = {
  readonly answers: { readonly [question: string]: { readonly answers: readonly string[] } };
};

/** Unchecked parameters of a request. */
export interface Params {
  readonly [name: string]: unknown;
}
