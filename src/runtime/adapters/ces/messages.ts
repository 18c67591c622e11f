// The part of the API of CX Agent Studio sessions (google.cloud.ces.v1beta, as JSON) that client functions need.

/** Requests the result of a tool from the client. Either `tool` or `toolsetTool` identifies the tool. */
export interface ToolCall {
  readonly id?: string;
  /** The tool's resource name, `projects/…/locations/…/apps/…/tools/…`. */
  readonly tool?: string;
  readonly toolsetTool?: ToolsetTool;
  readonly displayName?: string;
  readonly args?: { readonly [name: string]: unknown };
}

/** A tool of a toolset. CES REST API v1, `ToolsetTool`. */
export interface ToolsetTool {
  /** The toolset's resource name, `projects/…/locations/…/apps/…/toolsets/…`. */
  readonly toolset?: string;
  readonly toolId?: string;
}

/** The result of a call. The members other than `response` are copied from the call. */
export interface ToolResponse {
  readonly id?: string;
  readonly tool?: string;
  readonly toolsetTool?: ToolsetTool;
  readonly displayName?: string;
  readonly response: { readonly output: unknown } | { readonly error: string };
}

/** The members of a `SessionOutput` that the adapter and programs read. Other members are passed on unchanged. */
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
