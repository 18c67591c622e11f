import type { Tool } from "../../tool/tool.ts";

/**
 * The types of DotCraft's AppServer protocol, as its repository publishes them (DotHarness/dotcraft, AppServer protocol 4.1 and
 * the TypeScript SDK 0.6). The SDK is in no package registry, so its types are declared here. Arrays that are passed to the SDK are
 * mutable, as in the SDK's own types.
 */

/** The parameters of `item/tool/call`, with which the server requests a call. */
export interface ToolCallRequest {
  readonly threadId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly namespace?: string | null;
  readonly tool: string;
  readonly arguments: { readonly [name: string]: unknown };
}

/** A part of a result for the model: a text, or an image as Base64. */
export type ContentItem =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly dataBase64: string };

/**
 * The result of a call. `structuredContent` is for programs and user interfaces, never for the model. The older version of the protocol has
 * `structuredResult` instead.
 */
export interface ToolCallResult {
  readonly success: boolean;
  readonly contentItems: ContentItem[];
  readonly structuredContent?: unknown;
  readonly structuredResult?: unknown;
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

/** Executes one call. The promise never rejects: an error becomes a result. */
export type ToolHandler = (request: ToolCallRequest) => Promise<ToolCallResult>;

/** The approval that the server requests from a person before a call. */
// A type alias instead of an interface, so that the type is assignable to the SDK's record type.
export type ApprovalDescriptor = {
  readonly kind: "file" | "shell" | "remoteResource";
  readonly targetArgument: string;
  readonly operation?: string;
  readonly operationArgument?: string;
};

/** The declaration of one tool. The server rejects members that are not listed here. */
export interface FunctionDeclaration {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { [keyword: string]: unknown };
  /** Allowed only for a tool in a namespace. */
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

/** The declaration of one tool in the older version of the protocol, which has no namespace declarations. */
export interface LegacyDeclaration extends Omit<FunctionDeclaration, "type" | "deferLoading"> {
  readonly namespace?: string;
}

/** A declaration in the list of a thread's tools. */
export type DotCraftDeclaration = FunctionDeclaration | NamespaceDeclaration;

interface WithHandler {
  readonly handler: ToolHandler;
}

/** A declaration with handlers, for the SDK. The SDK sends the declaration and calls the handlers itself. */
export type DotCraftBinding =
  | (FunctionDeclaration & WithHandler)
  | (Omit<NamespaceDeclaration, "tools"> & { readonly tools: (FunctionDeclaration & WithHandler)[] });
/** The declaration of one tool with its handler, for an SDK that has only the older version of DotCraft's protocol. */
export type LegacyBinding = LegacyDeclaration & WithHandler;

/** A decision on a call. `acceptForSession` applies to the thread, `acceptAlways` to all threads; `cancel` also ends the turn. */
export type ApprovalDecision = "accept" | "acceptForSession" | "acceptAlways" | "decline" | "cancel";

/**
 * The parameters of `item/approval/request`. This library also creates requests of this type, before it calls a tool that requires
 * approval.
 */
export interface DotCraftApprovalRequest {
  readonly threadId: string;
  readonly turnId: string;
  readonly requestId?: string;
  /** `shell`, `file` or `remoteResource`. */
  readonly approvalType: string;
  readonly operation: string;
  readonly target: string;
  /** The key under which an `acceptForSession` or `acceptAlways` decision is stored. */
  readonly scopeKey?: string;
  readonly reason?: string;
  /**
   * `tool`, `toolCallId` and `input` describe the call as for `approve` of other adapters. Only requests that this library creates have
   * them.
   */
  readonly tool?: Tool;
  readonly toolCallId?: string;
  readonly input?: unknown;
  /** Other members of the server's request, such as the reasons for a shell command. */
  readonly [member: string]: unknown;
}

/** The parameters of `item/tool/requestUserInput`: questions of the server to the user. */
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
  /** Whether the user may give an answer that is not in `options`. */
  readonly isOther?: boolean;
  /** Whether the answer must be hidden while the user types it. */
  readonly isSecret?: boolean;
}

/** The user's answers to each question, by the question's `id`. */
export type UserInputAnswers = {
  readonly answers: { readonly [question: string]: { readonly answers: readonly string[] } };
};

/** The parameters of a server request, before they are checked. */
export interface Params {
  readonly [name: string]: unknown;
}
