export default {
  version: 1,
  summary: "shared schemas",
  help: "Nothing is wrong with them.",
  *toolset({ schemas }) {
    for (const name of Object.keys(schemas)) yield { message: `"${name}" is shared.`, at: ["schemas", name] };
    yield "no finding";
  },
};
