import type { Definition } from "../definition/definition.ts";
import { keyOrigin } from "../definition/node.ts";
import { diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { checkConnection } from "../document/connection/check-connection.ts";
import { checkToolList } from "../document/mcp/check-tool-list.ts";
import type { Resolved } from "../environment/resolved.ts";
import type { Overrides } from "../project/config/config.ts";
import { snapshotPaths, snapshotTree } from "../project/documents/documents.ts";
import type { Project } from "../project/project.ts";
import { checkFakes } from "./check-fakes.ts";
import { lowerClient } from "./client/lower-client.ts";
import { missingSnapshot } from "./codes.ts";
import { lowerConnector } from "./connector/lower-connector.ts";
import type { Lowered } from "./draft.ts";
import { lowerMcp, lowerMcpTool } from "./mcp/lower-mcp.ts";
import { lowerOpenApi } from "./openapi/lower-openapi.ts";
import type { OperationSelections } from "./openapi/select-operations.ts";
import { unknownParameters } from "./overrides/tool-overrides.ts";
import { reportUnusedAuth, reportUnusedBody, reportUnusedPages } from "./overrides/unused-override.ts";
import type { Libraries } from "./schemas/libraries.ts";
import { undeclaredVariables } from "./undeclared-variable.ts";

interface LowerContext {
  readonly selections: OperationSelections;
  readonly project: Project;
  readonly libraries: Libraries;
  readonly overrides: Overrides | undefined;
}

/** Lowers a definition, and reports the parts of the definition and of its overrides that have no effect. */
export function lowerDefinition(resolved: Resolved, context: LowerContext): Outcome<Lowered | undefined> {
  const { definition } = resolved;
  const { selections, project, overrides } = context;
  const { value, diagnostics } = lowerKind(resolved, context);
  const ofDefinition = [
    ...diagnostics,
    ...reportUnusedAuth(resolved, overrides),
    ...reportUnusedBody(definition, overrides),
    ...reportUnusedPages(definition, overrides),
    ...undeclaredVariables(definition, selections.get(definition)?.document, project.apps),
  ];
  if (value === undefined) return { value, diagnostics: ofDefinition };
  const ofTools = [...unknownParameters(value.drafts, overrides), ...checkFakes({ resolved, lowered: value })];
  return { value, diagnostics: [...ofDefinition, ...ofTools] };
}

function lowerKind(resolved: Resolved, { selections, project, libraries, overrides }: LowerContext): Outcome<Lowered | undefined> {
  const { definition } = resolved;
  const sourceOf = libraries.ofRoots;
  switch (definition.kind) {
    case "openapi": {
      const operations = selections.get(definition);
      if (operations === undefined) return rejected; // The check of the document has reported why it cannot be used.
      return lowerOpenApi(resolved, operations, { overrides, schemas: libraries.ofDocument(operations.document, definition) });
    }
    case "mcp": {
      if (definition.member === "mcpTool") return lowerMcpTool(resolved, { overrides, sourceOf });
      const snapshot = snapshotTree(definition, project);
      if (snapshot === undefined) return missing(definition, "its tools", project);
      const list = checkToolList(snapshot);
      return after(list, list.value.isReadable ? lowerMcp(resolved, list.value, { overrides, sourceOf }) : rejected);
    }
    case "connector": {
      const snapshot = snapshotTree(definition, project);
      if (snapshot === undefined) return missing(definition, "its connection", project);
      const connection = checkConnection(snapshot);
      return after(
        connection,
        connection.value.isReadable ? lowerConnector(resolved, connection.value, { overrides, sourceOf }) : rejected,
      );
    }
    case "client":
      return lowerClient(resolved, overrides, sourceOf);
  }
}

const rejected: Outcome<undefined> = { value: undefined, diagnostics: [] };

/** The outcome of a step, with the diagnostics of a preceding check before its own diagnostics. */
function after<T>(check: Outcome<unknown>, { value, diagnostics }: Outcome<T>): Outcome<T> {
  return { value, diagnostics: [...check.diagnostics, ...diagnostics] };
}

function missing(definition: Definition, what: string, project: Project): Outcome<undefined> {
  const { name, body } = definition;
  const [path = ""] = snapshotPaths(definition, project);
  return { value: undefined, diagnostics: [diagnostic(missingSnapshot, { name, what, path }, keyOrigin(body))] };
}
