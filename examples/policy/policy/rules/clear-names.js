import { defineRule } from "toolsetc/rule";

const vague = new Set(["data", "do", "handle", "info", "manage", "process", "thing"]);

export default defineRule({
  version: 1,
  summary: "names of tools and arguments with a word that says nothing",
  help: "A model chooses a tool by its name. Rename it under `overrides`.",
  *tool({ tool }) {
    const word = wordsOf(tool.id).find((each) => vague.has(each));
    if (word !== undefined) yield { message: `The word "${word}" in "${tool.id}" says nothing.` };
  },
  *parameter({ tool, name }) {
    const word = wordsOf(name).find((each) => vague.has(each));
    if (word !== undefined) yield { message: `The word "${word}" in the argument "${name}" of "${tool.id}" says nothing.` };
  },
});

function wordsOf(name) {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}
