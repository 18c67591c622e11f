export type {
  BasicCredential,
  Certificate,
  ClientCredentials,
  Credential,
  CredentialRequest,
  RenewableToken,
  SecretSource,
} from "./auth/credential.ts";
export { environmentSecrets, firstSecret } from "./auth/secrets.ts";
export type {
  Annotations,
  Binding,
  BodyBinding,
  ClientBinding,
  CollectLimits,
  ConnectorBinding,
  EncodingBinding,
  Endpoint,
  HttpBinding,
  McpBinding,
  PagesBinding,
  ParameterBinding,
  ResponseBinding,
  Serialization,
  Server,
  ServerVariable,
  StateOperation,
  ValueSource,
  WaitingBinding,
} from "./binding.ts";
export type { Call, Part, Toolset, Transport } from "./call.ts";
export { challengeOf } from "./challenge-of.ts";
export { client, isUnbound } from "./client.ts";
export type {
  AroundCall,
  Auth,
  CallInfo,
  Context,
  CredentialSource,
  Drift,
  Fake,
  Handler,
  Mismatch,
  Overlay,
  Preliminary,
  Progress,
  RetryPolicy,
  RuntimeContext,
  Session,
} from "./context.ts";
export type { BodyDefinition } from "./http/complete-body.ts";
export type { HttpDefinition, ParameterDefinition, ResponseDefinition } from "./http/define-http.ts";
export { http } from "./http/http.ts";
export { type RetryOptions, retryPolicy } from "./http/retry-policy.ts";
export type { McpClient, McpTransport } from "./mcp/peer.ts";
export { composeList, type ItemOf, type ListTool } from "./pages/compose-list.ts";
export type { Detail, ViewOptions } from "./projection/model-view.ts";
export type { InputExample } from "./projection/project-examples.ts";
export { repairArguments } from "./repair/repair-arguments.ts";
export type { Challenge } from "./response/challenge.ts";
export type { ReadLimits } from "./response/read-bounded.ts";
export { modelMessage, publicMessage } from "./result/public-message.ts";
export { modelOutput, resultText } from "./result/result-text.ts";
export type { Trim } from "./result/trim.ts";
export { withDraft07 } from "./schema/draft-07.ts";
export type { JsonSchema, SchemaLiteral, SchemaSource, SharedSchema, SharedSchemaFunction } from "./schema/schema.ts";
export type { Issue, StandardProperties, StandardResult, StandardSchema } from "./schema/standard-schema.ts";
export type { ApprovalRequest, Approve } from "./tool/approval.ts";
export {
  type AuthOf,
  bindHandler,
  bindTool,
  bindTools,
  type ContextOf,
  type Fakes,
  type Handlers,
  type TypedContext,
} from "./tool/bind-tools.ts";
export { composeTool, defineTool } from "./tool/define-tool.ts";
export { type ForwardedCall, isAsynchronous, type Tool, type ToolDefinition } from "./tool/tool.ts";
export type { DistinctNames, NoOthers, ToolsByName } from "./tool/tools-by-name.ts";
export { ToolError, type ToolErrorCode } from "./tool-error.ts";
export { defineToolset, type ToolsetDefinition } from "./toolset.ts";
