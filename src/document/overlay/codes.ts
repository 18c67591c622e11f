import type { Code } from "../../diagnostic/diagnostic.ts";

export const invalidOverlay: Code<{ reason: string }> = {
  code: "invalid-overlay",
  severity: "error",
  message: ({ reason }) => `This overlay cannot be used: ${reason}.`,
  help: "The toolsets of the document are not compiled, since nobody knows what the overlay would have changed. Correct the overlay by the OpenAPI Overlay Specification, 1.0 to 1.2, whose queries are those of RFC 9535, or remove it from `overlays`.",
};

export const inapplicableAction: Code<{ reason: string; document: string }> = {
  code: "inapplicable-action",
  severity: "error",
  message: ({ reason, document }) => `This action cannot be applied to "${document}": ${reason}.`,
  help: "An object is merged with an object, an array with an array or an item, and another value only replaces one that is no object or array. To replace a value of another kind, remove it in one action and update the object around it in the next. The toolsets of the document are not compiled until the action is corrected.",
};

export const actionWithoutEffect: Code<{ why: string }> = {
  code: "action-without-effect",
  severity: "warning",
  message: ({ why }) => `This action changes nothing, because ${why}.`,
  help: "The document may have changed since the overlay was written: what was missing may be there now, or have another name. Correct the action, or remove it.",
};

export const otherExtends: Code<{ extended: string; document: string }> = {
  code: "other-extends",
  severity: "warning",
  message: ({ extended, document }) => `This overlay was made for "${extended}", and it is applied to "${document}".`,
  help: "`extends` says for which document an overlay was made; toolsetc.yaml decides to which one it is applied. Correct `extends`, or the entry of the overlay.",
};

/** The codes of overlays. */
export const overlayCodes: readonly Code<never>[] = [invalidOverlay, inapplicableAction, actionWithoutEffect, otherExtends];
