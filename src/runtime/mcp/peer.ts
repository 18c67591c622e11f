/**
 * The members of the MCP SDK's `Client` that this library uses. They are declared here, so that the type of the context does not depend on
 * an SDK. The clients of `@modelcontextprotocol/sdk` 1 and `@modelcontextprotocol/client` 2 have these members.
 */
export interface McpClient {
  // Declared as a method, since TypeScript compares the parameters of methods in both directions: the parameter types of the SDKs are
  // narrower.
  request(request: object, resultSchema: object, options: object): Promise<unknown>;
  /** What the server declares that it supports. Only some versions of the SDKs have `tasks`. */
  getServerCapabilities():
    | {
        readonly tools?: object | undefined;
        readonly tasks?:
          | { readonly requests?: { readonly tools?: { readonly call?: object | undefined } | undefined } | undefined }
          | undefined;
      }
    | undefined;
  readonly transport?: object | undefined;
  getServerVersion?(): { readonly name: string; readonly title?: string | undefined } | undefined;
  /** Returns `modern` if the server uses a revision of MCP without sessions. Only version 2 of the SDK has this method. */
  getProtocolEra?(): string | undefined;
}

/** A transport of the MCP SDK that is not started yet. These members of the SDK's `Transport` distinguish it from a client. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}
