import { field, keyOrigin, nodeAt, stringValue } from "../../definition/node.ts";
import { rule } from "../rule.ts";
import { textsOf } from "./app-texts.ts";

export const cesEmptyInstruction = rule<{ agent: string }>({
  code: "ces-empty-instruction",
  severity: "warning",
  set: "ces",
  summary: "an agent whose instruction is empty",
  price: 0,
  message: ({ agent }) => `The instruction of the agent "${agent}" is empty.`,
  help: "Without an instruction, the model does not know what the agent is for, and when to use its tools. Write the instruction, or remove the agent.",

  *app({ app, content }) {
    for (const { kind, text, agent } of textsOf(app, content)) {
      if (kind !== "instruction" || agent === undefined || text.trim() !== "") continue;
      const node = nodeAt({ tree: agent, path: [] });
      const name = stringValue(field(node, "displayName")) ?? agent.source.path;
      yield { params: { agent: name }, place: keyOrigin(field(node, "instruction") ?? node) };
    }
  },
});
