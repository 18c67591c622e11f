import { type CompletedCommand, compiledTools, nameCharacters, printToolNames, singleQuoted } from "./completed-commands.ts";

/** A completion script for fish, with the descriptions of commands and flags. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string) => singleQuoted(text.replaceAll("\\", "\\\\"), "\\'");
  const lines = commands.flatMap(({ name, description, flags, argument }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`;
    const own =
      argument === "path"
        ? []
        : [`complete -c toolsetc ${within} -f -a ${argument === "tool" ? "'(__toolsetc_tools)'" : quoted(argument.join(" "))}`];
    return [
      `complete -c toolsetc -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ...own,
      ...flags.map(({ long, short, description: text, value }) => {
        const form = `-l ${long.slice(2)}${short === "" ? "" : ` -s ${short}`}`;
        const taken =
          value === "none"
            ? ""
            : value === "any"
              ? " -r -F"
              : ` -x -a ${value === "toolset" ? "'(__toolsetc_toolsets)'" : quoted(value.join(" "))}`;
        return `complete -c toolsetc ${within} ${form}${taken} -d ${quoted(text)}`;
      }),
    ];
  });
  return `# Completion of toolsetc for fish: toolsetc completion fish | source
function __toolsetc_name
  string match -qr '^(?!-)[${nameCharacters}]+\\z' -- $argv[1]; and echo $argv[1]
end
function __toolsetc_toolsets
  for folder in ${compiledTools}/*/
    __toolsetc_name (string replace -r '(?s)^${compiledTools}/(.*)/$' '$1' -- $folder | string collect)
  end
end
function __toolsetc_tools
  for file in ${compiledTools}/*/toolset.json
    test -f $file; or continue
    set -l toolset (string replace -r '(?s)^${compiledTools}/(.*)/toolset\\.json$' '$1' -- $file | string collect)
    for name in (${printToolNames("$file")})
      __toolsetc_name $toolset.$name
    end
  end
end
${lines.join("\n")}
`;
}
