import { field, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { ConnectionSchemas } from "../../document/connection/connection.ts";
import type { Resolved } from "../../environment/resolved.ts";
import { snapshotOfOther } from "../codes.ts";

/** A connection that differs by environment has one snapshot for all of its values, any of which may be the one that was saved. */
export function otherConnection({ definition, environments }: Resolved, { connection: saved }: ConnectionSchemas): Diagnostic[] {
  const named = field(definition.body, "connection");
  const connection = stringValue(named);
  if (named === undefined || connection === undefined || saved === undefined || connection === saved || environments.size > 0) return [];
  return [diagnostic(snapshotOfOther, { connection, snapshot: saved }, valueOrigin(named))];
}
