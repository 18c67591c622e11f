import type { ToolOverview } from "../../../describe/tool-overview.ts";
import { shellWord } from "../../../source/text/shell-word.ts";

/** The flags that select the project of a tool. */
interface Selecting {
  readonly project: string;
  readonly openapi?: string;
}

/** A command line that calls a tool; `undefined` if only a program can call the tool, or if there are no example arguments. */
export function exampleCall(overview: ToolOverview, { project, openapi }: Selecting): string | undefined {
  if (overview.kind === "client" || overview.example === null) return undefined;
  const [credentials = []] = overview.credentials;
  const flags = [
    ...(openapi === undefined ? (project === "." ? [] : ["--project", project]) : ["--openapi", openapi]),
    ...(overview.hosts.length > 1 && overview.hosts[0]?.environment ? ["--env", overview.hosts[0].environment] : []),
    ...(overview.kind === "openapi" && overview.hosts.some(({ address = "" }) => !/^https?:/i.test(address))
      ? ["--base-url", "https://api.example.com"]
      : []),
    ...credentials.flatMap(({ name, isGiven }) => (isGiven ? ["--auth", `${name}=env:${variableName(name)}`] : [])),
    ...overview.variables.flatMap((name) => ["--var", `${name}=env:${variableName(name)}`]),
    ...(Object.keys(overview.example).length === 0 ? [] : ["--args", JSON.stringify(overview.example)]),
  ];
  return ["toolsetc", "call", `${overview.toolset}.${overview.localName}`, ...flags].map(shellWord).join(" ");
}

/** Converts the name of a credential or a variable to a conventional name of an environment variable, in upper case. */
function variableName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_")
    .toUpperCase();
}
