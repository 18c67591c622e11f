import { entries, fieldAt, keyOrigin, nodeAt } from "../../definition/node.ts";
import type { Place } from "../../source/tree.ts";
import { rule, type VisitedApp } from "../rule.ts";
import { createSuggest } from "./app-names.ts";
import { textsOf } from "./app-texts.ts";
import { instructionReferences } from "./instruction-references.ts";

/** The variables that CES sets without a declaration. */
const predefined: ReadonlySet<string> = new Set(["current_date"]);

export const cesUndeclaredVariable = rule<{ variable: string; near: string | undefined; isFixable: boolean }>({
  code: "ces-undeclared-variable",
  severity: "warning",
  set: "ces",
  summary: "a variable in an instruction or an evaluation that the app does not declare",
  price: 0,
  message: ({ variable, near }) =>
    `The app does not declare the variable "${variable}", so CES ignores the variable.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Instructions get no value for an undeclared variable, and evaluations cannot set its value. `variableDeclarations` of the app contains the declarations. Correct the name, or declare the variable.",
  replacement: ({ near, isFixable }) => (isFixable ? near : undefined),

  *app(visited) {
    const { variables } = visited.names;
    // If an app declares no variables, braces in its instructions may be for readers, as in `{name}`. Nobody writes `{customer_tier}` for them.
    const isReference = (name: string) => variables.size > 0 || name.includes("_");
    const suggest = createSuggest(variables);
    for (const { variable, place, isFixable } of usesOf(visited)) {
      if (variables.has(variable) || predefined.has(variable) || !isReference(variable)) continue;
      yield { params: { variable, near: suggest(variable), isFixable }, place };
    }
  },
});

interface Use {
  readonly variable: string;
  readonly place: Place;
  readonly isFixable: boolean;
}

function* usesOf({ app, content }: VisitedApp): Iterable<Use> {
  for (const { kind, text, isFile, placeOf } of textsOf(app, content)) {
    if (kind !== "instruction") continue;
    for (const { kind: to, name, start } of instructionReferences(text)) {
      const [variable = ""] = name.split(".", 1);
      if (to === "variable") yield { variable, place: placeOf(start, start + variable.length), isFixable: isFile };
    }
  }
  for (const { tree } of content.resources) {
    const overrides = fieldAt(nodeAt({ tree, path: [] }), ["scenario", "variableOverrides"]);
    for (const [variable, node] of entries(overrides)) yield { variable, place: keyOrigin(node), isFixable: true };
  }
}
