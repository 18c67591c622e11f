import type { Credential, CredentialRequest, RenewableToken, SecretSource } from "./auth/credential.ts";
import type { Binding } from "./binding.ts";
import type { McpClient, McpTransport } from "./mcp/peer.ts";
import type { ReadLimits } from "./response/read-bounded.ts";
import type { Issue } from "./schema/standard-schema.ts";

/** The caller's settings of a call, which the model does not see. A caller may also pass them once, to `tools(options)`. */
export interface Context {
  /** The model's identifier of this call, passed to hooks and handlers. */
  readonly toolCallId?: string | undefined;
  /** The signal whose abort ends the call. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The value that the calling SDK passes to its tools besides the input, such as the AI SDK's `messages`. Handlers receive it. It is never
   * sent to a service.
   */
  readonly runtime?: unknown;
  /** The name of one of the toolset's environments, or the values of an environment in the shape of the definition. */
  readonly environment?: string | Overlay | undefined;
  /** The base address of the service. It overrides the servers of the document, and the address in the definition or the environment. */
  readonly baseUrl?: string | undefined;
  /** Values for the variables of a server's address. */
  readonly serverVariables?: { readonly [name: string]: string } | undefined;
  /** The values of `$context.variables.<name>`. */
  readonly variables?: { readonly [name: string]: unknown } | undefined;
  /** The values of all `$context.*` references except `$context.variables`. */
  readonly session?: Session | undefined;
  /**
   * Credentials by the name of their security scheme, each a value or a function. A credential overrides the secrets to which its scheme
   * refers.
   */
  readonly auth?: Auth | undefined;
  /** The values of secrets, by the names of the secrets in definitions: a function, or an object. */
  readonly secrets?: SecretSource | undefined;
  /** Returns the origin of a Service Directory service (`https://10.1.2.3:8443`) for the service's full resource name. */
  readonly resolveService?: ((service: string) => string | Promise<string>) | undefined;
  /** Sends the HTTP requests; the global `fetch` by default. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Changes a request before it is sent, after the credentials of `auth` were added. `info` lists the tool's security schemes. With this
   * hook, missing credentials are not an error.
   */
  readonly authorize?: ((request: Request, info: CallInfo) => Request | Promise<Request>) | undefined;
  /**
   * Runs around each call whose arguments are valid: an HTTP request, a tool of an MCP server, a connector, a handler or a fake. `next` makes
   * the call, with another context if one is passed, and may be called again, or not at all. What this function returns is the result of the
   * call, which is checked as any other.
   */
  readonly around?: ((call: AroundCall, next: (context?: Context) => Promise<unknown>) => unknown) | undefined;
  /**
   * How often a request over HTTP is repeated, and after which failures. A request that is not idempotent is repeated only if it has an
   * idempotency key, whatever this option is.
   */
  readonly retries?: RetryPolicy | undefined;
  /** The time for the call in milliseconds, with all attempts and the waits between them. The default is the timeout of the toolset. */
  readonly deadline?: number | undefined;
  /** Called before each attempt of a request is sent, including repetitions. */
  readonly onRequest?: ((request: Request, info: CallInfo) => void) | undefined;
  /** Called once the headers of a response have arrived; the body must not be read. */
  readonly onResponse?: ((response: Response, info: CallInfo) => void) | undefined;
  /** Executes client functions, by tool name. */
  readonly handlers?: { readonly [tool: string]: Handler } | undefined;
  /**
   * Functions that return results in place of tools, by tool name. Without this option no call is faked, whatever the definition contains.
   */
  readonly fakes?: { readonly [tool: string]: Fake } | undefined;
  /** Called when a tool reports progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called with each value of a handler that is an async generator, as soon as the handler yields the value. */
  readonly onPreliminary?: ((preliminary: Preliminary) => void) | undefined;
  /** A connected MCP client, or a transport for one, instead of a connection to the toolset's address. */
  readonly mcp?: McpClient | McpTransport | undefined;
  /**
   * What to do if a tool of an MCP server has changed since it was compiled. `lock`, the default for a tool that was compiled from
   * a saved tool list, rejects the call if the description, a schema or a hint differs at all; `details.texts` of the error has both texts.
   * `error`, the default for other tools, rejects the call if the change affects it.
   * `warn` calls `onDrift`, and executes the call. `ignore` compares nothing.
   */
  readonly drift?: "error" | "lock" | "warn" | "ignore" | undefined;
  /** Called once with what has changed in a tool, if `drift` is `warn`. Without this option, a warning is printed. */
  readonly onDrift?: ((drift: Drift) => void) | undefined;
  /**
   * What to do if a result does not match the output schema. `report`, the default, returns the result and calls `onMismatch`. `strict`
   * throws an error.
   */
  readonly output?: "report" | "strict" | undefined;
  /** Called with the differences between a result and the output schema. */
  readonly onMismatch?: ((mismatch: Mismatch) => void) | undefined;
  /**
   * What the message of an error contains about a call that the service rejects. `reason`, the default: the reason that the service gives.
   * `status`: no text from the service.
   */
  readonly errors?: "reason" | "status" | undefined;
  /** Reads the body of a successful response over HTTP, within limits. The tools of `files` in `@toolsetc/runtime/files` pass it. */
  readonly readBody?: ((response: Response, limits: ReadLimits) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}

/** Credentials by the name of their security scheme. The credential of one scheme is never used for another. */
export interface Auth {
  readonly [scheme: string]: CredentialSource<Credential> | undefined;
}

/**
 * A credential, or a function that returns the credential for a call, so that each end user has their own. `undefined` means that there is
 * no credential.
 */
export type CredentialSource<Value> =
  | Value
  | ((context: Context, request: CredentialRequest) => Provided<Value> | Promise<Provided<Value>>);

/** What a function in `auth` may return. */
type Provided<Value> = Value | (string extends Value ? RenewableToken : never) | undefined;

/** Values for the `$env_var` placeholders of a toolset's definition, in the shape of the definition. */
export interface Overlay {
  readonly [member: string]: unknown;
}

/** Executes a client function. An async generator's last value is the result; each value before it is a preliminary result. */
export type Handler<Input = never, Output = unknown, Given extends Context = Context> = (
  input: Input,
  context: Given,
) => Output | Promise<Output> | AsyncIterable<Output>;

/** The context that an adapter passes to handlers. The member `runtime` has the type that the adapter's SDK defines. */
export interface RuntimeContext<Runtime> extends Context {
  readonly runtime: Runtime;
}

/**
 * The values of a CES session, for `$context.project_id`, `$context.project_number`, `$context.location`, `$context.app_id`,
 * `$context.session_id` and `$context.turn_index`.
 */
export interface Session {
  readonly projectId?: string | undefined;
  readonly projectNumber?: string | undefined;
  readonly location?: string | undefined;
  readonly appId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly turnIndex?: number | undefined;
}

/** Returns a result in place of a tool. If it returns `undefined`, the real call is made. */
export type Fake<Input = never, Output = unknown> = (input: Input, context: Context) => Output | undefined | Promise<Output | undefined>;

/**
 * The wait in milliseconds before a request is repeated, after an attempt has failed; `undefined` if it is not repeated. The first attempt has
 * the number 1. `retryPolicy` makes such functions.
 */
export type RetryPolicy = (error: unknown, attempt: number) => number | undefined;

/** The call that the hook `around` gets. */
export interface AroundCall {
  readonly tool: string;
  readonly toolset: string;
  readonly toolCallId: string | undefined;
  /** How the tool is executed: the method and path of a request, or the name on an MCP server, with its digest when it was compiled. */
  readonly binding: Binding;
  /** The validated arguments, with the names that the tool has for them. */
  readonly input: unknown;
  /** The context of the call. */
  readonly context: Context;
}

/** The description of a call that hooks receive. */
export interface CallInfo {
  readonly tool: string;
  readonly toolset: string;
  readonly toolCallId: string | undefined;
  /** Alternative security requirements. Each names the schemes that are required together. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  /** The security schemes of the toolset by name: Security Scheme Objects of OpenAPI. */
  readonly securitySchemes: { readonly [name: string]: unknown };
  /**
   * The names, as in `auth`, of the schemes whose credentials this attempt sends. Another attempt may have others. It is empty if nothing in
   * `auth` or `secrets` is sent; what the hook `authorize` adds is not in it.
   */
  readonly usedSchemes: readonly string[];
}

/** The progress of a call, as a tool reports it. */
export interface Progress {
  readonly tool: string;
  readonly toolCallId: string | undefined;
  /** The number that says how far the call is, which grows with each message, up to `total` if that is known. */
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** A preliminary result of a call that is still running. */
export interface Preliminary {
  readonly tool: string;
  readonly toolCallId: string | undefined;
  readonly value: unknown;
}

/** The differences between a tool of an MCP server and its compiled form. */
export interface Drift {
  readonly toolset: string;
  readonly tool: string;
  /** Each difference is one sentence. */
  readonly differences: readonly string[];
}

/** A result that does not match the output schema. */
export interface Mismatch {
  readonly tool: string;
  readonly toolCallId: string | undefined;
  readonly issues: readonly Issue[];
}
