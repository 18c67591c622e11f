import { originOfKey } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const cesMissingOperationId = rule<{ operation: string }>({
  code: "ces-missing-operation-id",
  severity: "error",
  set: "ces",
  summary: "an operation without the `operationId` that CES makes the name of its tool from",
  price: 0,
  message: ({ operation }) => `The operation "${operation}" has no operationId, from which CES would make the name of its tool.`,
  help: "CES makes the tool's name from the operationId, and agents select tools by the operationId. Give the operation an operationId.",

  *document({ operations }) {
    for (const { key, operationId, node } of operations) {
      if (operationId === undefined) yield { params: { operation: key }, place: originOfKey(node.tree, node.path) };
    }
  },
});
