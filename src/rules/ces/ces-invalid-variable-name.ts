import { field, items, nodeAt, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

export const cesInvalidVariableName = rule<{ name: string }>({
  code: "ces-invalid-variable-name",
  severity: "error",
  set: "ces",
  summary: "a name of a variable that CES does not accept",
  price: 0,
  message: ({ name }) => `CES does not accept "${name}" as the name of a variable.`,
  help: "The name of a variable begins with a letter or an underscore, and has only letters, digits and underscores. Rename the variable where it is declared and where it is used.",

  *app({ app }) {
    for (const declaration of items(field(nodeAt({ tree: app.tree, path: [] }), "variableDeclarations"))) {
      const named = field(declaration, "name");
      const name = stringValue(named);
      if (named !== undefined && name !== undefined && !isValid(name)) yield { params: { name }, place: valueOrigin(named) };
    }
  },
});

/** Whether CES accepts a name. Its own variables for calls by telephone, such as `telephony-caller-id`, are in exports with hyphens. */
function isValid(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || /^telephony(?:-[a-z]+)+$/.test(name);
}
