/**
 * The parts of the MCP SDK's `Client` that are needed, so that no type of an SDK stands in a context.
 * The clients of `@modelcontextprotocol/sdk` 1 and `@modelcontextprotocol/client` 2 have them.
 */
export interface McpClient {
  // Methods, since what the SDKs want of a request is narrower than what is known here.
  request(request: object, resultSchema: object, options: object): Promise<unknown>;
  getServerCapabilities(): { readonly tools?: object | undefined } | undefined;
  readonly transport?: object | undefined;
  getServerVersion?(): { readonly name: string; readonly title?: string | undefined } | undefined;
  /** Only version 2: whether the server speaks a revision without sessions. */
  getProtocolEra?(): string | undefined;
}

/** The parts of the MCP SDK's `Transport` by which it is told from a client. It is not started yet. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}
