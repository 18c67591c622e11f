import { valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";
import { createSuggest, type Referent } from "./app-names.ts";
import { isKnown, referencesIn } from "./references.ts";

export const cesUnknownReference = rule<{ to: Referent; name: string; near: string | undefined }>({
  code: "ces-unknown-reference",
  severity: "error",
  set: "ces",
  summary: "a reference to a resource that the app does not have",
  price: 0,
  message: ({ to, name, near }) => `The app has no ${to} "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An import then fails (`Reference 'x' of type 'ces.googleapis.com/Agent' not found`), or omits the resource that contains the reference. Resources refer to each other by their display names. Correct the name, or add the resource.",
  replacement: ({ near }) => near,

  *app({ app, content, names }, { project }) {
    const suggestions = new Map([...names.of].map(([to, known]) => [to, createSuggest(known)]));
    const suggest = (name: string, to: Referent) => suggestions.get(to)?.(name);
    for (const reference of referencesIn(app, content, project.resources)) {
      const { node, name, to } = reference;
      // The rule `ces-operation-as-tool` reports references to operations.
      if (isKnown(reference, names) || (to === "tool" && names.calledNames.get(name) !== undefined)) continue;
      yield { params: { to, name, near: suggest(name, to) }, place: valueOrigin(node) };
    }
  },
});
