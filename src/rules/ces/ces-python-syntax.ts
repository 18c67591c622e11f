import { rule } from "../rule.ts";
import { textsOf } from "./app-texts.ts";
import { pythonProblem } from "./python-problem.ts";

export const cesPythonSyntax = rule<{ reason: string }>({
  code: "ces-python-syntax",
  severity: "error",
  set: "ces",
  summary: "Python code that cannot be read, as a bracket or a string has no end, or a line has a wrong indentation",
  price: 0,
  message: ({ reason }) => `Python cannot read this code: ${reason}.`,
  help: "A callback or a tool with such code fails whenever it runs. Correct the code. Only brackets, strings, colons of blocks and indentation are checked, so other mistakes may remain.",

  *app({ app, content }) {
    for (const { kind, text, placeOf } of textsOf(app, content)) {
      const problem = kind === "code" ? pythonProblem(text) : undefined;
      if (problem === undefined) continue;
      const end = text.indexOf("\n", problem.start);
      yield { params: problem, place: placeOf(problem.start, end < 0 ? text.length : end) };
    }
  },
});
