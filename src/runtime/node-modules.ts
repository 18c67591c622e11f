import type * as childProcess from "node:child_process";
import type * as https from "node:https";
import type * as stream from "node:stream";
import type * as zlib from "node:zlib";
import { isBoundToRequest } from "./bound-to-request.ts";

/** The modules of Node that this library uses. */
export interface NodeModules {
  readonly "node:child_process": typeof childProcess;
  readonly "node:https": typeof https;
  readonly "node:stream": typeof stream;
  readonly "node:zlib": typeof zlib;
}

/** Gives a module of Node. */
export type GetNodeModule = <Name extends keyof NodeModules>(name: Name) => NodeModules[Name];

/**
 * Where there is Node, or what is like it (Bun, Deno), the way to its modules. They are not imported, since a bundler for browsers follows
 * every import, also one that is never reached there.
 */
export function nodeModules(): GetNodeModule | undefined {
  // Workers have modules of these names, which start no programs and trust no other certificates than their own.
  if (isBoundToRequest()) return undefined;
  const { process: own }: { process?: { getBuiltinModule?: unknown } } = globalThis;
  // Node has had it since 20.16.
  return typeof own?.getBuiltinModule === "function" ? (own.getBuiltinModule as GetNodeModule) : undefined;
}
