import { field, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { ConnectionSchemas } from "../../document/connection/connection.ts";
import type { Resolved } from "../../environment/resolved.ts";
import { snapshotOfOther } from "../codes.ts";

/** Reports a snapshot of another connection. If the connection differs by environment, the snapshot may be of any of its values. */
export function otherConnection({ definition, environments }: Resolved, { connection: saved }: ConnectionSchemas): Diagnostic[] {
  const named = field(definition.body, "connection");
  const connection = stringValue(named);
  if (named === undefined || connection === undefined || saved === undefined || connection === saved || environments.size > 0) return [];
  return [diagnostic(snapshotOfOther, { connection, snapshot: saved }, valueOrigin(named))];
}
