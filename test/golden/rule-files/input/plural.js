export const isPlural = (name) => name.endsWith("s");
