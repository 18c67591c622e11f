import type { Readable, Writable } from "node:stream";

/** Serves one client on streams. `wire` is the version of the protocol. */
export function serve(input: Readable, output: Writable, wire: "v2" | "legacy"): void;
