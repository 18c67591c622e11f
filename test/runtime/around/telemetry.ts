import { createHash } from "node:crypto";
import { bindTools, type Tool } from "toolsetc/runtime";
import { traced } from "toolsetc/runtime/opentelemetry";

/** The same tools, whose calls the global tracer provider records, with the digest of `toolsetc.lock`. */
export function observed<const Tools extends readonly Tool[]>(tools: Tools, lock: string): Tools {
  const digest = createHash("sha256").update(lock).digest("hex");
  return bindTools(tools, { around: traced({ attributes: () => ({ "toolsetc.lock.digest": digest }) }) });
}
