import type { Credential, CredentialRequest, SecretSource } from "./auth/credential.ts";
import type { McpClient, McpTransport } from "./mcp/peer.ts";
import type { Issue } from "./schema/standard-schema.ts";

/** What a caller knows and a model does not. Everything may also be given once, to `tools(options)`. */
export interface Context {
  /** The model's identifier of this call, handed on to hooks and handlers. */
  readonly toolCallId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What the SDK that asks for this call gives its tools beside the input, untouched: the AI SDK's `messages`, TanStack AI's `emitCustomEvent`. It is for handlers; nothing of it is sent. */
  readonly runtime?: unknown;
  /** A name of the toolset's environments, or the values themselves in the shape of the definition. */
  readonly environment?: string | Overlay | undefined;
  /** The address of the service. It comes before the document's servers and after a `url` in the definition. */
  readonly baseUrl?: string | undefined;
  /** Values for the variables of a server's address. */
  readonly serverVariables?: { readonly [name: string]: string } | undefined;
  /** `$context.variables.<name>`. */
  readonly variables?: { readonly [name: string]: unknown } | undefined;
  /** The other `$context.*` values. */
  readonly session?: Session | undefined;
  /** Credentials by the name of their security scheme, each a value or a function of the call. They come before what the scheme refers to. */
  readonly auth?: Auth | undefined;
  /** The values of secrets by the names that definitions have for them: a function, or an object. */
  readonly secrets?: SecretSource | undefined;
  /** Tells the origin (`https://10.1.2.3:8443`) of a Service Directory service, by its full resource name. */
  readonly resolveService?: ((service: string) => string | Promise<string>) | undefined;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Has the last word on a request before it is sent, after `auth`; `info` says which schemes the tool names. With it, nothing counts as missing. */
  readonly authorize?: ((request: Request, info: CallInfo) => Request | Promise<Request>) | undefined;
  /** Told of each attempt, right before it is sent; `onResponse` right after its answer has begun. */
  readonly onRequest?: ((request: Request, info: CallInfo) => void) | undefined;
  readonly onResponse?: ((response: Response, info: CallInfo) => void) | undefined;
  /** Carries out client functions, by tool name. */
  readonly handlers?: { readonly [tool: string]: Handler } | undefined;
  /** Answers in the place of tools, by tool name. Without it no call is ever faked, whatever a definition says. */
  readonly fakes?: { readonly [tool: string]: Fake } | undefined;
  /** Called when a tool says how far it has come. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Told of each value that a handler yields, as soon as it is there. */
  readonly onPreliminary?: ((preliminary: Preliminary) => void) | undefined;
  /** A connected MCP client, or a transport for one, in the place of a connection to the toolset's address. */
  readonly mcp?: McpClient | McpTransport | undefined;
  /** What to do if a tool of an MCP server is no longer what was compiled. `error`, the default, refuses to call it; `warn` tells `onDrift`. */
  readonly drift?: "error" | "warn" | "ignore" | undefined;
  readonly onDrift?: ((drift: Drift) => void) | undefined;
  /** `report`, the default: an answer that does not match its schema is returned, and `onMismatch` is told. */
  readonly output?: "report" | "strict" | undefined;
  readonly onMismatch?: ((mismatch: Mismatch) => void) | undefined;
}

/** Credentials by the name of their security scheme. Nothing else is ever sent in their place. */
export interface Auth {
  readonly [scheme: string]: CredentialSource<Credential> | undefined;
}

/** A credential, or what gives it for a call, so that every end user has their own. `undefined`: there is none. */
export type CredentialSource<Value> =
  | Value
  | ((context: Context, wanted: CredentialRequest) => Value | undefined | Promise<Value | undefined>);

/** Values for the `$env_var` placeholders of a toolset's definition, in the definition's shape. */
export interface Overlay {
  readonly [member: string]: unknown;
}

/** Carries out a client function. Of an async generator the last value counts; each before it is a preliminary result. */
export type Handler<Input = never, Output = unknown, Given extends Context = Context> = (
  input: Input,
  context: Given,
) => Output | Promise<Output> | AsyncIterable<Output>;

/** What a handler is given by an adapter, which knows the type of what its SDK gives. */
export interface RuntimeContext<Runtime> extends Context {
  readonly runtime: Runtime;
}

/** What CES knows of a session, for `$context.project_id`, `$context.project_number`, `$context.location`, `$context.app_id`, `$context.session_id` and `$context.turn_index`. */
export interface Session {
  readonly projectId?: string | undefined;
  readonly projectNumber?: string | undefined;
  readonly location?: string | undefined;
  readonly appId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly turnIndex?: number | undefined;
}

/** Answers in the place of a tool. `undefined`: the real call is made. */
export type Fake<Input = never, Output = unknown> = (input: Input, context: Context) => Output | undefined | Promise<Output | undefined>;

/** What hooks are told of a call. */
export interface CallInfo {
  readonly tool: string;
  readonly toolset: string;
  readonly toolCallId: string | undefined;
  /** Alternatives, each naming schemes that are needed together. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  /** The toolset's security schemes by name, as OpenAPI writes them. */
  readonly securitySchemes: { readonly [name: string]: unknown };
}

/** How far a call has come. */
export interface Progress {
  readonly tool: string;
  readonly toolCallId: string | undefined;
  /** Grows with each message, up to `total` if that is known. */
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** A result of a call that goes on. */
export interface Preliminary {
  readonly tool: string;
  readonly toolCallId: string | undefined;
  readonly value: unknown;
}

/** How a tool of a server differs from what was compiled. */
export interface Drift {
  readonly toolset: string;
  readonly tool: string;
  /** One sentence each. */
  readonly differences: readonly string[];
}

/** An answer that does not match its output schema. */
export interface Mismatch {
  readonly tool: string;
  readonly toolCallId: string | undefined;
  readonly issues: readonly Issue[];
}
