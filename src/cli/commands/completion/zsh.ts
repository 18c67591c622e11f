import { type CompletedCommand, compiledTools, nameCharacters, printToolNames, singleQuoted } from "./completed-commands.ts";

/** A completion script for zsh, with the descriptions of commands and flags. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const described = (name: string, description: string) => singleQuoted(`${name}:${description}`, "'\\''");
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap(({ long, short, value }) => {
      if (value === "none") return [];
      const patterns = [long, ...(short === "" ? [] : [`-${short}`])].map((flag) => `"${name} ${flag}"`).join("|");
      const reply = value === "toolset" ? "compadd -- $toolsets" : value === "any" ? "_files" : `compadd -- ${value.join(" ")}`;
      return `    ${patterns}) ${reply}; return ;;\n`;
    }),
  );
  const cases = commands.map(({ name, flags, argument }) => {
    const all = flags.map(({ long, description }) => described(long, description)).join(" ");
    const own = argument === "tool" ? "_toolsetc_tools" : argument === "path" ? "_files" : `compadd -- ${argument.join(" ")}`;
    return `    ${name}) flags=(${all}); if [[ $words[CURRENT] == -* ]]; then _describe -o flag flags; else ${own}; fi ;;\n`;
  });
  return `# Completion of toolsetc for zsh: source <(toolsetc completion zsh)
_toolsetc_tools() {
  local file toolset name
  local -a tools
  for file in ${compiledTools}/*/toolset.json(N.); do
    toolset=\${\${file#${compiledTools}/}%/toolset.json}
    for name in \${(f)"$(${printToolNames('"$file"')})"}; do tools+=("$toolset.$name"); done
  done
  tools=(\${tools:#(-*|*[^${nameCharacters}]*)})
  compadd -- $tools
}
_toolsetc() {
  local -a commands flags toolsets
  toolsets=(${compiledTools}/*(N/:t))
  toolsets=(\${toolsets:#(-*|*[^${nameCharacters}]*)})
  if (( CURRENT == 2 )); then
    commands=(${commands.map(({ name, description }) => described(name, description)).join(" ")})
    _describe command commands
    return
  fi
  case "$words[2] $words[CURRENT-1]" in
${values.join("")}  esac
  case "$words[2]" in
${cases.join("")}  esac
}
compdef _toolsetc toolsetc
`;
}
