import { defineRule } from "toolsetc/rule";

export default defineRule({
  version: 1,
  summary: "tools whose name is a plural",
  help: "A call gives one answer. Rename the tool under `overrides`.",
  *tool({ tool }) {
    if (tool.name.endsWith("s")) yield { message: `"${tool.name}" is a plural.`, at: ["description"] };
  },
});
