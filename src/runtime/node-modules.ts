import type * as childProcess from "node:child_process";
import type * as https from "node:https";
import type * as stream from "node:stream";
import type * as zlib from "node:zlib";
import { isBoundToRequest } from "./bound-to-request.ts";

/** The Node modules that this library uses. */
export interface NodeModules {
  readonly "node:child_process": typeof childProcess;
  readonly "node:https": typeof https;
  readonly "node:stream": typeof stream;
  readonly "node:zlib": typeof zlib;
}

/** Returns the Node module that `name` names. */
export type GetNodeModule = <Name extends keyof NodeModules>(name: Name) => NodeModules[Name];

/**
 * Access to Node's modules in Node, Bun and Deno; `undefined` in other runtimes. The modules are not imported, since a bundler for browsers
 * resolves every import, even of code that never runs in a browser.
 */
export function nodeModules(): GetNodeModule | undefined {
  // Workers have modules of these names, but can neither start programs nor trust additional certificates.
  if (isBoundToRequest()) return undefined;
  const { process: own }: { process?: { getBuiltinModule?: unknown } } = globalThis;
  // Node has `getBuiltinModule` since 20.16. In older versions, programs and `caCerts` are not supported.
  return typeof own?.getBuiltinModule === "function" ? (own.getBuiltinModule as GetNodeModule) : undefined;
}
