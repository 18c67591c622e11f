export { publicMessage } from "./adapters/public-message.ts";
export type {
  Auth,
  BasicCredential,
  Certificate,
  ClientCredentials,
  Credential,
  CredentialSource,
  SecretSource,
  Wanted,
} from "./auth/credential.ts";
export { bindHandler, bindTool, bindTools, type Fakes, type Handlers } from "./bind-tools.ts";
export type {
  Annotations,
  Binding,
  BodyBinding,
  ClientBinding,
  Connection,
  ConnectorBinding,
  EncodingBinding,
  HttpBinding,
  McpBinding,
  ParameterBinding,
  ResponseBinding,
  Serialization,
  Server,
  ServerVariable,
  ValueSource,
} from "./binding.ts";
export type { Call } from "./call.ts";
export { client, isUnbound } from "./client.ts";
export type { CallInfo, Context, Drift, Fake, Handler, Mismatch, Overlay, Progress, Session } from "./context.ts";
export { defineTool } from "./define-tool.ts";
export type { BodyDefinition, HttpDefinition, ParameterDefinition, ResponseDefinition } from "./http/define-http.ts";
export { http } from "./http/http.ts";
export { isAsynchronous } from "./is-asynchronous.ts";
export { repairArguments } from "./repair-arguments.ts";
export { modelOutput, resultText } from "./result-text.ts";
export type { JsonSchema, SchemaLiteral, SchemaSource, SharedSchema, SharedSchemaFunction } from "./schema.ts";
export { environmentSecrets, firstSecret } from "./secrets.ts";
export type { Issue, StandardProperties, StandardResult, StandardSchema } from "./standard-schema.ts";
export type { Tool, ToolDefinition } from "./tool.ts";
export { ToolError, type ToolErrorCode } from "./tool-error.ts";
export { defineToolset, type Toolset, type ToolsetDefinition, type Transport } from "./toolset.ts";
export type { Trim } from "./trim.ts";
