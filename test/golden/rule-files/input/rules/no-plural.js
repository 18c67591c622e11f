import { isPlural } from "../plural.js";

export default {
  version: 1,
  summary: "tools whose name is a plural",
  help: "A call gives one answer. Rename the tool under `overrides`.",
  *tool({ tool, toolset }) {
    if (isPlural(tool.name)) yield { message: `"${tool.name}" of ${toolset.tools.length} tools is a plural.` };
  },
};
