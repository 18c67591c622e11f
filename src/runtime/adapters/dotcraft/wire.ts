import type { Tool } from "../../tool/tool.ts";

/**
 * The shapes of DotCraft's AppServer protocol, as its repository publishes them (DotHarness/dotcraft, AppServer protocol 4.1 and
 * the TypeScript SDK 0.6). The SDK is in no package registry, so they are written out; structurally they are its own, which takes
 * lists that may be changed.
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

export type ContentItem =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly dataBase64: string };

/** `structuredContent` is for programs and views, never for the model; the protocol before it said `structuredResult`. */
export interface ToolCallResult {
  readonly success: boolean;
  readonly contentItems: ContentItem[];
  readonly structuredContent?: unknown;
  readonly structuredResult?: unknown;
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

export type ToolHandler = (request: ToolCallRequest) => Promise<ToolCallResult>;

/** What the server asks a person for before it lets a call through. */
// An alias, so that it is a record to the SDK.
export type ApprovalDescriptor = {
  readonly kind: "file" | "shell" | "remoteResource";
  readonly targetArgument: string;
  readonly operation?: string;
  readonly operationArgument?: string;
};

/** The declaration of one tool. The server refuses any other member. */
export interface FunctionDeclaration {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { [keyword: string]: unknown };
  /** Only inside of a namespace. */
  readonly deferLoading?: true;
  readonly approval?: ApprovalDescriptor;
}

export interface NamespaceDeclaration {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  readonly tools: FunctionDeclaration[];
}

/** The declaration of one tool before namespaces were declarations of their own. */
export interface LegacyDeclaration extends Omit<FunctionDeclaration, "type" | "deferLoading"> {
  readonly namespace?: string;
}

export type Declaration = FunctionDeclaration | NamespaceDeclaration;

interface Handled {
  readonly handler: ToolHandler;
}

/** What the SDK takes: declarations with their handlers, which it keeps to itself. */
export type Binding =
  | (FunctionDeclaration & Handled)
  | (Omit<NamespaceDeclaration, "tools"> & { readonly tools: (FunctionDeclaration & Handled)[] });
export type LegacyBinding = LegacyDeclaration & Handled;

/** `acceptForSession` holds in the thread, `acceptAlways` everywhere; `cancel` also ends the turn. */
export type ApprovalDecision = "accept" | "acceptForSession" | "acceptAlways" | "decline" | "cancel";

/** `item/approval/request`, and what this library asks in the same shape before a tool that needs approval. */
export interface ApprovalRequest {
  readonly threadId: string;
  readonly turnId: string;
  readonly requestId?: string;
  /** `shell`, `file` or `remoteResource`. */
  readonly approvalType: string;
  readonly operation: string;
  readonly target: string;
  /** What lasting decisions are remembered by. */
  readonly scopeKey?: string;
  readonly reason?: string;
  /** The call as other adapters ask for its approval; only where this library asks. */
  readonly tool?: Tool;
  readonly toolCallId?: string;
  readonly input?: unknown;
  /** What else the server says, such as the reasons of a shell command. */
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

export interface Question {
  readonly id: string;
  readonly header?: string;
  readonly question: string;
  readonly options?: readonly { readonly label: string; readonly description?: string }[] | null;
  readonly isOther?: boolean;
  readonly isSecret?: boolean;
}

/** By the question's `id`. */
export type UserInputAnswers = {
  readonly answers: { readonly [question: string]: { readonly answers: readonly string[] } };
};

/** What comes over the wire, before it is read. */
export interface Params {
  readonly [name: string]: unknown;
}
