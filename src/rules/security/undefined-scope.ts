import { nearest } from "../../diagnostic/nearest.ts";
import type { OpenApiDocument } from "../../document/openapi/read/operation.ts";
import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import { type Origin, originOfValue, type Tree } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const undefinedScope = rule<{ scope: string; scheme: string; uses: number; near: string | undefined }>({
  code: "undefined-scope",
  severity: "warning",
  set: "recommended",
  summary: "an OAuth scope that operations require, and that its security scheme does not have",
  price: 0,
  message: ({ scope, scheme, uses, near }) =>
    `${uses === 1 ? "A security requirement names" : `${uses} security requirements name`} the scope "${scope}", which no flow of "${scheme}" has.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "A token for the scopes of the scheme does not allow these calls, or the service rejects the request for the token. Correct the scope, or describe it under `scopes` of the flow.",

  *document(document) {
    const required = requiredScopes(document);
    for (const [scheme, { value }] of document.securitySchemes) {
      const known = scopesOf(value);
      // A scheme that describes no scope leaves them all to the service.
      if (known.size === 0) continue;
      for (const [scope, places] of required.get(scheme) ?? []) {
        const [place] = places;
        if (known.has(scope) || place === undefined) continue;
        yield { params: { scope, scheme, uses: places.length, near: nearest(scope, known) }, place };
      }
    }
  },
});

type Places = Map<string, Map<string, Origin[]>>;

/** The places of the required scopes, by scheme and scope: in the document and in its operations. */
function requiredScopes({ tree, operations }: OpenApiDocument): Places {
  const found: Places = new Map();
  collect(member(tree.data, "security"), { tree, path: ["security"] }, found);
  for (const { node } of operations) collect(member(node.value, "security"), { tree: node.tree, path: [...node.path, "security"] }, found);
  return found;
}

function collect(security: Json | undefined, at: { readonly tree: Tree; readonly path: Origin["path"] }, found: Places): void {
  for (const [index, requirement] of isArray(security) ? security.entries() : []) {
    for (const [scheme, scopes] of isObject(requirement) ? Object.entries(requirement) : []) {
      const ofScheme = found.get(scheme) ?? new Map<string, Origin[]>();
      found.set(scheme, ofScheme);
      for (const [position, scope] of isArray(scopes) ? scopes.entries() : [])
        ofScheme.set(String(scope), [
          ...(ofScheme.get(String(scope)) ?? []),
          originOfValue(at.tree, [...at.path, index, scheme, position]),
        ]);
    }
  }
}

/** The scopes that a scheme describes: in each of its flows, or in Swagger 2.0 in itself. */
function scopesOf(scheme: Json): ReadonlySet<string> {
  if (member(scheme, "type") !== "oauth2") return new Set();
  const flows = member(scheme, "flows");
  const described = [scheme, ...(isObject(flows) ? Object.values(flows) : [])].map((flow) => member(flow, "scopes"));
  return new Set(described.flatMap((scopes) => (isObject(scopes) ? Object.keys(scopes) : [])));
}
