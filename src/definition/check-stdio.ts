import { diagnostic } from "../diagnostic/diagnostic.ts";
import { unusedWithStdio } from "./codes.ts";
import { field, keyOrigin, type Node } from "./node.ts";
import type { MessageError } from "./read-message.ts";

const overHttp = ["apiAuthentication", "customHeaders", "serviceDirectoryConfig", "tlsConfig"];

/** Reports fields for HTTP in the definition of an MCP server that is reached over stdio. */
export function checkStdio(node: Node): MessageError["found"][] {
  const body = field(node, "mcpToolset");
  if (field(body, "stdio") === undefined) return [];
  return overHttp.flatMap((name) => {
    const unused = field(body, name);
    return unused === undefined ? [] : [diagnostic(unusedWithStdio, { field: name }, keyOrigin(unused))];
  });
}
