import type { Annotations } from "../binding.ts";

/** `ToolAnnotations` of MCP. */
export type Hints = {
  readOnlyHint?: true;
  destructiveHint?: boolean;
  idempotentHint?: true;
  openWorldHint?: false;
};

/**
 * Converts annotations to MCP's hints, by which a client decides whether to ask its user. `destructiveHint` is included if it is known:
 * `false` means that a call only adds something, and a client that finds no hint assumes the worst. Of the other hints, MCP's default values
 * are omitted: not read-only, not idempotent, open world.
 */
export function hintsOf({ readOnly, destructive, idempotent, openWorld }: Annotations): Hints {
  return {
    ...(readOnly ? { readOnlyHint: true } : {}),
    ...(destructive === null ? {} : { destructiveHint: destructive }),
    ...(idempotent && !readOnly ? { idempotentHint: true } : {}),
    ...(openWorld ? {} : { openWorldHint: false }),
  };
}
