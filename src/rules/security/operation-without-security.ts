import { field } from "../../definition/node.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import type { OpenApiDocument, Operation } from "../../document/openapi/read/operation.ts";
import type { Toolset } from "../../ir/ir.ts";
import { isArray } from "../../source/json/json.ts";
import { originOfValue } from "../../source/tree.ts";
import { rule } from "../rule.ts";

interface Opening {
  readonly schemes: readonly string[];
  readonly open: number;
  readonly all: number;
  readonly operation: string;
}

export const operationWithoutSecurity = rule<Opening>({
  code: "operation-without-security",
  severity: "warning",
  set: "recommended",
  summary: "an operation with an empty `security` in a document that requires credentials",
  price: 0,
  message: ({ schemes, open, all, operation }) =>
    `The document requires ${nameList(schemes)}, but ${open} of its ${all} operations have an empty "security", such as "${operation}": their calls send no credential.`,
  help: "An empty `security` replaces that of the document, so a credential that your program passes is not used, and the service may respond with 401. If the service requires the credential, configure the scheme in toolsetc.yaml: `overrides: { <toolset>: { auth: { <scheme>: { secret: <name> } } } }`. All operations then send the credential, from `auth` or `secrets` of your program. If these operations are public, turn the rule off for the toolset: `overrides: { <toolset>: { rules: { operation-without-security: off } } }`.",

  *definition(definition, { documentOf, toolsetOf, project }) {
    const document = documentOf(definition);
    const toolset = toolsetOf(definition);
    if (document === undefined || toolset === undefined || !requiresCredential(document)) return;
    const isConfigured =
      field(definition.body, "apiAuthentication") !== undefined ||
      definition.aliases.some((name) => (project.config.overrides.get(name)?.auth.size ?? 0) > 0);
    const open = document.operations.filter(hasEmptySecurity);
    // A service with a few public operations, such as a login, is described like this on purpose.
    if (isConfigured || open.length * 2 <= document.operations.length) return;
    const called = keysOf(toolset);
    const first = open.find(({ key }) => called.has(key));
    if (first === undefined) return;
    const schemes = [...new Set(document.security.flatMap((requirement) => [...requirement.keys()]))];
    const counts = { open: open.length, all: document.operations.length };
    const { tree, path } = first.node;
    yield {
      params: { schemes, ...counts, operation: first.operationId ?? first.key },
      place: originOfValue(tree, [...path, "security"]),
      details: { toolset: toolset.name },
    };
  },
});

function requiresCredential({ security }: OpenApiDocument): boolean {
  return security.length > 0 && security.every(({ size }) => size > 0);
}

/** Whether the author wrote `security: []`. A requirement with an unknown scheme is omitted too, but has a finding of its own. */
function hasEmptySecurity({ node }: Operation): boolean {
  const { security } = node.value;
  return isArray(security) && security.length === 0;
}

/** The keys of the operations that tools of the toolset call. */
function keysOf({ tools }: Toolset): ReadonlySet<string> {
  return new Set(tools.flatMap(({ binding }) => (binding.transport === "http" ? [`${binding.method} ${binding.path}`] : [])));
}
