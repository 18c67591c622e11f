export default {
  version: 1,
  summary: "arguments whose name is a plural",
  help: "Name what one value is.",
  parameter: ({ name, schema, isRequired }) => (name.endsWith("s") ? [{ message: `"${name}" (${schema.type}, ${isRequired}) is a plural.` }] : undefined),
};
