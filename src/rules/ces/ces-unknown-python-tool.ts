import { rule } from "../rule.ts";
import { callableInApp, createSuggest, isCallable } from "./app-names.ts";
import { textsOf } from "./app-texts.ts";
import { callsOf } from "./python-calls.ts";

export const cesUnknownPythonTool = rule<{ name: string; near: string | undefined; isFixable: boolean }>({
  code: "ces-unknown-python-tool",
  severity: "error",
  set: "ces",
  summary: "Python code that calls a tool that the app does not have",
  price: 0,
  message: ({ name, near }) =>
    `The code calls the tool "${name}", but the app has no such tool.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The call fails when the code runs. In Python, a standalone tool is `tools.<display name>(…)`, and a tool of a toolset `tools.<toolset>_<operationId>(…)`. Correct the name, or add the tool.",
  replacement: ({ near, isFixable }) => (isFixable ? near : undefined),

  *app({ app, content, names }) {
    const callable = callableInApp(app, names);
    const suggest = createSuggest(callable.names, names.calledNames);
    for (const { kind, text, isFile, placeOf } of textsOf(app, content)) {
      if (kind !== "code") continue;
      for (const { attribute: name, start } of callsOf("tools", text)) {
        if (isCallable(name, callable)) continue;
        yield { params: { name, near: suggest(name), isFixable: isFile }, place: placeOf(start, start + name.length) };
      }
    }
  },
});
