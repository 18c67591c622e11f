import { changedToolName } from "./ces/changed-tool-name.ts";
import { mcpAddress } from "./ces/mcp-address.ts";
import { mcpStdio } from "./ces/mcp-stdio.ts";
import { missingAppFile } from "./ces/missing-app-file.ts";
import { missingOperationId } from "./ces/missing-operation-id.ts";
import { operationAsTool } from "./ces/operation-as-tool.ts";
import { schemalessObject } from "./ces/schemaless-object.ts";
import { cesUndeclaredVariable } from "./ces/undeclared-variable.ts";
import { unknownInstructionReference } from "./ces/unknown-instruction-reference.ts";
import { unknownPythonTool } from "./ces/unknown-python-tool.ts";
import { unknownReference } from "./ces/unknown-reference.ts";
import { cesUnmanagedPlaceholder } from "./ces/unmanaged-placeholder.ts";
import { unsupportedOpenapiVersion } from "./ces/unsupported-openapi-version.ts";
import { unsupportedResource } from "./ces/unsupported-resource.ts";
import { descriptionTooShort } from "./description-too-short.ts";
import type { RunnableRule } from "./rule.ts";

/** All rules, in the order of the documentation. */
export const rules: readonly RunnableRule[] = [
  unsupportedOpenapiVersion,
  unsupportedResource,
  missingOperationId,
  changedToolName,
  cesUnmanagedPlaceholder,
  mcpAddress,
  mcpStdio,
  schemalessObject,
  missingAppFile,
  unknownReference,
  operationAsTool,
  unknownInstructionReference,
  unknownPythonTool,
  cesUndeclaredVariable,
  descriptionTooShort,
];

/** The codes of the rules that run only where the configuration gives them a severity. */
export const optionalCodes: ReadonlySet<string> = new Set(rules.filter(({ set }) => set === "optional").map(({ code }) => code));
