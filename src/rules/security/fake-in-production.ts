import { fieldAt, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";
import { stageOf } from "./stages.ts";

export const fakeInProduction = rule<{ name: string; environment: string }>({
  code: "fake-in-production",
  severity: "warning",
  set: "recommended",
  summary: "a tool that is in fake mode in all environments",
  price: 0,
  message: ({ name, environment }) =>
    `The tool or toolset "${name}" is in fake mode in all environments, including the environment "${environment}".`,
  help: "In fake mode, CES runs the Python code of `toolFakeConfig` for each call and calls no service. No environment can disable fake mode. Set `enableFakeMode: false`, and use fakes only in evaluation sessions.",

  *definition({ node, name }, { project }) {
    const enabled = fieldAt(node, ["toolFakeConfig", "enableFakeMode"]);
    if (enabled?.value !== true) return;
    const environment = [...project.config.environments.keys()].find((each) => stageOf(each) === "production");
    if (environment !== undefined) yield { params: { name, environment }, place: valueOrigin(enabled) };
  },
});
