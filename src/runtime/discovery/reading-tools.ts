import type { Binding } from "../binding.ts";

/** Returns the name of the tool that reads what a tool changes; `undefined` if the tool only reads, or if there is no such tool. */
export function readingTools(
  tools: readonly { readonly name: string; readonly binding: Binding }[],
): (binding: Binding) => string | undefined {
  const reading = new Map(tools.filter(({ binding }) => isReading(binding)).map(({ name, binding }) => [placeOf(binding), name]));
  return (binding) => (isReading(binding) ? undefined : reading.get(placeOf(binding)));
}

function isReading(binding: Binding): boolean {
  if (binding.transport === "http") return binding.method === "GET";
  return binding.transport === "connector" && (binding.operation === "list" || binding.operation === "get");
}

/** What a tool reads or changes: the path of an operation, or all entities or one entity of a connector; `undefined` if it is unknown. */
function placeOf(binding: Binding): string | undefined {
  if (binding.transport === "http") return binding.path;
  if (binding.transport !== "connector" || binding.operation === "action") return undefined;
  return `${binding.operation === "list" || binding.operation === "create" ? "all" : "one"} ${binding.target}`;
}
