import { fieldAt, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";
import { stageOf } from "./stages.ts";

export const fakeInProduction = rule<{ name: string; environment: string }>({
  code: "fake-in-production",
  severity: "warning",
  set: "recommended",
  message: ({ name, environment }) => `"${name}" is in fake mode in all environments, also in "${environment}".`,
  help: "In fake mode, CES answers calls with the Python code of `toolFakeConfig` and calls no service. No environment can change that. Set `enableFakeMode: false`, and use fakes only in evaluation sessions.",

  *definition({ node, name }, { project }) {
    const enabled = fieldAt(node, ["toolFakeConfig", "enableFakeMode"]);
    if (enabled?.value !== true) return;
    const environment = [...project.config.environments.keys()].find((each) => stageOf(each) === "production");
    if (environment !== undefined) yield { params: { name, environment }, place: valueOrigin(enabled) };
  },
});
