export default {
  version: 1,
  summary: "tools in the wrong order",
  help: "Sort them.",
  // A rule cannot change what is compiled.
  *tool({ tool, toolset }) {
    if (tool.name === "shop_list_orders") yield { message: "The first finding stays.", at: ["input", "properties", "ids"] };
    toolset.tools.reverse();
  },
};
