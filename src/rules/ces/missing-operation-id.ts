import { originOfKey } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const missingOperationId = rule<{ operation: string }>({
  code: "ces-missing-operation-id",
  severity: "error",
  profile: "ces",
  message: ({ operation }) => `The operation "${operation}" has no operationId.`,
  help: "CES makes the tool's name from the operationId, and agents select tools by it. Give the operation one.",

  *check({ definitions, documentOf }) {
    const documents = new Set(definitions.flatMap((definition) => documentOf(definition) ?? []));
    for (const { key, operationId, node } of [...documents].flatMap(({ operations }) => operations)) {
      if (operationId === undefined) yield { params: { operation: key }, place: originOfKey(node.tree, node.path) };
    }
  },
});
