import { type Code, diagnostic } from "../diagnostic/diagnostic.ts";
import { field, keyOrigin, type Node } from "./node.ts";
import type { MessageFault } from "./read-message.ts";

const unusedWithStdio: Code<{ field: string }> = {
  code: "unused-with-stdio",
  severity: "warning",
  message: ({ field }) => `"${field}" has no effect, since the server is a program that is started.`,
  help: "It applies to requests over HTTP, and none is made. Give the program its values in `stdio.env`, and remove the field.",
};

export const stdioCodes: readonly Code<never>[] = [unusedWithStdio];

const overHttp = ["apiAuthentication", "customHeaders", "serviceDirectoryConfig", "tlsConfig"];

/** What a definition says of an MCP server that is not reached over HTTP. */
export function checkStdio(node: Node): MessageFault["found"][] {
  const body = field(node, "mcpToolset");
  if (field(body, "stdio") === undefined) return [];
  return overHttp.flatMap((name) => {
    const unused = field(body, name);
    return unused === undefined ? [] : [diagnostic(unusedWithStdio, { field: name }, keyOrigin(unused))];
  });
}
