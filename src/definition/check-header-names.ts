import { diagnostic } from "../diagnostic/diagnostic.ts";
import { isPlaceholder } from "../source/text/placeholder.ts";
import { invalidHeaderName } from "./codes.ts";
import { enumField } from "./enum-name.ts";
import { entries, field, fieldAt, keyOrigin, type Node, stringValue, valueOrigin } from "./node.ts";
import type { MessageError } from "./read-message.ts";

/** Checks the names of the headers that a definition adds to requests: custom headers and the headers of API keys. */
export function checkHeaderNames(node: Node): MessageError[] {
  const bodies = ["openApiToolset", "mcpToolset", "openApiTool", "mcpTool"].flatMap((member) => field(node, member) ?? []);
  return bodies.flatMap((body) => [
    ...checkKeyName(fieldAt(body, ["apiAuthentication", "apiKeyConfig"])),
    ...entries(field(body, "customHeaders")).flatMap(([name, header]) =>
      isHeaderName(name) ? [] : [{ path: header.path, found: diagnostic(invalidHeaderName, { name }, keyOrigin(header)) }],
    ),
  ]);
}

function checkKeyName(config: Node | undefined): MessageError[] {
  const keyName = field(config, "keyName");
  const name = stringValue(keyName);
  if (keyName === undefined || name === undefined || name === "" || isPlaceholder(name) || isHeaderName(name)) return [];
  if (enumField(field(config, "requestLocation"), "RequestLocation") !== "HEADER") return [];
  return [{ path: keyName.path, found: diagnostic(invalidHeaderName, { name }, valueOrigin(keyName)) }];
}

function isHeaderName(name: string): boolean {
  return /^[0-9A-Za-z!#$%&'*+.^_`|~-]+$/.test(name);
}
