// The part of the session service of CX Agent Studio (google.cloud.ces.v1beta, as JSON) that client functions need.

/** Requests the result of a tool from the client. `tool` or `toolsetTool` names it. */
export interface ToolCall {
  readonly id?: string;
  /** `projects/…/locations/…/apps/…/tools/…` */
  readonly tool?: string;
  readonly toolsetTool?: ToolsetTool;
  readonly displayName?: string;
  readonly args?: { readonly [name: string]: unknown };
}

/** A tool of a toolset. CES REST API v1, `ToolsetTool`. */
export interface ToolsetTool {
  /** `projects/…/locations/…/apps/…/toolsets/…` */
  readonly toolset?: string;
  readonly toolId?: string;
}

/** The result of a tool, with the names of its call. */
export interface ToolResponse {
  readonly id?: string;
  readonly tool?: string;
  readonly toolsetTool?: ToolsetTool;
  readonly displayName?: string;
  readonly response: { readonly output: unknown } | { readonly error: string };
}

/** The used parts of a `SessionOutput`; other members are passed on unchanged. */
export interface SessionOutput {
  readonly toolCalls?: { readonly toolCalls?: readonly ToolCall[] };
  readonly turnIndex?: number;
  readonly turnCompleted?: boolean;
  readonly text?: string;
  readonly [member: string]: unknown;
}

/** A `SessionInput`: one of `text`, `toolResponses`, `variables` and others. */
export interface SessionInput {
  readonly toolResponses?: { readonly toolResponses: readonly ToolResponse[] };
  readonly text?: string;
  readonly variables?: { readonly [name: string]: unknown };
  readonly [member: string]: unknown;
}

/** The response of `runSession`. CES REST API v1, `RunSessionResponse`. */
export interface RunSessionResponse {
  readonly outputs?: readonly SessionOutput[];
}
