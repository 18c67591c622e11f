import { field, nodeAt, stringValue } from "../../definition/node.ts";
import { rule } from "../rule.ts";
import { callableBy, callableInApp, createSuggest, isCallable } from "./app-names.ts";
import { textsOf } from "./app-texts.ts";
import { instructionReferences } from "./instruction-references.ts";
import { isKnown } from "./references.ts";

export const cesUnknownInstructionReference = rule<{
  kind: "tool" | "agent";
  name: string;
  owner: string;
  near: string | undefined;
  isFixable: boolean;
}>({
  code: "ces-unknown-instruction-reference",
  severity: "warning",
  set: "ces",
  summary: "an instruction that names a tool or an agent that its agent does not have",
  price: 0,
  message: ({ kind, name, owner, near }) =>
    `The instruction names the ${kind} "${name}", but ${owner} has no such ${kind}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The model cannot use the tool or agent that the instruction names. Correct the name. Write a standalone tool as `{@TOOL: <display name>}`, and a tool of a toolset as `{@TOOL: <toolset>_<operationId>}`. The tool or toolset must be among the `tools` and `toolsets` of the agent.",
  replacement: ({ near, isFixable }) => (isFixable ? near : undefined),

  *app({ app, content, names }) {
    const inApp = callableInApp(app, names);
    const suggestTool = createSuggest(inApp.names, names.calledNames);
    const suggestAgent = createSuggest(names.of.get("agent") ?? []);
    for (const { kind, text, agent, isFile: isFixable, placeOf } of textsOf(app, content)) {
      if (kind !== "instruction") continue;
      const own = agent === undefined ? inApp : callableBy(agent, names);
      for (const { kind: to, name, start, end } of instructionReferences(text)) {
        if (to === "variable") continue;
        const place = placeOf(start, end);
        if (to === "agent") {
          if (!isKnown({ name, to }, names))
            yield { params: { kind: to, name, owner: "the app", near: suggestAgent(name), isFixable }, place };
        } else if (!isCallable(name, inApp)) {
          yield { params: { kind: to, name, owner: "the app", near: suggestTool(name), isFixable }, place };
        } else if (agent !== undefined && !isCallable(name, own)) {
          const called = stringValue(field(nodeAt({ tree: agent, path: [] }), "displayName"));
          yield {
            params: { kind: to, name, owner: called === undefined ? "the agent" : `the agent "${called}"`, near: undefined, isFixable },
            place,
          };
        }
      }
    }
  },
});
