// The codes about references and links of OpenAPI documents.

import type { Code } from "../../diagnostic/diagnostic.ts";
import { pointerOf } from "../../source/tree.ts";

export const misplacedReference: Code<{ what: string }> = {
  code: "misplaced-reference",
  severity: "warning",
  errorIn: "openapi",
  message: ({ what }) => `OpenAPI allows no "$ref" in place of this ${what}. The reference is followed nevertheless.`,
  cause: ({ what }) => what,
  help: "Most programs follow the reference, but strict programs reject the document. Write the value itself instead of the reference, or bundle the document into one file.",
};

export const unfollowedReference: Code<{ reason: string }> = {
  code: "unfollowed-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `This "$ref" is not followed, so the value here is missing: ${reason}.`,
  help: "OpenAPI allows no `$ref` here. Write the value itself instead of the reference.",
};

export const danglingReference: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, missing, near }) =>
    `The reference "${uri}" has no target: there is no "${missing}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  cause: ({ uri }) => uri,
  help: "Operations and schemas that depend on the reference cannot be used. Correct the reference, or add the missing target.",
  replacement: corrected,
};

/** The reference with the similar name in place of the missing one, if the missing one occurs once. */
function corrected({ uri, missing, near }: { uri: string; missing: string; near: string | undefined }): string | undefined {
  const steps = uri.split("/");
  const wrong = pointerOf([missing]).slice(1);
  if (near === undefined || steps.filter((step) => step === wrong).length !== 1) return undefined;
  return steps.map((step) => (step === wrong ? pointerOf([near]).slice(1) : step)).join("/");
}

export const remoteReference: Code<{ uri: string }> = {
  code: "remote-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri }) => `The target of the reference "${uri}" is outside of this project, so the reference is not followed.`,
  help: "The compiler fetches nothing, so that a project compiles the same everywhere. Save the file in the project, and refer to the saved file.",
};

export const wrongReference: Code<{ uri: string; expected: string; found: string }> = {
  code: "wrong-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, expected, found }) => `The reference "${uri}" leads to ${found}, but ${expected} is expected here.`,
  help: "A reference is replaced by its target, which must be of the expected kind. Refer to a value of that kind.",
};

export const referenceCycle: Code<{ cycle: readonly string[] }> = {
  code: "reference-cycle",
  severity: "error",
  errorIn: "openapi",
  message: ({ cycle }) => `These references only lead to each other: ${cycle.join(" -> ")}.`,
  help: "A reference in a cycle never leads to a value. Replace one of the references with the intended value.",
};

export const ignoredSibling: Code<{ name: string }> = {
  code: "ignored-sibling",
  severity: "warning",
  message: ({ name }) => `The member "${name}" has no effect beside "$ref".`,
  cause: ({ name }) => name,
  help: "This version of OpenAPI ignores all members beside a `$ref`. Move the member to the target of the reference, or combine the member and the reference with `allOf`.",
};

export const nullableBesideReference: Code<Record<never, never>> = {
  code: "nullable-beside-reference",
  severity: "warning",
  message: () => '"nullable" beside "$ref" has no effect in this version of OpenAPI, but the compiler allows null nevertheless.',
  cause: () => "nullable",
  help: "OpenAPI ignores all members beside a `$ref`, so other programs may reject null. Write `nullable: true` beside an `allOf` that contains the reference.",
};

export const unknownLinkedOperation: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-linked-operation",
  severity: "warning",
  message: ({ name, near }) => `No operation has the "operationId" "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The link has no target. Tools do not depend on links, so no tool is affected. Correct the name.",
};

export const danglingLink: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-link",
  severity: "warning",
  message: danglingReference.message,
  cause: ({ uri }) => uri,
  help: "Tools do not depend on this reference, so no tool is affected. Correct the reference.",
  replacement: corrected,
};
