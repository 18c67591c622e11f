import type { Definition } from "../definition/definition.ts";
import { entries, field, items, type Node, stringValue, valueOrigin } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { OpenApiDocument } from "../document/openapi/read/operation.ts";
import type { App } from "../project/project.ts";
import { isObject } from "../source/json/json.ts";
import { type Origin, originOfValue } from "../source/tree.ts";
import { undeclaredVariable } from "./codes.ts";

/** The fields of a definition that may refer to variables of the app. */
const fieldsWithVariables = ["apiAuthentication", "customHeaders", "authConfig", "stdio"];

/** Reports variables in a definition of an exported app, or in its document, that the app does not declare. */
export function undeclaredVariables(
  { body, app: root }: Definition,
  document: OpenApiDocument | undefined,
  apps: readonly App[],
): Diagnostic[] {
  const app = apps.find((each) => each.root === root);
  if (app?.tree.data === undefined) return [];
  const declared = new Set(items(field({ tree: app.tree, path: [], value: app.tree.data }, "variableDeclarations")).map(nameOf));
  const own = fieldsWithVariables.flatMap((name) => referencesIn(field(body, name)));
  const sent = (document?.operations ?? []).flatMap(({ parameters }) =>
    parameters.flatMap(({ sessionContext, origin: { tree, path } }) =>
      sessionContext === undefined ? [] : referenceOf(sessionContext, originOfValue(tree, [...path, "x-ces-session-context"])),
    ),
  );
  return [...own, ...sent].flatMap(({ variable, place }) =>
    declared.has(variable) ? [] : [diagnostic(undeclaredVariable, { variable, near: nearest(variable, declared) }, place)],
  );
}

function nameOf(declaration: Node): string {
  return stringValue(field(declaration, "name")) ?? "";
}

interface VariableReference {
  readonly variable: string;
  readonly place: Origin;
}

function referencesIn(node: Node | undefined): VariableReference[] {
  if (node === undefined) return [];
  if (isObject(node.value)) return entries(node).flatMap(([, item]) => referencesIn(item));
  return referenceOf(stringValue(node), valueOrigin(node));
}

function referenceOf(value: string | undefined, place: Origin): VariableReference[] {
  const variable = /^\$context\.variables\.([A-Za-z_][A-Za-z0-9_]*)$/.exec(value ?? "")?.[1];
  return variable === undefined ? [] : [{ variable, place }];
}
