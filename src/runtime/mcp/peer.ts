/**
 * The required parts of the MCP SDK's `Client`, so that the context's type does not depend on an SDK.
 * The clients of `@modelcontextprotocol/sdk` 1 and `@modelcontextprotocol/client` 2 implement them.
 */
export interface McpClient {
  // Declared as a method, since the parameter types of the SDKs are narrower: TypeScript compares the parameters of methods in both directions.
  request(request: object, resultSchema: object, options: object): Promise<unknown>;
  getServerCapabilities(): { readonly tools?: object | undefined } | undefined;
  readonly transport?: object | undefined;
  getServerVersion?(): { readonly name: string; readonly title?: string | undefined } | undefined;
  /** `modern` if the server uses a revision of MCP without sessions. Only version 2 of the SDK has this method. */
  getProtocolEra?(): string | undefined;
}

/** The parts of the MCP SDK's `Transport` that distinguish it from a client. It is not started yet. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}
