import { cesChangedToolName } from "./ces/ces-changed-tool-name.ts";
import { cesEmptyInstruction } from "./ces/ces-empty-instruction.ts";
import { cesFolderName } from "./ces/ces-folder-name.ts";
import { cesInvalidVariableName } from "./ces/ces-invalid-variable-name.ts";
import { cesMcpAddress } from "./ces/ces-mcp-address.ts";
import { cesMcpStdio } from "./ces/ces-mcp-stdio.ts";
import { cesMissingFile } from "./ces/ces-missing-file.ts";
import { cesMissingOperationId } from "./ces/ces-missing-operation-id.ts";
import { cesOperationAsTool } from "./ces/ces-operation-as-tool.ts";
import { cesPythonSyntax } from "./ces/ces-python-syntax.ts";
import { cesSchemalessObject } from "./ces/ces-schemaless-object.ts";
import { cesUndeclaredRequired } from "./ces/ces-undeclared-required.ts";
import { cesUndeclaredVariable } from "./ces/ces-undeclared-variable.ts";
import { cesUndescribedFunction } from "./ces/ces-undescribed-function.ts";
import { cesUnknownInstructionReference } from "./ces/ces-unknown-instruction-reference.ts";
import { cesUnknownPythonTool } from "./ces/ces-unknown-python-tool.ts";
import { cesUnknownReference } from "./ces/ces-unknown-reference.ts";
import { cesUnmanagedPlaceholder } from "./ces/ces-unmanaged-placeholder.ts";
import { cesUnreachableAgent } from "./ces/ces-unreachable-agent.ts";
import { cesUnsupportedOpenapiVersion } from "./ces/ces-unsupported-openapi-version.ts";
import { cesUnsupportedResource } from "./ces/ces-unsupported-resource.ts";
import { cesWrongDefault } from "./ces/ces-wrong-default.ts";
import { confusable } from "./model/confusable.ts";
import { deprecationNotInDescription } from "./model/deprecation-not-in-description.ts";
import { descriptionTooLong } from "./model/description-too-long.ts";
import { descriptionTooShort } from "./model/description-too-short.ts";
import { equalDescriptions } from "./model/equal-descriptions.ts";
import { markupInDescription } from "./model/markup-in-description.ts";
import { missingDescription } from "./model/missing-description.ts";
import { protocolHeader } from "./model/protocol-header.ts";
import { titleNotInDescription } from "./model/title-not-in-description.ts";
import { unexplainedParameter } from "./model/unexplained-parameter.ts";
import { unfindable } from "./model/unfindable.ts";
import { unmarkedDeprecation } from "./model/unmarked-deprecation.ts";
import type { RunnableRule } from "./rule.ts";
import { controlCharacterInName } from "./security/control-character-in-name.ts";
import { credentialsInUrl } from "./security/credentials-in-url.ts";
import { fakeInProduction } from "./security/fake-in-production.ts";
import { hiddenText } from "./security/hidden-text.ts";
import { insecureServer } from "./security/insecure-server.ts";
import { instructionToModel } from "./security/instruction-to-model.ts";
import { invisibleCharacter } from "./security/invisible-character.ts";
import { literalSecret } from "./security/literal-secret.ts";
import { lookalikeNames } from "./security/lookalike-names.ts";
import { metadataAddress } from "./security/metadata-address.ts";
import { mixedScriptName } from "./security/mixed-script-name.ts";
import { operationWithoutSecurity } from "./security/operation-without-security.ts";
import { privateAddress } from "./security/private-address.ts";
import { repeatedToolName } from "./security/repeated-tool-name.ts";
import { secretInDescription } from "./security/secret-in-description.ts";
import { secretInExample } from "./security/secret-in-example.ts";
import { sharedSecret } from "./security/shared-secret.ts";
import { unapprovedDeletion } from "./security/unapproved-deletion.ts";
import { undefinedScope } from "./security/undefined-scope.ts";
import { valueOfOtherEnvironment } from "./security/value-of-other-environment.ts";
import { unusedSchema } from "./unused-schema.ts";

/** All rules, in the order of the documentation. */
export const rules: readonly RunnableRule[] = [
  cesUnsupportedOpenapiVersion,
  cesUnsupportedResource,
  cesMissingOperationId,
  cesChangedToolName,
  cesUnmanagedPlaceholder,
  cesMcpAddress,
  cesMcpStdio,
  cesSchemalessObject,
  cesMissingFile,
  cesUnknownReference,
  cesOperationAsTool,
  cesUnknownInstructionReference,
  cesUnknownPythonTool,
  cesUndeclaredVariable,
  cesEmptyInstruction,
  cesUnreachableAgent,
  cesInvalidVariableName,
  cesFolderName,
  cesPythonSyntax,
  cesUndeclaredRequired,
  cesWrongDefault,
  cesUndescribedFunction,
  unusedSchema,
  literalSecret,
  secretInDescription,
  secretInExample,
  credentialsInUrl,
  insecureServer,
  metadataAddress,
  privateAddress,
  operationWithoutSecurity,
  undefinedScope,
  hiddenText,
  invisibleCharacter,
  controlCharacterInName,
  mixedScriptName,
  lookalikeNames,
  instructionToModel,
  unapprovedDeletion,
  repeatedToolName,
  fakeInProduction,
  valueOfOtherEnvironment,
  sharedSecret,
  missingDescription,
  equalDescriptions,
  descriptionTooShort,
  descriptionTooLong,
  titleNotInDescription,
  markupInDescription,
  unexplainedParameter,
  protocolHeader,
  deprecationNotInDescription,
  unmarkedDeprecation,
  unfindable,
  confusable,
];

/** The codes of all rules. Whatever their severity, their findings do not change what is compiled. */
export const ruleCodes: ReadonlySet<string> = new Set(rules.map(({ code }) => code));

/** The codes of the rules that run only where the configuration gives them a severity. */
export const optionalCodes: ReadonlySet<string> = new Set(rules.filter(({ set }) => set === "optional").map(({ code }) => code));
